import { checkAccount } from '../../domain/content/account-eligibility.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import { isChangedMedia } from '../../domain/platforms/media-failure.ts';
import { PlatformError, type FailureKind } from '../../domain/platforms/platform-error.ts';
import type { Found, Publisher } from '../../domain/platforms/publisher.ts';
import { isElsewhere } from '../../domain/posts/approved.ts';
import { firstCommentSend } from '../../domain/posts/destination-state.ts';
import type { PostCommand } from '../../domain/posts/commands.ts';
import type { PostEvent } from '../../domain/posts/post-events.ts';
import { post } from '../../domain/posts/post.ts';
import { renderPost } from '../../domain/posts/render.ts';
import type { DestinationState } from '../../domain/posts/destination-state.ts';
import type { Post } from '../../domain/posts/state.ts';
import type { DestinationError, PostMedia } from '../../domain/posts/values.ts';
import type { Platform } from '../../domain/platforms/platform.ts';
import type { ActContext } from '../kernel/act-context.ts';
import { takePlaceAtServerOf } from '../accounts/place-at-server.ts';
import { openAttemptFiles, withKnownLengths, type Attached, type AttemptFiles } from './attempt-files.ts';
import type { AttemptStep } from './attempt-steps.ts';
import { claimsFor } from './claims.ts';
import type { OpenedAccount, PublishingPorts } from './ports.ts';
import { askPlatform, isUnsettled, reconcile, type UnsettledSend } from './reconcile.ts';
import { withSound } from './silent-videos.ts';
import { describeError, destinationIn, endsRun, RecordedRun } from './recorded-run.ts';

export type Advance = Readonly<{
  postId: string;
  postPlatformId: string;
  platform: Platform;
  /** The revision of the post that made the destination due. */
  revision?: number;
}>;

/** The state of a destination when its process continues with it. */
type Work = Readonly<{
  context: ActContext;
  ports: PublishingPorts;
  postId: string;
  post: Post;
  destination: DestinationState;
  events: readonly Recorded<PostEvent>[];
}>;

/** Continues with one destination from the end of its history. */
export const publishDestination = async (
  { postId, postPlatformId, revision }: Advance,
  context: ActContext,
  ports: PublishingPorts,
): Promise<void> => {
  // At most one reconciliation, then one attempt. Everything later comes back through the events.
  for (let turn = 0; turn < 2; turn++) {
    // Another worker may have continued since this one read the post. The revision that made the
    // destination due is enough to prepare a send: its intent is recorded only at the very revision
    // it was prepared for.
    const known = revision === undefined ? 'latest' : { toPrepareFromRevision: revision };
    const loaded = await context.load(post, postId, known);
    if (loaded?.state.kind !== 'existing') return context.endInstance();
    const destination = destinationIn(loaded.state, postPlatformId);
    if (!destination?.running) return context.endInstance();
    await takePlaceAtServerOf(destination, context);
    const work = { context, ports, postId, post: loaded.state, destination, events: loaded.events };
    const unsettled = unsettledSend(destination);
    if (!unsettled) return tryOnce(work);
    if ((await reconcileUnknownOutcome(work, ...unsettled)) !== 'go on') return;
  }
};

/** The send of the post or of one of its parts whose outcome is unknown. */
const unsettledSend = ({ sends }: DestinationState): readonly [name: string, send: UnsettledSend] | undefined => {
  for (const [name, send] of Object.entries(sends))
    if (name !== firstCommentSend && isUnsettled(send)) return [name, send];
  return undefined;
};

const command = async ({ context, postId, destination }: Work, what: PostCommand, step: string): Promise<void> => {
  await context.send(post, postId, what, { step: `${destination.postPlatformId}/${step}` });
};

const onStep = ({ ports, context }: Work, step: AttemptStep): void => ports.onStep?.(step, context.mode);

const renderedFor = ({ post: { content }, destination, ports, context }: Work): Attached => {
  const rendered = renderPost(content, destination.platform, destination.media);
  const file = (media: Parameters<PublishingPorts['media']>[0]) => ports.media(media, context.mode);
  return {
    platform: destination.platform,
    contentType: content.contentType,
    text: rendered.text,
    media: rendered.media.map(file),
    thread: rendered.thread.map((item) => ({ ...item, media: item.media.map(file) })),
    metadata: rendered.metadata,
  };
};

