import type { Recorded } from '../../domain/kernel/event.ts';
import { PlatformError } from '../../domain/platforms/platform-error.ts';
import type { Publisher } from '../../domain/platforms/publisher.ts';
import type { PostCommand } from '../../domain/posts/commands.ts';
import type { PostEvent } from '../../domain/posts/post-events.ts';
import { firstCommentSend } from '../../domain/posts/destination-state.ts';
import { post } from '../../domain/posts/post.ts';
import { renderPost } from '../../domain/posts/render.ts';
import type { DestinationState } from '../../domain/posts/destination-state.ts';
import type { Post } from '../../domain/posts/state.ts';
import { nextRetry, publishRetryDelaysMs } from '../../domain/posts/retry-delays.ts';
import type { ActContext } from '../kernel/act-context.ts';
import { takePlaceAtServerOf } from '../accounts/place-at-server.ts';
import { claimsFor } from './claims.ts';
import type { OpenedAccount, PublishingPorts } from './ports.ts';
import { askPlatform, isUnsettled, reconcile, type UnsettledSend } from './reconcile.ts';
import { describeError, destinationIn, endsRun, RecordedRun, type OnStep } from './recorded-run.ts';

export type SendFirstComment = Readonly<{ postId: string; postPlatformId: string }>;

/** The state of a comment when its process continues with it. */
type Work = Readonly<{
  context: ActContext;
  ports: PublishingPorts;
  postId: string;
  /** The text of the comment. */
  text: string;
  post: Post;
  destination: DestinationState;
  opened: OpenedAccount;
  publisher: Publisher;
  /** How often the comment was postponed: sends that never began count too. */
  retries: number;
}>;

/** Continues with one first comment from the end of the post's history. */
export const sendFirstComment = async (
  { postId, postPlatformId }: SendFirstComment,
  context: ActContext,
  ports: PublishingPorts,
): Promise<void> => {
  const loaded = await context.load(post, postId);
  if (loaded?.state.kind !== 'existing') return context.endInstance();
  const { firstComment: text } = loaded.state.content;
  const destination = destinationIn(loaded.state, postPlatformId);
  if (destination?.comment !== 'due') return context.endInstance();
  if (destination.objects.length === 0 || text === null) return;
  const { platform, accountId } = destination;
  const known = destination.sends[firstCommentSend];
  const commands = { context, postId, destination };
  const retries = retriesOf(loaded.events, postPlatformId);
  if (known?.status === 'done')
    return command(commands, { type: 'comment-published', postPlatformId, object: known.object }, 'published');
  await takePlaceAtServerOf(destination, context);
  const opened = await ports.accounts.open(accountId, context.workspaceId, context.mode);
  if (!opened) {
    const error = { code: 'ACCOUNT_DISCONNECTED', message: 'The account is disconnected.' };
    return fail(commands, error, retries);
  }
  const publisher = ports.publishers(platform, context.mode);
  const work = { ...commands, ports, text, post: loaded.state, opened, publisher, retries };
  if (!isUnsettled(known) || (await reconcileUnknownOutcome(work, known)) === 'go on')
    await tryOnce(work, { mayRenew: true });
};

/** A comment is due once when its post is live, and again at each postponement. */
const retriesOf = (events: readonly Recorded<PostEvent>[], postPlatformId: string): number =>
  events.filter(({ type, data }) => type === 'FirstCommentDue' && data.postPlatformId === postPlatformId).length - 1;

type Commands = Pick<Work, 'context' | 'postId' | 'destination'>;
type CommentError = Readonly<{ code: string; message: string }>;

const command = async ({ context, postId, destination }: Commands, what: PostCommand, step: string): Promise<void> => {
  await context.send(post, postId, what, { step: `comment/${destination.postPlatformId}/${step}` });
};

const fail = (commands: Commands, error: CommentError, retries: number): Promise<void> => {
  const { postPlatformId } = commands.destination;
  return command(commands, { type: 'comment-failed', postPlatformId, error }, `failed/${retries}`);
};

/**
 * Retries the comment after the retry delays, or later where the platform asks for it; after the
 * last retry it fails.
 */
const postponeOrFail = (work: Work, error: CommentError, retryAfterSeconds?: number): Promise<void> => {
  const { context, destination, retries } = work;
  const next = nextRetry(publishRetryDelaysMs, retries, context.now().getTime(), retryAfterSeconds);
  if (next.exhausted) return fail(work, error, retries);
  const { postPlatformId } = destination;
  const dueAt = new Date(next.at).toISOString();
  return command(work, { type: 'postpone-comment', postPlatformId, dueAt }, `postpone/${next.retry}`);
};

