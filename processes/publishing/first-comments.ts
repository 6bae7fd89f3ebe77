import { PlatformError } from '../../domain/platforms/platform-error.ts';
import { platforms, type Platform } from '../../domain/platforms/platform.ts';
import { firstCommentSend } from '../../domain/posts/decide-sending.ts';
import type { PostCommand } from '../../domain/posts/commands.ts';
import type { PostEvent } from '../../domain/posts/events.ts';
import { post } from '../../domain/posts/post.ts';
import { renderPost } from '../../domain/posts/render.ts';
import { nextRetry, publishRetryDelaysMs } from '../../domain/scheduling/retry-delays.ts';
import { runnable, type ActContext, type ProcessManager } from '../kernel/process-manager.ts';
import { claimsFor } from './claims.ts';
import { askPlatform, nextLookAt } from './look.ts';
import type { PublishingPorts } from './ports.ts';
import { describeError, destinationIn, endsRun, RecordedRun } from './sends.ts';

type Comment = Readonly<{ postId: string; postPlatformId: string; platform: Platform; at: string }>;

const lane = (platform: Platform): string => `first-comments/${platform}`;

/** Sends first comments under live posts, after their delay. Whatever becomes of one, the post stays published. */
export const firstComments: ProcessManager<Comment, { postId: string; postPlatformId: string }> = {
  name: 'first-comments',
  description: 'Sends the first comment under each live destination.',
  handles: [
    'FirstCommentDue',
    'FirstCommentPublished',
    'FirstCommentFailed',
    'DestinationSendOutcomeUnknown',
    'DestinationLookFailed',
  ],
  lanes: platforms.map(lane),
  instancesOf: ({ data }) => [(data as { postPlatformId: string }).postPlatformId],
  evolve: (state, recorded, postPlatformId) => {
    const event = recorded as unknown as PostEvent;
    switch (event.type) {
      case 'FirstCommentDue':
        return {
          postId: recorded.stream.slice('post-'.length),
          postPlatformId,
          platform: event.data.platform,
          at: event.data.dueAt,
        };
      case 'DestinationSendOutcomeUnknown':
      case 'DestinationLookFailed':
        if (!state || event.data.send !== firstCommentSend) return state;
        return { ...state, at: event.data.lookAt ?? recorded.meta.occurredAt };
      default:
        return undefined;
    }
  },
  next: ({ postId, postPlatformId, platform, at }) => ({
    at,
    action: { postId, postPlatformId },
    lane: lane(platform),
  }),
};

