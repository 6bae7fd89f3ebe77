import { useState } from 'preact/hooks';
import { answered, api, type Schemas } from './api.ts';
import { useAsked } from './asked.ts';
import { Act, Badge, CursorButtons, Moment, Problem, Waiting } from './pieces.tsx';
import { platformName } from './platforms.ts';

type Comment = Schemas['Comment'];

const limit = 25;

const Reply = ({ comment: { id, author, replied }, done }: { comment: Comment; done(): Promise<void> }) => {
  const [content, setContent] = useState('');
  const params = { path: { id } };
  const reply = async (): Promise<string> => {
    if (content.trim() === '') return 'Write a text first.';
    await answered(api.POST('/v1/inbox/comments/{id}/reply', { params, body: { content } }));
    setContent('');
    await done();
    return 'sent';
  };
  return (
    <div class="decide">
      <label>
        Reply to {author.username} <input value={content} onInput={(event) => setContent(event.currentTarget.value)} />
      </label>{' '}
      <Act label={replied ? 'Reply again' : 'Reply'} act={reply} />
    </div>
  );
};

/** The comments on the posts of the workspace, newest first, each with a reply. */
export const Comments = () => {
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const [openOnly, setOpenOnly] = useState(false);
  const cursor = cursors.at(-1);
  const { data, problem, again } = useAsked(
    `inbox/${openOnly}/${cursor ?? ''}`,
    () => {
      const query = { limit, ...(cursor ? { cursor } : {}), ...(openOnly ? { replied: false } : {}) };
      return answered(api.GET('/v1/inbox/comments', { params: { query } }));
    },
    5000,
  );
  const sync = async (): Promise<string> => {
    const { totalSynced } = await answered(api.POST('/v1/inbox/sync', {}));
    await again();
    return `${totalSynced} new`;
  };
  const show = (only: boolean): void => {
    setCursors([]);
    setOpenOnly(only);
  };
  return (
    <>
      <p>
        <label>
          <input type="checkbox" checked={openOnly} onChange={(event) => show(event.currentTarget.checked)} /> only
          without a reply
        </label>{' '}
        <Act label="Ask the platforms now" act={sync} />
      </p>
      <Problem text={problem} />
      {data === undefined ? (
        problem === undefined && <Waiting />
      ) : data.data.length === 0 ? (
        <p class="empty">There are no comments.</p>
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
                  <a href={`#/posts/${comment.post.id}`}>{comment.post.content.slice(0, 60) || 'a post'}</a>
                </>
              )}
            </p>
            <Reply comment={comment} done={again} />
          </article>
        ))
      )}
      <CursorButtons name="Pages of comments" cursors={cursors} next={data?.pagination.nextCursor} go={setCursors} />
    </>
  );
};
