import { useEffect, useState } from 'preact/hooks';
import { Allowed } from './allowed.tsx';
import type { Schemas } from './api.ts';
import { Moment, Problem, State, Table, Waiting } from './pieces.tsx';
import { platformNames } from './platforms.ts';
import { statuses } from './post-states.ts';
import { titleOf } from './post-title.ts';
import { usePosts, type PostFilter } from './posts-asked.ts';
import { Space, useVirtualRows } from './virtual-rows.tsx';
import { WorkspaceTime } from './workspace-zone.tsx';

type Post = Schemas['Post'];

/** The height of a row with a title of one line, before it is measured. */
const rowHeight = 42;

/** When it went or goes out, in words; nothing where no time is set. */
const Goes = ({ post: { publishedAt, scheduledFor } }: { post: Post }) => {
  if (publishedAt !== null) return <Moment at={publishedAt} />;
  if (scheduledFor === null) return <span class="quiet">no time yet</span>;
  return (
    <>
      <Moment at={scheduledFor} /> <WorkspaceTime at={scheduledFor} />
    </>
  );
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

const Filters = ({ filter, choose }: { filter: PostFilter; choose(filter: PostFilter): void }) => (
  <form class="filters" aria-label="Filter of posts" onSubmit={(event) => event.preventDefault()}>
    <label>
      Status{' '}
      <select
        value={filter.status}
        onChange={({ currentTarget: { value } }) => choose({ ...filter, status: value as PostFilter['status'] })}
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
        onChange={({ currentTarget: { value } }) => choose({ ...filter, platform: value as PostFilter['platform'] })}
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

const PostRows = ({ posts, more }: { posts: readonly Post[]; more(): void }) => {
  const ids = posts.map(({ id }) => id);
  const { drawn, above, below, space, measure } = useVirtualRows(ids, rowHeight);
  const isNearEnd = (drawn.at(-1) ?? 0) >= posts.length - 20;
  useEffect(() => {
    if (isNearEnd) more();
  }, [isNearEnd, posts.length]);
  return (
    <Table
      caption="Posts, newest first"
      heads={['Post', 'Status', 'Platforms', 'Goes out']}
      rows={
        <>
          <Space height={above} place={space} />
          {drawn.flatMap((index) => {
            const post = posts[index];
            return post === undefined
              ? []
              : [
                  <tr key={post.id} ref={measure} data-index={index} aria-rowindex={index + 2}>
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
                  </tr>,
                ];
          })}
          <Space height={below} />
        </>
      }
    />
  );
};

const Nothing = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <p class="empty">No post is like that.</p>
  ) : (
    <p class="empty">
      There are no posts yet. <a href="#/accounts">Connect an account</a> that they go out through, then{' '}
      <a href="#/compose">write the first one</a>.
    </p>
  );

/** The posts of the workspace, newest first, each with when it goes out and why it failed. Older ones come as one scrolls. */
export const Posts = () => {
  const [filter, setFilter] = useState<PostFilter>({ status: '', platform: '' });
  const { posts, problem, more, isMore } = usePosts(filter);
  const isFiltered = filter.status !== '' || filter.platform !== '';
  return (
    <section aria-labelledby="posts">
      <div class="head">
        <h2 id="posts">Posts</h2>
        <Allowed call="POST /v1/posts">
          <a class="button first" href="#/compose">
            Write a post
          </a>
        </Allowed>
      </div>
      <Filters filter={filter} choose={setFilter} />
      <Problem text={problem} />
      {posts === undefined ? (
        problem === undefined && <Waiting />
      ) : posts.length === 0 ? (
        <Nothing isFiltered={isFiltered} />
      ) : (
        <PostRows key={`${filter.status} ${filter.platform}`} posts={posts} more={more} />
      )}
      {isMore && <Waiting />}
    </section>
  );
};
