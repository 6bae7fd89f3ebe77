import { useState } from 'preact/hooks';
import { answered, api, type Schemas } from './api.ts';
import { useAsked } from './asked.ts';
import { Held } from './held.tsx';
import { Act, Badge, Moment, PageButtons, Problem, Waiting } from './pieces.tsx';
import { platformName } from './platforms.ts';
import { PostSays } from './post-says.tsx';
import { titleOf } from './post-title.ts';

type Item = Schemas['ApprovalQueueItem'];
type Approval = Schemas['PostApproval'];

const limit = 10;

const Steps = ({ approval }: { approval: Approval }) => (
  <ol>
    {approval.steps.map(({ order, role, status, comment, required }) => (
      <li key={order}>
        {role}{' '}
        <Badge tone={status === 'APPROVED' ? 'good' : status === 'REJECTED' ? 'bad' : 'plain'}>
          {status.toLowerCase()}
        </Badge>
        {!required && <span class="quiet"> optional</span>} {comment}
      </li>
    ))}
  </ol>
);

/** Decides on exactly the content that is shown: another version of it answers 409. */
const Decide = ({ item: { postId, post }, done }: { item: Item; done(): Promise<void> }) => {
  const [comment, setComment] = useState('');
  const params = { path: { id: postId } };
  const seen = { version: post.updatedAt };
  const approve = async (): Promise<string> => {
    const body = { ...seen, ...(comment === '' ? {} : { comment }) };
    await answered(api.POST('/v1/posts/{id}/approve', { params, body }));
    await done();
    return 'approved';
  };
  const reject = async (): Promise<string> => {
    if (comment.trim() === '') return 'Say why in the comment.';
    await answered(api.POST('/v1/posts/{id}/reject', { params, body: { ...seen, comment } }));
    await done();
    return 'rejected';
  };
  return (
    <div class="decide">
      <Held
        fields={
          <label>
            Comment{' '}
            <input
              value={comment}
              maxLength={1000}
              onInput={(event) => setComment(event.currentTarget.value)}
              placeholder="needed to reject"
            />
          </label>
        }
      >
        <Act call="POST /v1/posts/{id}/approve" label="Approve" act={approve} />{' '}
        <Act call="POST /v1/posts/{id}/reject" label="Reject" act={reject} />
      </Held>
    </div>
  );
};

const Waits = ({ item, done }: { item: Item; done(): Promise<void> }) => {
  const { post, approval, awaitsMe } = item;
  return (
    <article class="card" aria-labelledby={`post-${post.id}`}>
      <h3 id={`post-${post.id}`}>
        <a href={`#/posts/${post.id}`}>{titleOf(post)}</a>
      </h3>
      <div class="beside">
        <div>
          <h4>What goes out</h4>
          <PostSays post={post} />
          <p>
            {post.platforms.map(({ platform }) => platformName(platform)).join(', ')},{' '}
            {post.scheduledFor === null ? 'when it is published' : <Moment at={post.scheduledFor} />}
          </p>
        </div>
        <div>
          <h4>
            {approval === null ? 'No workflow' : `${approval.workflow.name}, version ${approval.workflow.version}`}
          </h4>
          {approval !== null && <Steps approval={approval} />}
          {awaitsMe ? <Decide item={item} done={done} /> : <p class="quiet">It awaits the decision of others.</p>}
        </div>
      </div>
    </article>
  );
};

/** The posts that wait for an approval, newest first, each beside the steps of its workflow; or the one of a mail. */
export const Approvals = ({ postId }: { postId?: string }) => {
  const [page, setPage] = useState(1);
  const { data, problem, again } = useAsked(
    `approvals/${postId ?? page}`,
    () =>
      answered(
        api.GET('/v1/approval-queue/items', {
          params: { query: { page, limit, ...(postId !== undefined && { postId }) } },
        }),
      ),
    5000,
  );
  return (
    <section aria-labelledby="approvals">
      <h2 id="approvals">Approvals</h2>
      <Problem text={problem} />
      {data === undefined ? (
        problem === undefined && <Waiting />
      ) : data.data.length === 0 ? (
        <p class="empty">
          {postId === undefined ? 'No post waits for an approval.' : 'This post waits for no approval any more.'}
        </p>
      ) : (
        data.data.map((item) => <Waits key={item.postId} item={item} done={again} />)
      )}
      {postId !== undefined && (
        <p>
          <a href="#/approvals">All posts that wait</a>
        </p>
      )}
      {data && <PageButtons name="Pages of approvals" page={page} last={data.pagination.totalPages} go={setPage} />}
    </section>
  );
};