const comment = async (
  ports: PublishingPorts,
  { postId, postPlatformId }: { postId: string; postPlatformId: string },
  context: ActContext,
): Promise<void> => {
  const send = (command: PostCommand, step: string) =>
    context.send(post, postId, command, `comment/${postPlatformId}/${step}`).then(() => undefined);
  const loaded = await context.load(post, postId, { latest: true });
  if (loaded?.state.is !== 'there') return;
  const { content } = loaded.state;
  const destination = destinationIn(loaded.state, postPlatformId);
  const [commented] = destination?.objects ?? [];
  if (!destination || !commented || destination.comment !== 'due' || content.firstComment === null) return;
  const { platform, accountId } = destination;
  const known = destination.sends[firstCommentSend];
  const id = `${known?.attempt ?? 0}`;
  const of = { key: known?.key ?? '', attempt: known?.attempt ?? 0 };
  const fail = (code: string, message: string) =>
    send({ type: 'comment-failed', postPlatformId, error: { code, message } }, `failed/${id}`);

  if (known?.status === 'done') {
    return send({ type: 'comment-published', postPlatformId, object: known.object }, 'published');
  }
  const opened = await ports.accounts.open(accountId, context.workspaceId, context.mode);
  if (!opened) return fail('ACCOUNT_DISCONNECTED', 'The account is disconnected.');
  const publisher = ports.publishers(platform, context.mode);

  if (known?.status === 'open') {
    const lookAt = new Date(context.now().getTime() + 2_000).toISOString();
    const message = 'The service stopped before the answer came.';
    const doubt = { type: 'send-unknown', send: firstCommentSend, of, cause: 'interrupted', message, lookAt } as const;
    return send({ ...doubt, postPlatformId }, `interrupted/${id}`);
  }
  if (known?.status === 'unknown') {
    if (known.looks > 0 && known.lookAt === null)
      return fail('OUTCOME_UNKNOWN', 'Nobody knows whether the comment was sent.');
    const rendered = renderPost(content, platform, destination.media);
    const look = {
      send: firstCommentSend,
      key: known.key,
      rendered: { ...rendered, platform, contentType: content.contentType, media: [], thread: [] },
      earlier: destination.objects,
      sentAt: destination.publishedAt ?? context.now().toISOString(),
      commentText: content.firstComment,
      remembered: (name: string) => destination.steps[name],
    };
    const { signal, now, wait } = context;
    const claim = claimsFor(ports, context, destination, look.sentAt);
    const found = await askPlatform(publisher, look, { ...opened, signal, now, wait, claim });
    if (found.outcome === 'published') {
      await send(
        { type: 'send-succeeded', postPlatformId, send: firstCommentSend, of, object: found.object, foundByLook: true },
        `found/${id}`,
      );
      return send({ type: 'comment-published', postPlatformId, object: found.object }, 'published');
    }
    if (found.outcome === 'cannot_tell') {
      const lookAt = found.forGood ? null : nextLookAt(context.now(), known.looks);
      const failed = { type: 'look-failed', send: firstCommentSend, of, message: found.message, lookAt } as const;
      return send({ ...failed, postPlatformId }, `look/${id}/${known.looks}`);
    }
    const error = { code: 'PUBLISH_ERROR', message: known.message };
    await send(
      { type: 'send-failed', postPlatformId, send: firstCommentSend, of, error, foundByLook: true },
      `not-found/${id}`,
    );
  }

  const fresh = await context.load(post, postId);
  const current = fresh && destinationIn(fresh.state, postPlatformId);
  if (fresh?.state.is !== 'there' || !current) return;
  const startedAt = context.now().toISOString();
  const { round } = fresh.state;
  const target = { postId, postPlatformId, startedAt, round };
  const claim = claimsFor(ports, context, current, startedAt);
  const run = new RecordedRun(context, target, current, opened, claim, (step) => ports.reached?.(step, context.mode));
  try {
    const object = await publisher.comment(commented, content.firstComment, run);
    await Promise.all([run.recorded, send({ type: 'comment-published', postPlatformId, object }, 'published')]);
    ports.reached?.('comment-settled', context.mode);
  } catch (error) {
    await run.recorded.catch(() => undefined);
    if (endsRun(error) || context.signal.aborted) throw error;
    if (!(error instanceof PlatformError)) {
      ports.onBug(error, { postId, postPlatformId, platform });
      return fail('PUBLISH_ERROR', 'The service could not send the comment: an internal error.');
    }
    if (error.kind === 'unknown') return;
    const tries = (current.sends[firstCommentSend]?.attempt ?? 0) + 1;
    const next = nextRetry(publishRetryDelaysMs, tries - 1, context.now().getTime(), error.retryAfterSeconds);
    const again = (dueAt: string) => send({ type: 'postpone-comment', postPlatformId, dueAt }, `postpone/${tries}`);
    if (error.kind === 'not_stored' && !next.exhausted) return again(new Date(next.at).toISOString());
    if (error.kind === 'unauthorized') {
      const { workspaceId, mode } = context;
      // A token that died between post and comment costs nobody the comment where it can be renewed.
      if (tries === 1 && (await ports.accounts.renew(accountId, workspaceId, mode, opened.tokenVersion)))
        return again(context.now().toISOString());
      await ports.accounts.tokenDied(accountId, workspaceId, mode, error.message, opened.tokenVersion);
    }
    await send({ type: 'comment-failed', postPlatformId, error: describeError(error) }, `failed/${tries}`);
  }
};

export const runFirstComments = (ports: PublishingPorts) =>
  runnable(firstComments, (action, context) => comment(ports, action, context));
