import { Allowed } from './allowed.tsx';
import { answered, api, type Schemas } from './api.ts';
import { answers, useAsked } from './asked.ts';
import { Mending } from './destination-mending.tsx';
import { Figures, useFigures } from './figures.tsx';
import { useNames } from './names.ts';
import { openingAfter } from './opening.ts';
import { Act, Confirm, Moment, Problem, State, Waiting } from './pieces.tsx';
import { platformNames } from './platforms.ts';
import { PostSays } from './post-says.tsx';
import { titleOf } from './post-title.ts';
import { PublishProgress } from './publish-progress.tsx';
import { stepOf } from './publish-steps.ts';
import { historyKey, Timeline, useHistory } from './timeline.tsx';
import { usePostFeed } from './use-feed.ts';
import { WorkspaceTime } from './workspace-zone.tsx';

type Post = Schemas['Post'];
type Destination = Schemas['PostPlatform'];

/** The states in which a post can still be changed. */
const editable: readonly Post['status'][] = ['draft', 'scheduled', 'approved', 'cancelled', 'failed'];

/** What became of one destination, as a sentence. */
const outcomeOf = ({ platform, status, error, skipReason, nextAttemptAt, exhausted }: Destination): string => {
  const name = platformNames[platform];
  if (status === 'skipped') return `${name} was skipped${skipReason === undefined ? '' : `: ${skipReason}`}`;
  if (error === null)
    return { published: `Live on ${name}`, unpublished: `Taken back from ${name}` }[status as string] ?? name;
  if (nextAttemptAt !== undefined) return `${name} refused: ${error.message}. It is tried again.`;
  return `${name} refused: ${error.message}${exhausted ? ' It was tried as often as it may be.' : ''}`;
};

/** What a destination of a post that is being published is doing. */
const Step = ({ destination, entries }: { destination: Destination; entries: readonly Schemas['HistoryEntry'][] }) => {
  const step = stepOf(destination, entries);
  if (step === undefined && destination.nextAttemptAt !== undefined) return null;
  return <p class="quiet">{step ?? 'It waits for its turn.'}</p>;
};

type Where = Readonly<{
  post: Post;
  nameOfAccount(id: string): string;
  entries: readonly Schemas['HistoryEntry'][];
  again(): Promise<void>;
}>;

const Destinations = ({ post, nameOfAccount, entries, again }: Where) => (
  <ul class="destinations" aria-label="Where it goes">
    {post.platforms.map((destination) => (
      <li key={destination.postPlatformId} class="card">
        <div class="head">
          <strong>
            {platformNames[destination.platform]} <span class="quiet">{nameOfAccount(destination.accountId)}</span>
          </strong>
          <State of={destination.status} />
        </div>
        {destination.status !== 'pending' && <p>{outcomeOf(destination)}</p>}
        {destination.status === 'pending' && destination.error !== null && <p>{outcomeOf(destination)}</p>}
        {post.status === 'publishing' && destination.status === 'pending' && destination.error === null && (
          <Step destination={destination} entries={entries} />
        )}
        {destination.nextAttemptAt !== undefined && (
          <p class="quiet">
            The next attempt is at <Moment at={destination.nextAttemptAt} />.
          </p>
        )}
        {destination.warnings?.map(({ code, message }) => (
          <p key={code} class="warning-text">
            {message}
          </p>
        ))}
        <Mending postId={post.id} destination={destination} again={again} />
        {destination.platformPostUrl !== undefined && (
          <a href={destination.platformPostUrl} target="_blank" rel="noreferrer">
            Look at it there
          </a>
        )}
      </li>
    ))}
  </ul>
);

