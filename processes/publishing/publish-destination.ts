import { checkAccount } from '../../domain/content/account-eligibility.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import { PlatformError } from '../../domain/platforms/platform-error.ts';
import type { Found, Publisher, Rendered } from '../../domain/platforms/publisher.ts';
import { firstCommentSend } from '../../domain/posts/decide-sending.ts';
import type { PostCommand } from '../../domain/posts/commands.ts';
import type { PostEvent } from '../../domain/posts/events.ts';
import { post } from '../../domain/posts/post.ts';
import { renderPost } from '../../domain/posts/render.ts';
import type { DestinationState, Post } from '../../domain/posts/state.ts';
import { runnable, type Act, type ActContext } from '../kernel/process-manager.ts';
import type { AttemptStep } from './attempt-steps.ts';
import { claimsFor } from './claims.ts';
import { destinations, type Advance } from './destinations.ts';
import { askPlatform, nextLookAt } from './look.ts';
import type { OpenedAccount, PublishingPorts } from './ports.ts';
import { describeError, destinationIn, endsRun, RecordedRun } from './sends.ts';

/** What is known when a destination is gone on with. */
type Work = Readonly<{
  context: ActContext;
  ports: PublishingPorts;
  postId: string;
  content: Post;
  destination: DestinationState;
  events: readonly Recorded<PostEvent>[];
}>;

/** Goes on with one destination, from wherever its history says it stands. */
const publishDestination =
  (ports: PublishingPorts): Act<Advance> =>
  async ({ postId, postPlatformId, revision }, context) => {
    // At most: one look, then one try. Everything later comes back through the events.
    for (let turn = 0; turn < 2; turn++) {
      // Another service may have gone on with it since this one saw the post. What it sees of what made the destination due is enough to
      // make a send ready; the send's intent is only recorded upon the very state it was made ready for.
      const known = revision === undefined ? { latest: true } : { atLeast: revision };
      const loaded = await context.load(post, postId, known);
      if (loaded?.state.is !== 'there') return;
      const destination = destinationIn(loaded.state, postPlatformId);
      if (!destination?.running) return;
      const work = { context, ports, postId, content: loaded.state, destination, events: loaded.events };
      const doubtful = Object.entries(destination.sends).find(
        ([name, { status }]) => name !== firstCommentSend && (status === 'open' || status === 'unknown'),
      );
      if (!doubtful) return tryOnce(work);
      if ((await settleDoubt(work, doubtful[0])) !== 'go on') return;
    }
  };

const command = async ({ context, postId, destination }: Work, what: PostCommand, step: string): Promise<void> => {
  await context.send(post, postId, what, `${destination.postPlatformId}/${step}`);
};

const reached = ({ ports, context }: Work, step: AttemptStep): void => ports.reached?.(step, context.mode);

const renderedFor = ({ content, destination, ports, context }: Work): Rendered => {
  const rendered = renderPost(content.content, destination.platform, destination.media);
  const file = (media: Parameters<PublishingPorts['media']>[0]) => ports.media(media, context.mode);
  return {
    platform: destination.platform,
    contentType: content.content.contentType,
    text: rendered.text,
    media: rendered.media.map(file),
    thread: rendered.thread.map((item) => ({ ...item, media: item.media.map(file) })),
    metadata: rendered.metadata,
  };
};

const intentsOf = ({ events, destination }: Work, send?: string) =>
  events.filter(
    (event): event is Recorded<Extract<PostEvent, { type: 'DestinationSendStarted' }>> =>
      event.type === 'DestinationSendStarted' &&
      event.data.postPlatformId === destination.postPlatformId &&
      (send === undefined || event.data.send === send),
  );

/** When the first send of the destination began, or now. */
const startOf = (work: Work): string => intentsOf(work)[0]?.meta.occurredAt ?? work.context.now().toISOString();

const claimsOf = (work: Work) => claimsFor(work.ports, work.context, work.destination, startOf(work));