/** Asks the platform about a comment whose outcome is unknown. Never sends. */
const reconcileUnknownOutcome = async (work: Work, known: UnsettledSend): Promise<'go on' | 'wait'> => {
  const { context, destination } = work;
  const { postPlatformId } = destination;
  const reconciled = await reconcile({
    postPlatformId,
    send: firstCommentSend,
    known,
    attemptId: `${known.attempt}`,
    now: context.now,
    ask: () => askPlatform(work.publisher, findRequestOf(work, known), runContextOf(work, sentAtOf(work))),
    describeNotSent: (message) => message,
    command: (what, step) => command(work, what, step),
  });
  switch (reconciled.outcome) {
    case 'waits':
      return 'wait';
    case 'sent': {
      const { object } = reconciled;
      await command(work, { type: 'comment-published', postPlatformId, object }, 'published');
      return 'wait';
    }
    case 'undecided': {
      const error = { code: 'OUTCOME_UNKNOWN', message: 'It is not known whether the comment was sent.' };
      await fail(work, error, work.retries);
      return 'wait';
    }
    case 'not_sent':
      // The service stopped and the platform did not fail: the attempt does not count as a retry.
      if (known.status === 'unknown' && known.cause === 'interrupted') return 'go on';
      await postponeOrFail(work, reconciled.error);
      return 'wait';
    default:
      return reconciled satisfies never;
  }
};

/** The earliest time at which the comment may have been sent. */
const sentAtOf = ({ context, destination }: Work): string => destination.publishedAt ?? context.now().toISOString();

const runContextOf = ({ context, ports, destination, opened }: Work, since: string) => {
  const { signal, now, wait } = context;
  return { ...opened, signal, now, wait, claim: claimsFor(ports, context, destination, since) };
};

const findRequestOf = (work: Work, { key }: UnsettledSend) => {
  const { destination, text } = work;
  const { content } = work.post;
  const { platform, media, objects, steps } = destination;
  const rendered = renderPost(content, platform, media);
  return {
    send: firstCommentSend,
    key,
    rendered: { ...rendered, platform, contentType: content.contentType, media: [], thread: [] },
    earlier: objects,
    sentAt: sentAtOf(work),
    commentText: text,
    remembered: (name: string) => steps[name],
  };
};

/** One attempt to send the comment, when the outcome of every earlier attempt is known. */
const tryOnce = async (work: Work, { mayRenew }: Readonly<{ mayRenew: boolean }>): Promise<void> => {
  const { context, ports, postId, text, opened, publisher } = work;
  const { postPlatformId } = work.destination;
  const fresh = await context.load(post, postId);
  const destination = fresh && destinationIn(fresh.state, postPlatformId);
  const [commented] = destination?.objects ?? [];
  if (fresh?.state.kind !== 'existing' || !destination || !commented) return;
  const startedAt = context.now().toISOString();
  const { round } = fresh.state;
  const target = { postId, postPlatformId, startedAt, round };
  const claim = claimsFor(ports, context, destination, startedAt);
  const onStep: OnStep = (step) => ports.onStep?.(step, context.mode);
  const run = new RecordedRun(context, { target, destination, opened, claim, onStep });
  try {
    const object = await publisher.comment(commented, text, run);
    const published = { type: 'comment-published', postPlatformId, object } as const;
    await Promise.all([run.recorded, command(work, published, 'published')]);
    ports.onStep?.('comment-settled', context.mode);
  } catch (error) {
    await run.recorded.catch(() => undefined);
    if (endsRun(error) || ports.isTransient?.(error) || context.signal.aborted) throw error;
    await settleFailure({ ...work, destination }, error, { mayRenew });
  }
};

/**
 * Records how an attempt failed: the comment is retried, fails, or is reconciled with the platform.
 */
const settleFailure = async (
  work: Work,
  error: unknown,
  { mayRenew }: Readonly<{ mayRenew: boolean }>,
): Promise<void> => {
  const { context, ports, postId, destination, opened, retries } = work;
  const { postPlatformId, platform, accountId } = destination;
  const { workspaceId, mode } = context;
  if (!(error instanceof PlatformError)) {
    ports.onBug(error, { postId, postPlatformId, platform });
    const message = 'The service could not send the comment: an internal error.';
    return fail(work, { code: 'PUBLISH_ERROR', message }, retries);
  }
  switch (error.kind) {
    case 'unknown':
      // The send's own event sets when the platform is asked. Outside a send nothing can have been
      // stored.
      if (await isInDoubt(work)) return;
      return postponeOrFail(work, describeError(error), error.retryAfterSeconds);
    case 'not_stored':
      return postponeOrFail(work, describeError(error), error.retryAfterSeconds);
    case 'unauthorized': {
      // A token that died between post and comment does not cost the comment where it can be
      // renewed: once in each run.
      const renewed = mayRenew && (await ports.accounts.renew(accountId, workspaceId, mode, opened.tokenVersion));
      if (renewed) return tryOnce({ ...work, opened: renewed }, { mayRenew: false });
      await ports.accounts.tokenDied(accountId, {
        workspaceId,
        mode,
        message: error.message,
        tokenVersion: opened.tokenVersion,
      });
      return fail(work, describeError(error), retries);
    }
    case 'refused':
      return fail(work, describeError(error), retries);
    default:
      return error.kind satisfies never;
  }
};

const isInDoubt = async ({ context, postId, destination }: Work): Promise<boolean> => {
  const loaded = await context.load(post, postId, 'latest');
  const now = loaded && destinationIn(loaded.state, destination.postPlatformId);
  return isUnsettled(now?.sends[firstCommentSend]);
};