const attachedTo = ({ post: { content }, destination }: Work): readonly PostMedia[] => {
  const { media, thread } = renderPost(content, destination.platform, destination.media);
  return [...media, ...thread.flatMap((item) => item.media)];
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

/**
 * Asks the platform about a send whose outcome is unknown, and ends the destination where no answer
 * will come. Never sends.
 */
const reconcileUnknownOutcome = async (work: Work, send: string, known: UnsettledSend): Promise<'go on' | 'wait'> => {
  const { context, destination } = work;
  const { postPlatformId } = destination;
  const attemptId = `${send}/${destination.generation}/${known.attempt}`;
  const reconciled = await reconcile({
    postPlatformId,
    send,
    known,
    attemptId,
    now: context.now,
    ask: () => askAbout(work, send, known),
    describeNotSent: (message) => `Not on the platform: ${message}`,
    command: (what, step) => command(work, what, step),
    onStep: (step) => onStep(work, step),
  });
  switch (reconciled.outcome) {
    case 'waits':
      return 'wait';
    case 'sent':
      return 'go on';
    case 'undecided': {
      const error = { code: 'OUTCOME_UNKNOWN', message: unknownOutcome(reconciled.message) };
      await settleFailed(work, { kind: 'unknown', error, step: `undecided/${attemptId}` });
      return 'wait';
    }
    case 'not_sent':
      if (reconciled.isRefused) {
        await settleFailed(work, { kind: 'refused', error: reconciled.error, step: `settle/${attemptId}` });
        return 'wait';
      }
      // The service stopped and the platform did not fail: the attempt does not count as a retry.
      if (known.status === 'unknown' && known.cause === 'interrupted') return 'go on';
      await settleFailed(work, { kind: 'not_stored', error: reconciled.error, step: `settle/${attemptId}` });
      return 'wait';
    default:
      return reconciled satisfies never;
  }
};

const askAbout = async (work: Work, send: string, { key }: UnsettledSend): Promise<Found> => {
  const { context, ports, destination } = work;
  const { accountId, platform, objects } = destination;
  const opened = await ports.accounts.open(accountId, context.workspaceId, context.mode);
  if (!opened) return { outcome: 'cannot_tell', message: 'The account is disconnected.' };
  const remembered = (name: string) => destination.steps[name];
  const request = {
    send,
    key,
    remembered,
    earlier: objects,
    rendered: withKnownLengths(renderedFor(work), remembered),
    sentAt: intentsOf(work, send).at(-1)?.meta.occurredAt ?? context.now().toISOString(),
  };
  const { signal, now, wait } = context;
  const publisher = ports.publishers(platform, context.mode);
  return askPlatform(publisher, request, { ...opened, signal, now, wait, claim: claimsOf(work) });
};

const unknownOutcome = (message: string): string =>
  `It is not known whether this was published: ${message}. Check the account, then call POST ` +
  '/v1/posts/:id/platforms/:postPlatformId/resolve.';

const settleFailed = (
  work: Work,
  {
    kind,
    error,
    step,
    retryAfterSeconds,
  }: Readonly<{ kind: FailureKind; error: DestinationError; step: string; retryAfterSeconds?: number | undefined }>,
): Promise<void> => {
  const { postPlatformId, retries } = work.destination;
  const now = work.context.now().toISOString();
  const delay = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
  return command(work, { type: 'settle-failed', postPlatformId, kind, error, retries, now, ...delay }, step);
};

const selectedAnother =
  'The account has selected another page, organization or location since the post was approved. Select the approved one ' +
  'again, or have the post approved for this one.';

/** One attempt to publish, when the outcome of every earlier send is known. */
const tryOnce = async (work: Work): Promise<void> => {
  const { context, ports, destination } = work;
  const { postPlatformId, accountId, platform } = destination;
  const opened = await ports.accounts.open(accountId, context.workspaceId, context.mode);
  const round = `${work.post.round}/${destination.retries}`;
  if (!opened || opened.facts.paused) {
    const skipReason = opened ? 'account_paused' : 'account_disconnected';
    return command(work, { type: 'skip', postPlatformId, skipReason }, `skip/${round}`);
  }
  const [problem] = checkAccount(opened.facts, 'dispatch').errors;
  if (problem) return fail(work, new PlatformError('refused', problem.code as PlatformError['code'], problem.message));
  // A retry may come long after the dispatch: the place is asked for again.
  if (isElsewhere(work.post, { [accountId]: opened.facts.pageId ?? null }))
    return fail(work, new PlatformError('refused', 'PUBLISH_ERROR', selectedAnother));
  const until = await ports.pacing.take({
    accountId,
    platform,
    key: `${postPlatformId}/${round}`,
    sends: Math.max(1, work.post.content.threadItems.length),
    now: context.now(),
  });
  if (until !== undefined) {
    const reason = `${platform} accepts no more posts of this account before ${until}`;
    return command(work, { type: 'defer', postPlatformId, until, reason }, `defer/${round}/${until}`);
  }
  await publishWith(work, opened, ports.publishers(platform, context.mode), { mayRenew: true });
};

const publishWith = async (
  work: Work,
  opened: OpenedAccount,
  publisher: Publisher,
  { mayRenew }: Readonly<{ mayRenew: boolean }>,
): Promise<void> => {
  const { context, ports, postId, destination } = work;
  const { postPlatformId, accountId } = destination;
  const startedAt = startOf(work);
  const { round } = work.post;
  const target = { postId, postPlatformId, startedAt, round };
  const run = new RecordedRun(context, {
    target,
    destination,
    opened,
    claim: claimsOf(work),
    onStep: (step) => onStep(work, step),
  });
  const isFirst = Object.keys(destination.steps).length === 0 && Object.keys(destination.sends).length === 0;
  let files: AttemptFiles | undefined;
  try {
    files = await openAttemptFiles(renderedFor(work), run, { isFirst });
    const objects = await publisher.publish(await withSound(files.rendered, attachedTo(work), context, ports), run);
    const commentPossible = publisher.commentSupport(opened.account) === 'yes';
    const now = context.now().toISOString();
    const settled = { type: 'settle-published', postPlatformId, objects, commentPossible, now } as const;
    await Promise.all([run.recorded, command(work, settled, `published/${round}/${destination.generation}`)]);
    onStep(work, 'settled');
  } catch (error) {
    await run.recorded.catch(() => undefined);
    if (endsRun(error) || ports.isTransient?.(error) || context.signal.aborted) throw error;
    if (!(error instanceof PlatformError)) return failOfBug(work, error);
    if (isChangedMedia(error)) await run.forgetAll();
    if (error.kind === 'unauthorized' && mayRenew) {
      const renewed = await ports.accounts.renew(accountId, context.workspaceId, context.mode, opened.tokenVersion);
      const again = renewed && (await reloaded(work));
      if (again) return publishWith(again, renewed, publisher, { mayRenew: false });
    }
    if (error.kind === 'unauthorized') {
      await ports.accounts.tokenDied(accountId, {
        workspaceId: context.workspaceId,
        mode: context.mode,
        message: error.message,
        tokenVersion: opened.tokenVersion,
      });
    }
    await fail(work, error);
  } finally {
    await files?.close();
  }
};

/** The same destination with what this run has recorded so far. */
const reloaded = async (work: Work): Promise<Work | undefined> => {
  const loaded = await work.context.load(post, work.postId);
  if (loaded?.state.kind !== 'existing') return undefined;
  const destination = destinationIn(loaded.state, work.destination.postPlatformId);
  return destination && { ...work, post: loaded.state, destination, events: loaded.events };
};

/**
 * A bug is not an answer of the platform: the destination fails visibly instead of retrying
 * forever.
 */
const failOfBug = async (work: Work, error: unknown): Promise<void> => {
  const { postId, destination, ports } = work;
  ports.onBug(error, { postId, postPlatformId: destination.postPlatformId, platform: destination.platform });
  await fail(
    work,
    new PlatformError('refused', 'PUBLISH_ERROR', 'The service could not publish this: an internal error.'),
  );
};

const fail = (work: Work, error: PlatformError): Promise<void> => {
  const { generation, retries } = work.destination;
  // While a send's outcome is unknown this decides nothing: the send's own event sets when the
  // platform is asked.
  // Outside a send nothing visible can have been stored, so an unknown outcome counts as not
  // stored.
  const kind = error.kind === 'unknown' ? 'not_stored' : error.kind === 'unauthorized' ? 'refused' : error.kind;
  return settleFailed(work, {
    kind,
    error: describeError(error),
    step: `failed/${work.post.round}/${generation}/${retries}`,
    retryAfterSeconds: error.retryAfterSeconds,
  });
};