/** Asks the platform what became of a send nobody knows the outcome of. Never sends. */
const settleDoubt = async (work: Work, send: string): Promise<'go on' | 'wait'> => {
  const { context, ports, destination } = work;
  const known = destination.sends[send];
  if (known?.status !== 'open' && known?.status !== 'unknown') return 'go on';
  const { postPlatformId, accountId, platform, objects } = destination;
  const id = `${send}/${destination.generation}/${known.attempt}`;
  const of = { key: known.key, attempt: known.attempt };
  if (known.status === 'open') {
    // A run died between intent and outcome. What it sent gets a moment to arrive before the platform is asked.
    const lookAt = new Date(context.now().getTime() + 2_000).toISOString();
    const message = 'The service stopped before the answer came.';
    await command(
      work,
      { type: 'send-unknown', postPlatformId, send, of, cause: 'interrupted', message, lookAt },
      `interrupted/${id}`,
    );
    reached(work, 'doubt-recorded');
    return 'wait';
  }
  const looks = known.looks;
  if (looks > 0 && known.lookAt === null) {
    const error = { code: 'OUTCOME_UNKNOWN', message: unknownOutcome(known.message) };
    const settle = {
      type: 'settle-failed',
      postPlatformId,
      kind: 'unknown',
      error,
      retries: destination.retries,
    } as const;
    await command(work, { ...settle, now: context.now().toISOString() }, `undecided/${id}`);
    return 'wait';
  }
  const opened = await ports.accounts.open(accountId, context.workspaceId, context.mode);
  const found = opened
    ? await askPlatform(
        ports.publishers(platform, context.mode),
        {
          send,
          key: known.key,
          rendered: renderedFor(work),
          earlier: objects,
          remembered: (name) => destination.steps[name],
          sentAt: intentsOf(work, send).at(-1)?.meta.occurredAt ?? context.now().toISOString(),
        },
        { ...opened, signal: context.signal, now: context.now, wait: context.wait, claim: claimsOf(work) },
      )
    : ({ outcome: 'cannot_tell', message: 'The account is disconnected.' } satisfies Found);
  reached(work, 'looked');
  if (found.outcome === 'published') {
    const { object } = found;
    await command(work, { type: 'send-succeeded', postPlatformId, send, of, object, foundByLook: true }, `found/${id}`);
    reached(work, 'look-recorded');
    return 'go on';
  }
  if (found.outcome === 'cannot_tell') {
    const lookAt = found.forGood ? null : nextLookAt(context.now(), looks);
    const { message } = found;
    await command(work, { type: 'look-failed', postPlatformId, send, of, message, lookAt }, `look/${id}/${looks}`);
    return 'wait';
  }
  const error = { code: 'PUBLISH_ERROR', message: `Not on the platform: ${known.message}` };
  await command(work, { type: 'send-failed', postPlatformId, send, of, error, foundByLook: true }, `not-found/${id}`);
  // It was this service that stopped, not the platform that failed: no retry is used up.
  if (known.cause === 'interrupted') return 'go on';
  const settle = {
    type: 'settle-failed',
    postPlatformId,
    kind: 'not_stored',
    error,
    retries: destination.retries,
  } as const;
  await command(work, { ...settle, now: context.now().toISOString() }, `settle/${id}`);
  return 'wait';
};

const unknownOutcome = (message: string): string =>
  `Nobody knows whether this was published (${message}). Look at the account, then POST /v1/posts/:id/platforms/:postPlatformId/resolve.`;

