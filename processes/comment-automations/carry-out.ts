import { commandIdFor } from '../../commands/kernel/deterministic-ids.ts';
import { deliverMessage } from '../../commands/contacts/deliver-message.ts';
import { comment } from '../../domain/comments/comment.ts';
import { announcesNothing, type AutomationRun, type RunCommand } from '../../domain/comment-automations/run.ts';
import type { RunStep } from '../../domain/comment-automations/run-events.ts';
import { contact } from '../../domain/contacts/contact.ts';
import type { LivingContact } from '../../domain/contacts/contact-state.ts';
import type { MessageCommand } from '../../domain/contacts/decide-messages.ts';
import { Refused } from '../../domain/kernel/refused.ts';
import type { ActContext } from '../kernel/act-context.ts';
import type { AutomationRunPorts } from './ports.ts';
import { planHas } from '../billing/plan-has.ts';
import { enrollContact } from '../sequences/enroll-contact.ts';
import { replyFor } from './reply-for.ts';
import { done, failed, lowPlan, skipped, type StepResult } from './step-result.ts';

/** A failed step is tried again after 2, 4 and 8 minutes, as a destination of a post is. */
const maxAttempts = 3;
const minuteMs = 60_000;

/**
 * The author of the comment as a contact: made where it does not exist yet. Undefined where they were
 * forgotten; `unknown` where the platform does not name them.
 */
const personOf = async (
  { contactId, commentId, accountId }: AutomationRun,
  context: ActContext,
): Promise<(LivingContact & Readonly<{ suppression: unknown }>) | 'unknown' | undefined> => {
  const known = (await context.load(contact, contactId))?.state;
  if (known?.kind === 'existing') return known;
  const loaded = await context.load(comment, commentId);
  const received = loaded?.events.find((event) => event.type === 'CommentReceived')?.data;
  // A contact that was deleted since is not made again.
  if (loaded?.state.kind !== 'existing' || !received || (known?.lives ?? 0) > 0) return undefined;
  const { author, platform, platformCreatedAt: at } = received;
  if (author.id === '') return 'unknown';
  const command = {
    type: 'upsert-contact',
    contactId,
    platform,
    platformId: author.id,
    username: author.username,
    seen: { accountId, at },
  } as const;
  const { state } = await context.send(contact, contactId, command, { step: `contact/${contactId}` });
  return state.kind === 'existing' ? state : undefined;
};

const messageIdOf = ({ runId, attempts }: AutomationRun): string =>
  commandIdFor('comment-automation', runId, String(attempts));

/** The comment that began a run, as a message answers it. Undefined where it was forgotten. */
const commentOf = async ({ commentId }: AutomationRun, context: ActContext) => {
  const loaded = await context.load(comment, commentId);
  const received = loaded?.events.find((event) => event.type === 'CommentReceived')?.data;
  if (loaded?.state.kind !== 'existing' || !received) return undefined;
  return { platformCommentId: loaded.state.platformCommentId, writtenAt: received.platformCreatedAt };
};

/** Why a private reply cannot be sent, while an ordinary message within an open window can. */
const needsWindow: readonly unknown[] = ['private_reply_used', 'private_reply_expired'];

