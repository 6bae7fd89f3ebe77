import { useState } from 'preact/hooks';
import { Allowed } from './allowed.tsx';
import { messagePlatforms } from './account-options.ts';
import { answered, api, type Schemas } from './api.ts';
import { useAsked } from './asked.ts';
import { FilterChips } from './filter-chips.tsx';
import { Act, Badge, CursorButtons, Moment, Problem, Waiting } from './pieces.tsx';
import { platformName } from './platforms.ts';
import { titleOf } from './post-title.ts';
import { afterSending } from './sent-text.ts';

type Comment = Schemas['Comment'];
type Acted = Readonly<{ comment: Comment; isHidden: boolean; again(): Promise<void> }>;

const limit = 25;

const Reply = ({ comment: { id, author, replied }, done }: { comment: Comment; done(): Promise<void> }) => {
  const [content, setContent] = useState('');
  const params = { path: { id } };
  const reply = async (): Promise<string> => {
    if (content.trim() === '') return 'Write a text first.';
    await answered(api.POST('/v1/inbox/comments/{id}/reply', { params, body: { content } }));
    setContent(afterSending(content));
    await done();
    return 'sent';
  };
  return (
    <Allowed call="POST /v1/inbox/comments/{id}/reply">
      <div class="decide">
        <label>
          Reply to {author.username}{' '}
          <input value={content} onInput={(event) => setContent(event.currentTarget.value)} />
        </label>{' '}
        <Act call="POST /v1/inbox/comments/{id}/reply" label={replied ? 'Reply again' : 'Reply'} act={reply} />
      </div>
    </Allowed>
  );
};

/** The platforms on which the answer to a comment can be a message to its author. */
const answersInPrivate = new Set(messagePlatforms.map(({ value }) => value));

/** What can be done with a comment beside a reply in public. */
const Beside = ({ comment: { id, author, replied, platform }, isHidden, again }: Acted) => {
  const params = { path: { id } };
  const [text, setText] = useState('');
  const then = async (call: Promise<unknown>, said: string): Promise<string> => {
    await call;
    await again();
    return said;
  };
  const hide = () => then(answered(api.POST('/v1/inbox/comments/{id}/hide', { params })), 'hidden');
  const show = () => then(answered(api.DELETE('/v1/inbox/comments/{id}/hide', { params })), 'shown');
  const settle = () => then(answered(api.POST('/v1/inbox/comments/{id}/mark-replied', { params })), 'marked');
  const open = () => then(answered(api.DELETE('/v1/inbox/comments/{id}/mark-replied', { params })), 'open');
  const write = async (): Promise<string> => {
    if (text.trim() === '') return 'Write a text first.';
    await answered(api.POST('/v1/inbox/comments/{id}/private-reply', { params, body: { content: text } }));
    setText(afterSending(text));
    return 'sent in private';
  };
  return (
    <>
      <p class="actions">
        {replied ? (
          <Act
            call="DELETE /v1/inbox/comments/{id}/mark-replied"
            label="Needs an answer"
            describedAs={`The comment of ${author.username} needs an answer`}
            act={open}
          />
        ) : (
          <Act
            call="POST /v1/inbox/comments/{id}/mark-replied"
            label="Needs no answer"
            describedAs={`The comment of ${author.username} needs no answer`}
            act={settle}
          />
        )}
        {isHidden ? (
          <Act
            call="DELETE /v1/inbox/comments/{id}/hide"
            label="Show again"
            describedAs={`Show again the comment of ${author.username}`}
            act={show}
          />
        ) : (
          <Act
            call="POST /v1/inbox/comments/{id}/hide"
            label="Hide"
            describedAs={`Hide the comment of ${author.username}`}
            act={hide}
          />
        )}
      </p>
      {answersInPrivate.has(platform.toUpperCase()) && (
        <Allowed call="POST /v1/inbox/comments/{id}/private-reply">
          <details>
            <summary>Answer in private</summary>
            <div class="decide">
              <label>
                Message to {author.username}{' '}
                <input value={text} onInput={({ currentTarget: { value } }) => setText(value)} />
              </label>{' '}
              <Act
                call="POST /v1/inbox/comments/{id}/private-reply"
                label="Send"
                describedAs={`Send the message to ${author.username}`}
                act={write}
              />
            </div>
          </details>
        </Allowed>
      )}
    </>
  );
};

const filters = [
  ['All', {}],
  ['Without a reply', { replied: false }],
  ['Hidden', { hiddenOnly: true }],
] as const;

/** The comments on the posts of the workspace, newest first, each with a reply. */
export const Comments = () => {
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const [filter, setFilter] = useState<(typeof filters)[number]>(filters[0]);
  const [kind, wanted] = filter;
  const cursor = cursors.at(-1);
  const { data, problem, again } = useAsked(
    `inbox/${kind}/${cursor ?? ''}`,
    () => {
      const query = { limit, ...(cursor ? { cursor } : {}), ...wanted };
      return answered(api.GET('/v1/inbox/comments', { params: { query } }));
    },
    5000,
  );
  const sync = async (): Promise<string> => {
    const { totalSynced } = await answered(api.POST('/v1/inbox/sync', {}));
    await again();
    return `${totalSynced} new`;
  };
  return (
    <>
      <div class="actions">
        <FilterChips
          name="Which comments"
          filters={filters}
          chosen={filter}
          choose={(next) => (setCursors([]), setFilter(next))}
        />
        <Act call="POST /v1/inbox/sync" label="Ask the platforms now" act={sync} />
      </div>
      <Problem text={problem} />
      {data === undefined ? (
        problem === undefined && <Waiting />
      ) : data.data.length === 0 ? (
        <p class="empty">There are no comments. Those below your posts come here as people write them.</p>
      ) : (
        data.data.map((comment) => (
          <article class="card" key={comment.id} aria-labelledby={`comment-${comment.id}`}>
            <h3 id={`comment-${comment.id}`}>
              {comment.author.username} <span class="quiet">on {platformName(comment.platform)}</span>{' '}
              {comment.replied && <Badge tone="good">replied</Badge>}
            </h3>
            <p class="text">{comment.content}</p>
            <p class="quiet">
              <Moment at={comment.platformCreatedAt} />
              {comment.post && (
                <>
                  {' on '}
                  <a href={`#/posts/${comment.post.id}`}>{titleOf(comment.post)}</a>
                </>
              )}
            </p>
            <Reply comment={comment} done={again} />
            <Beside comment={comment} isHidden={kind === 'Hidden'} again={again} />
          </article>
        ))
      )}
      <CursorButtons name="Pages of comments" cursors={cursors} next={data?.pagination.nextCursor} go={setCursors} />
    </>
  );
};
