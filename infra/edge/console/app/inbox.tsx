import { useState } from 'preact/hooks';
import { Comments } from './inbox-comments.tsx';
import { Mentions } from './inbox-mentions.tsx';
import { Reviews } from './inbox-reviews.tsx';

const kinds = { comments: Comments, mentions: Mentions, reviews: Reviews } as const;
type Kind = keyof typeof kinds;

const names: Readonly<Record<Kind, string>> = {
  comments: 'Comments',
  mentions: 'Mentions',
  reviews: 'Reviews',
};

/** What others write in public. Messages are on the page of the contact who wrote them. */
export const Inbox = () => {
  const [kind, setKind] = useState<Kind>('comments');
  const Shown = kinds[kind];
  return (
    <section aria-labelledby="inbox">
      <h2 id="inbox">Inbox</h2>
      <p class="tabs" role="group" aria-label="What to show">
        {(Object.keys(kinds) as Kind[]).map((each) => (
          <button key={each} type="button" aria-pressed={each === kind} onClick={() => setKind(each)}>
            {names[each]}
          </button>
        ))}
        <a class="button" href="#/contacts">
          Messages
        </a>
      </p>
      <Shown />
    </section>
  );
};
