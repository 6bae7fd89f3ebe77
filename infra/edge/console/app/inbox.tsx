import { useState } from 'preact/hooks';
import { answered, api } from './api.ts';
import { useAsked } from './asked.ts';
import { Below } from './below.tsx';
import { Comments } from './inbox-comments.tsx';
import { Mentions } from './inbox-mentions.tsx';
import { Reviews } from './inbox-reviews.tsx';
import { keysOf } from '../../../../domain/kernel/keys-of.ts';

const kinds = { comments: Comments, mentions: Mentions, reviews: Reviews } as const;
type Kind = keyof typeof kinds;

const names: Readonly<Record<Kind, string>> = {
  comments: 'Comments',
  mentions: 'Mentions',
  reviews: 'Reviews',
};

/** How many of each kind wait for a person. */
const lookAtCounts = async (): Promise<Readonly<Record<Kind, number>>> => {
  const [comments, mentions, reviews] = await Promise.all([
    answered(api.GET('/v1/inbox/comments/stats', {})),
    answered(api.GET('/v1/inbox/mentions/stats', {})),
    answered(api.GET('/v1/inbox/reviews/stats', {})),
  ]);
  return { comments: comments.unreplied, mentions: mentions.unreadCount, reviews: reviews.unrepliedCount };
};

const waiting: Readonly<Record<Kind, string>> = {
  comments: 'without a reply',
  mentions: 'unread',
  reviews: 'without a reply',
};

/** What others write in public. Messages are on the page of the contact who wrote them. */
export const Inbox = () => {
  const [kind, setKind] = useState<Kind>('comments');
  const { data: counts, problem } = useAsked('inbox counts', lookAtCounts, 5000);
  const Shown = kinds[kind];
  return (
    <section aria-labelledby="inbox">
      <h2 id="inbox">Inbox</h2>
      <p class="tabs" role="group" aria-label="What to show">
        {keysOf(kinds).map((each) => (
          <button key={each} type="button" aria-pressed={each === kind} onClick={() => setKind(each)}>
            {names[each]}
            {counts !== undefined && counts[each] > 0 && (
              <span class="count">
                {' '}
                {counts[each]} <span class="quiet">{waiting[each]}</span>
              </span>
            )}
          </button>
        ))}
        <a class="button" href="#/contacts">
          Messages
        </a>
      </p>
      {/* The counts widen the buttons above it, so it is seen when they are there. */}
      <Below answer={{ data: counts, problem }}>
        <Shown />
      </Below>
    </section>
  );
};