const Actions = ({ post, again }: { post: Post; again(): Promise<void> }) => {
  const params = { path: { id: post.id } };
  const then = async (call: Promise<unknown>, said: string): Promise<string> => {
    await call;
    await again();
    return said;
  };
  const remove = async (): Promise<string> => {
    await openingAfter(answered(api.DELETE('/v1/posts/{id}', { params })).then(() => '#/posts'));
    return 'deleted';
  };
  const publish = () => then(answered(api.POST('/v1/posts/{id}/publish', { params })), 'on its way');
  const retry = () => then(answered(api.POST('/v1/posts/{id}/retry', { params })), 'tried again');
  const cancel = () => then(answered(api.POST('/v1/posts/{id}/cancel', { params })), 'cancelled');
  const unpublish = async (): Promise<string> => {
    const { results, note } = await answered(api.POST('/v1/posts/{id}/unpublish', { params }));
    await again();
    const failed = Object.entries(results).filter(([, { success }]) => !success);
    const reasons = failed.map(([id, { reason, detail }]) => `${id}: ${detail ?? reason}`);
    return reasons.length > 0 ? `Not everywhere. ${reasons.join(' ')}` : (note ?? 'taken back');
  };
  const { status } = post;
  const isWaiting = status === 'draft' || status === 'approved' || status === 'scheduled';
  const isLive = status === 'published' || status === 'partial';
  return (
    <p class="actions">
      {isWaiting && <Act call="POST /v1/posts/{id}/publish" label="Publish now" act={publish} isFirst />}
      {(status === 'failed' || status === 'partial') && (
        <Act call="POST /v1/posts/{id}/retry" label="Try again" act={retry} isFirst />
      )}
      {editable.includes(status) && (
        <Allowed call="PATCH /v1/posts/{id}">
          <a class="button" href={`#/posts/${post.id}/edit`}>
            Edit
          </a>
        </Allowed>
      )}
      {status === 'scheduled' && <Act call="POST /v1/posts/{id}/cancel" label="Cancel it" act={cancel} />}
      {isLive && (
        <Confirm
          call="POST /v1/posts/{id}/unpublish"
          label="Take it back"
          act={unpublish}
          question="The post is deleted on every platform that allows it."
        />
      )}
      {status !== 'publishing' && (
        <Confirm
          call="DELETE /v1/posts/{id}"
          label="Delete"
          act={remove}
          question="The post leaves this service. Copies on platforms stay there."
        />
      )}
    </p>
  );
};

/** A post: what it says, what became of it on each platform, what can be done, and its history. */
export const Post = ({ id }: { id: string }) => {
  const isLive = usePostFeed(id, () => {
    for (const key of [`post/${id}`, historyKey('posts', id)]) void answers.invalidateQueries({ queryKey: [key] });
  });
  const everyMs = isLive ? undefined : 2000;
  const { data, problem, again } = useAsked(
    `post/${id}`,
    () => answered(api.GET('/v1/posts/{id}', { params: { path: { id } } })),
    everyMs,
  );
  const history = useHistory('posts', id, everyMs);
  const { nameOfAccount, areKnown } = useNames();
  const figures = useFigures(id, data);
  // What comes above the history is there before it, so that nothing moves under the hand of the reader.
  const isWhole = areKnown && [data ?? problem, figures.data ?? figures.problem].every((part) => part !== undefined);
  return (
    <>
      <section aria-labelledby="post">
        <p>
          <a href="#/posts">All posts</a>
        </p>
        <Problem text={problem} />
        {data === undefined || !areKnown ? (
          problem === undefined && <Waiting />
        ) : (
          <>
            <div class="head">
              <h2 id="post">{titleOf(data)}</h2>
              <State of={data.status} />
            </div>
            <p class="quiet">
              {data.publishedAt !== null ? 'Published ' : data.scheduledFor !== null ? 'Goes out ' : 'No time is set.'}
              {(data.publishedAt ?? data.scheduledFor) !== null && (
                <>
                  <Moment at={data.publishedAt ?? data.scheduledFor} />{' '}
                  <WorkspaceTime at={data.publishedAt ?? data.scheduledFor ?? undefined} />
                </>
              )}
            </p>
            <PublishProgress post={data} isLive={isLive} />
            <Actions post={data} again={again} />
            <div class="beside">
              <div>
                <h3>What it says</h3>
                <PostSays post={data} />
              </div>
              <div>
                <h3>Where it goes</h3>
                <Destinations post={data} nameOfAccount={nameOfAccount} entries={history.data ?? []} again={again} />
              </div>
            </div>
          </>
        )}
      </section>
      {isWhole && (
        <>
          {data !== undefined && <Figures of={figures} />}
          <Timeline kind="posts" id={id} of={history} present={data} />
        </>
      )}
    </>
  );
};