/** The private reply to the comment or, where it had one or is too old, an ordinary message. */
const messageFor = async (
  text: string,
  run: AutomationRun,
  context: ActContext,
  { messaging }: AutomationRunPorts,
): Promise<StepResult> => {
  const { contactId, accountId, commentId } = run;
  const messageId = messageIdOf(run);
  const { workspaceId, mode, now } = context;
  const answers = await commentOf(run, context);
  if (!answers) return skipped('COMMENT_DELETED');
  const parts = {
    decide: (command: MessageCommand, step: string) => context.send(contact, contactId, command, { step }),
    messaging,
    scope: { workspaceId, mode },
    now,
  };
  const wanted = { messageId, text, accountId };
  try {
    const message = await deliverMessage(
      { ...wanted, origin: { kind: 'private_reply', commentId }, comment: answers },
      parts,
    ).catch((error: unknown) => {
      if (!(error instanceof Refused) || !needsWindow.includes(error.details?.['reason'])) throw error;
      return deliverMessage({ ...wanted, origin: { kind: 'direct' } }, parts).catch((later: unknown) => {
        throw later instanceof Refused ? error : later;
      });
    });
    if (message.status === 'open') return undefined;
    if (message.status !== 'failed') return done;
    const { code = 'PUBLISH_ERROR', nothingStored, retryAfterSeconds } = message.failure ?? {};
    if (nothingStored !== true || code === 'ACCOUNT_DISCONNECTED') return failed(code);
    return { outcome: 'AGAIN', code, afterSeconds: retryAfterSeconds ?? 0 };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return skipped(String(error.details?.['reason'] ?? error.code).toUpperCase());
  }
};

const tagFor = async (tags: readonly string[], { runId, contactId }: AutomationRun, context: ActContext) => {
  try {
    for (const tag of tags)
      await context.send(contact, contactId, { type: 'add-tag', tag }, { step: `tag/${runId}/${tag}` });
    return done;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return failed(error.code);
  }
};

const resultOf = async (
  step: RunStep,
  run: AutomationRun,
  context: ActContext,
  ports: AutomationRunPorts,
): Promise<StepResult> => {
  const person = await personOf(run, context);
  if (!person) return skipped('CONTACT_DELETED');
  const { reply, directMessage, tags, sequenceId } = run.actions;
  if (person === 'unknown' && step !== 'REPLY') return skipped('AUTHOR_UNKNOWN');
  if (person === 'unknown')
    return announcesNothing(run) ? skipped('DIRECT_MESSAGE_NOT_SENT') : replyFor(reply ?? '', run, context, ports);
  // A reply asks for the plan itself, and what has begun is finished.
  const isBegun = step === 'DIRECT_MESSAGE' && person.messages.some(({ messageId }) => messageId === messageIdOf(run));
  const feature = step === 'SEQUENCE' ? 'sequences' : 'comment_automations';
  if (step !== 'REPLY' && !isBegun && !(await planHas(feature, context))) return lowPlan;
  if (step === 'TAGS') return tagFor(tags, run, context);
  // A person who opted out gets nothing, also no public answer.
  if (person.suppression !== null) return skipped('CONTACT_SUPPRESSED');
  if (step === 'REPLY' && announcesNothing(run)) return skipped('DIRECT_MESSAGE_NOT_SENT');
  if (step === 'REPLY') return replyFor(reply ?? '', run, context, ports);
  if (step === 'DIRECT_MESSAGE') return messageFor(directMessage ?? '', run, context, ports);
  const entered = await enrollContact(sequenceId ?? '', person, context);
  if (entered === 'enrolled') return done;
  return skipped(entered === 'archived' ? 'SEQUENCE_ARCHIVED' : 'ALREADY_ENROLLED');
};

/** Carries out a step that an earlier run may have begun: it is never sent a second time. */
export const carryOut = async (
  step: RunStep,
  run: AutomationRun,
  context: ActContext,
  ports: AutomationRunPorts,
): Promise<RunCommand | undefined> => {
  const result = await resultOf(step, run, context, ports);
  if (!result) return undefined;
  const { outcome, code, afterSeconds = 0 } = result;
  if (outcome !== 'AGAIN') return { type: 'end-step', step, outcome, code };
  const attempt = run.attempts + 1;
  if (attempt > maxAttempts) return { type: 'end-step', step, outcome: 'FAILED', code };
  const delayMs = Math.max(2 ** attempt * minuteMs, afterSeconds * 1_000);
  const until = new Date(context.now().getTime() + delayMs).toISOString();
  return { type: 'postpone-step', step, attempt, code: code ?? 'PUBLISH_ERROR', until };
};