/** One try to publish, once nothing is in doubt. */
const tryOnce = async (work: Work): Promise<void> => {
  const { context, ports, destination } = work;
  const { postPlatformId, accountId, platform } = destination;
  const opened = await ports.accounts.open(accountId, context.workspaceId, context.mode);
  const round = `${work.content.round}/${destination.retries}`;
  if (!opened) {
    return command(work, { type: 'skip', postPlatformId, skipReason: 'account_disconnected' }, `skip/${round}`);
  }
  const [problem] = checkAccount(opened.facts, 'dispatch').errors;
  if (problem) return fail(work, new PlatformError('refused', problem.code as PlatformError['code'], problem.message));
  const until = await ports.pacing.take({
    accountId,
    platform,
    key: `${postPlatformId}/${round}`,
    sends: Math.max(1, work.content.content.threadItems.length),
    now: context.now(),
  });
  if (until !== undefined) {
    const reason = `${platform} takes no more posts of this account before ${until}`;
    return command(work, { type: 'defer', postPlatformId, until, reason }, `defer/${round}/${until}`);
  }
  await publishWith(work, opened, ports.publishers(platform, context.mode), true);
};

const publishWith = async (
  work: Work,
  opened: OpenedAccount,
  publisher: Publisher,
  mayRenew: boolean,
): Promise<void> => {
  const { context, ports, postId, destination } = work;
  const { postPlatformId, accountId } = destination;
  const startedAt = startOf(work);
  const { round } = work.content;
  const target = { postId, postPlatformId, startedAt, round };
  const run = new RecordedRun(context, target, destination, opened, claimsOf(work), (step) => reached(work, step));
  try {
    const objects = await publisher.publish(renderedFor(work), run);
    const commentPossible = publisher.commentSupport(opened.account) === 'yes';
    const now = context.now().toISOString();
    const settled = { type: 'settle-published', postPlatformId, objects, commentPossible, now } as const;
    await Promise.all([run.recorded, command(work, settled, `published/${round}/${destination.generation}`)]);
    reached(work, 'settled');
  } catch (error) {
    await run.recorded.catch(() => undefined);
    if (endsRun(error) || context.signal.aborted) throw error;
    if (!(error instanceof PlatformError)) return failOfBug(work, error);
    if (error.kind === 'unauthorized' && mayRenew) {
      const renewed = await ports.accounts.renew(accountId, context.workspaceId, context.mode, opened.tokenVersion);
      const again = renewed && (await reloaded(work));
      if (again) return publishWith(again, renewed, publisher, false);
    }
    if (error.kind === 'unauthorized') {
      await ports.accounts.tokenDied(accountId, context.workspaceId, context.mode, error.message, opened.tokenVersion);
    }
    await fail(work, error);
  }
};

/** The same destination after what this run has recorded so far. */
const reloaded = async (work: Work): Promise<Work | undefined> => {
  const loaded = await work.context.load(post, work.postId);
  if (loaded?.state.is !== 'there') return undefined;
  const destination = destinationIn(loaded.state, work.destination.postPlatformId);
  return destination && { ...work, content: loaded.state, destination, events: loaded.events };
};

/** A bug of ours is no answer of the platform. Where nothing is in doubt the destination fails visibly rather than try for ever. */
const failOfBug = async (work: Work, error: unknown): Promise<void> => {
  const { postId, destination, ports } = work;
  ports.onBug(error, { postId, postPlatformId: destination.postPlatformId, platform: destination.platform });
  await fail(
    work,
    new PlatformError('refused', 'PUBLISH_ERROR', 'The service could not publish this: an internal error.'),
  );
};

const fail = async (work: Work, error: PlatformError): Promise<void> => {
  const { context, destination } = work;
  const { postPlatformId, retries } = destination;
  // Where a send is in doubt this decides nothing: the send's own event says when the platform is asked.
  // Outside a send nothing visible can have been stored, so not knowing is the same as not stored.
  const kind = error.kind === 'unknown' ? 'not_stored' : error.kind === 'unauthorized' ? 'refused' : error.kind;
  const now = context.now().toISOString();
  await command(
    work,
    {
      type: 'settle-failed',
      postPlatformId,
      kind,
      error: describeError(error),
      retries,
      now,
      ...(error.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: error.retryAfterSeconds }),
    },
    `failed/${work.content.round}/${destination.generation}/${retries}`,
  );
};

export const runDestinations = (ports: PublishingPorts) => runnable(destinations, publishDestination(ports));
