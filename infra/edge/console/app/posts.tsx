import { useState } from 'preact/hooks';
import { answered, api } from './api.ts';
import { useAsked } from './asked.ts';
import { Badge, Moment, Problem, Table, Waiting } from './pieces.tsx';

const good = new Set(['published', 'scheduled']);
const bad = new Set(['failed', 'partially_published', 'partial_failure']);

export const StatusBadge = ({ status }: { status: string }) => (
  <Badge tone={good.has(status.toLowerCase()) ? 'good' : bad.has(status.toLowerCase()) ? 'bad' : 'plain'}>
    {status}
  </Badge>
);

const page = 25;

const list = (cursor: string | undefined) =>
  answered(api.GET('/v1/posts', { params: { query: { limit: page, ...(cursor === undefined ? {} : { cursor }) } } }));

/** The posts of the workspace, newest first, each with a link to its timeline. */
export const Posts = () => {
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const cursor = cursors.at(-1);
  const { data, problem } = useAsked(`posts/${cursor ?? ''}`, () => list(cursor), 5000);
  const next = data?.nextCursor ?? null;
  return (
    <section aria-labelledby="posts">
      <h2 id="posts">Posts</h2>
      <Problem text={problem} />
      {data === undefined ? (
        <Waiting />
      ) : data.posts.length === 0 ? (
        <p>There are no posts yet.</p>
      ) : (
        <Table
          caption="Posts, newest first"
          heads={['Post', 'Status', 'Platforms', 'Created']}
          rows={data.posts.map((post) => (
            <tr key={post.id}>
              <td>
                <a href={`#/posts/${post.id}`}>{post.content.slice(0, 80) || '(without text)'}</a>
              </td>
              <td>
                <StatusBadge status={post.status} />
              </td>
              <td>{post.platforms.map(({ platform }) => platform.toLowerCase()).join(', ')}</td>
              <td>
                <Moment at={post.createdAt} />
              </td>
            </tr>
          ))}
        />
      )}
      <nav class="pages" aria-label="Pages of posts">
        <button type="button" disabled={cursors.length === 0} onClick={() => setCursors(cursors.slice(0, -1))}>
          Newer
        </button>
        <button type="button" disabled={next === null} onClick={() => next !== null && setCursors([...cursors, next])}>
          Older
        </button>
      </nav>
    </section>
  );
};
