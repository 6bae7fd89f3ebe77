import { replyAttemptOf } from '../../commands/comment-automations/automation-run-id.ts';
import { account } from '../../domain/accounts/account.ts';
import { comment } from '../../domain/comments/comment.ts';
import { onPlatform } from '../../domain/comments/comment-on-platform.ts';
import type { NoteReply } from '../../domain/comments/lost-reply.ts';
import type { AutomationRun } from '../../domain/comment-automations/run.ts';
import { Refused } from '../../domain/kernel/refused.ts';
import { PlatformError } from '../../domain/platforms/platform-error.ts';
import type { ActContext } from '../kernel/act-context.ts';
import { takePlaceAtServerOf } from '../accounts/place-at-server.ts';
import { planHas } from '../billing/plan-has.ts';
import type { AutomationRunPorts } from './ports.ts';
import { done, failed, lowPlan, skipped, type StepResult } from './step-result.ts';

/**
 * Replies once: intent, call, outcome, all three in the comment's own stream. A reply whose answer
 * was lost is looked up by the process of lost replies, and never sent again without that look.
 */
export const replyFor = async (
  text: string,
  { runId, commentId, attempts }: AutomationRun,
  context: ActContext,
  { replyToComment }: AutomationRunPorts,
): Promise<StepResult> => {
  const loaded = await context.load(comment, commentId);
  const state = loaded?.state;
  if (state?.kind !== 'existing') return skipped('COMMENT_DELETED');
  const attempt = replyAttemptOf(runId, attempts);
  const status = state.reply?.status;
  // A reply may be under way, or its answer was lost.
  if (status === 'open' || status === 'unknown') return undefined;
  if (state.reply?.attempt === attempt) {
    if (status === 'sent') return done;
    const failure = loaded?.events.findLast(({ type }) => type === 'CommentReplyFailed');
    const code = failure?.type === 'CommentReplyFailed' ? failure.data.code : 'PUBLISH_ERROR';
    // Any other code says that the platform has no such reply.
    return code === 'OUTCOME_UNKNOWN' ? failed(code) : { outcome: 'AGAIN', code };
  }
  if (state.replied || status === 'sent') return skipped('ALREADY_REPLIED');
  if (!(await planHas('comment_automations', context))) return lowPlan;
  if ((await context.load(account, state.accountId))?.state?.paused) return failed('ACCOUNT_PAUSED');
  await takePlaceAtServerOf(state, context);
  if (!(await context.proveLease())) throw new Error('the lease was lost before anything was sent');
  const start = { type: 'start-reply', attempt, content: text } as const;
  const begun = await context.send(comment, commentId, start, { step: `start/${attempt}` }).catch((error: unknown) => {
    // Another reply began at the same moment.
    if (error instanceof Refused && error.code === 'CONFLICT') return undefined;
    throw error;
  });
  if (!begun || begun.appended === 0) return undefined;
  const note = (command: NoteReply) =>
    context.send(comment, commentId, command, { step: `${command.type}/${attempt}` });
  const scope = { workspaceId: context.workspaceId, mode: context.mode };
  try {
    const { nativeId: replyId, url: replyUrl = null } = await replyToComment(onPlatform(state), text, scope);
    await note({ type: 'note-reply-sent', attempt, replyId, replyUrl });
    return done;
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const { kind, code, message, retryAfterSeconds } = error;
    if (kind === 'unknown') return void (await note({ type: 'note-reply-unknown', attempt, message }));
    await note({ type: 'note-reply-failed', attempt, code, message });
    return kind === 'not_stored' ? { outcome: 'AGAIN', code, afterSeconds: retryAfterSeconds ?? 0 } : failed(code);
  }
};
