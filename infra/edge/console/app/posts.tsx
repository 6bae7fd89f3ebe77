import { useState } from 'preact/hooks';
import { answered, api, type Schemas } from './api.ts';
import { useAsked } from './asked.ts';
import { CursorButtons, Moment, Problem, State, Table, Waiting } from './pieces.tsx';
import { platformNames, type PlatformKey } from './platforms.ts';
import { titleOf } from './post-title.ts';

type Post = Schemas['Post'];
type Status = Post['status'];

const limit = 25;

const statuses = [
  'draft',
  'pending_approval',
  'approved',
  'scheduled',
  'publishing',
  'published',
  'partial',
  'failed',
  'cancelled',
  'unpublished',
  'payment_paused',
] as const satisfies readonly Status[];

/** When it went or goes out, in words; nothing where no time is set. */
const Goes = ({ post: { publishedAt, scheduledFor } }: { post: Post }) => {
  if (publishedAt !== null) return <Moment at={publishedAt} />;
  if (scheduledFor === null) return <span class="quiet">no time yet</span>;
  return <Moment at={scheduledFor} />;
};

/** Why it did not go out everywhere: a sentence for each platform. */
const Reasons = ({ post }: { post: Post }) => (
  <>
    {post.platforms.flatMap(({ postPlatformId, platform, error, skipReason }) =>
      error === null && skipReason === undefined
        ? []
        : [
            <p key={postPlatformId} class="bad-text">
              {platformNames[platform]}: {error?.message ?? skipReason}
            </p>,
          ],
    )}
  </>
);

type Filter = Readonly<{ status: Status | ''; platform: PlatformKey | '' }>;

const list = ({ status, platform }: Filter, cursor: string | undefined) =>
  answered(
    api.GET('/v1/posts', {
      params: {
        query: {
          limit,
          ...(cursor === undefined ? {} : { cursor }),
          ...(status === '' ? {} : { status }),
          ...(platform === '' ? {} : { platform }),
        },
      },
    }),
  );

const Filters = ({ filter, choose }: { filter: Filter; choose(filter: Filter): void }) => (
  <form class="filters" aria-label="Filter of posts" onSubmit={(event) => event.preventDefault()}>
    <label>
      Status{' '}
      <select
        value={filter.status}
        onChange={({ currentTarget: { value } }) => choose({ ...filter, status: value as Filter['status'] })}
      >
        <option value="">all</option>
        {statuses.map((status) => (
          <option key={status} value={status}>
            {status.replaceAll('_', ' ')}
          </option>
        ))}
      </select>
    </label>
    <label>
      Platform{' '}
      <select
        value={filter.platform}
        onChange={({ currentTarget: { value } }) => choose({ ...filter, platform: value as Filter['platform'] })}
      >
        <option value="">all</option>
        {Object.entries(platformNames).map(([platform, name]) => (
          <option key={platform} value={platform}>
            {name}
          </option>
        ))}
      </select>
    </label>
  </form>
);

/** The posts of the workspace, newest first, each with when it goes out and why it failed. */
export const Posts = () => {
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const [filter, setFilter] = useState<Filter>({ status: '', platform: '' });
  const cursor = cursors.at(-1);
  const { data, problem } = useAsked(
    `posts/${filter.status}/${filter.platform}/${cursor ?? ''}`,
    () => list(filter, cursor),
    5000,
  );
  const choose = (chosen: Filter): void => {
    setCursors([]);
    setFilter(chosen);
  };
  const isFiltered = filter.status !== '' || filter.platform !== '';
  return (
    <section aria-labelledby="posts">
      <div class="head">
        <h2 id="posts">Posts</h2>
        <a class="button first" href="#/compose">
          Write a post
        </a>
      </div>
      <Filters filter={filter} choose={choose} />
      <Problem text={problem} />
      {data === undefined ? (
        problem === undefined && <Waiting />
      ) : data.posts.length === 0 ? (
        <p class="empty">{isFiltered ? 'No post is like that.' : 'There are no posts yet.'}</p>
      ) : (
        <Table
          caption="Posts, newest first"
          heads={['Post', 'Status', 'Platforms', 'Goes out']}
          rows={data.posts.map((post) => (
            <tr key={post.id}>
              <td class="wide">
                <a href={`#/posts/${post.id}`}>{titleOf(post)}</a>
                <Reasons post={post} />
              </td>
              <td>
                <State of={post.status} />
              </td>
              <td>{post.platforms.map(({ platform }) => platformNames[platform]).join(', ')}</td>
              <td>
                <Goes post={post} />
              </td>
            </tr>
          ))}
        />
      )}
      <CursorButtons name="Pages of posts" cursors={cursors} next={data?.nextCursor} go={setCursors} />
    </section>
  );
};
