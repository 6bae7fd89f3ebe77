import { deliverMessage } from '../../commands/contacts/deliver-message.ts';
import { commandIdFor } from '../../commands/kernel/deterministic-ids.ts';
import { contact } from '../../domain/contacts/contact.ts';
import type { SentMessage } from '../../domain/contacts/contact-state.ts';
import { laterTry } from '../../domain/contacts/failed-message.ts';
import type { Messaging } from '../../domain/contacts/messaging.ts';
import { idOfStream } from '../../domain/kernel/stream-names.ts';
import { Refused } from '../../domain/kernel/refused.ts';
import { enrollment, type Enrollment, type EnrollmentCommand } from '../../domain/sequences/enrollment.ts';
import type { ExitReason, HoldReason } from '../../domain/sequences/enrollment-events.ts';
import { nextStepOf } from '../../domain/sequences/next-step.ts';
import { hoursAfter } from '../../domain/sequences/run-times.ts';
import { sequence, type Sequence, type SequenceStep } from '../../domain/sequences/sequence.ts';
import { planHas } from '../billing/plan-has.ts';
import type { ActContext } from '../kernel/act-context.ts';
import { processOf } from '../kernel/process.ts';

/** The sequences that a contact is in, and what happened to the contact meanwhile. */
type Runs = Readonly<{
  /** When each enrollment is due next; null while it waits for its sequence. */
  due: Readonly<Record<string, string | null>>;
  /** When the contact replied: the enrollments that have not taken it into account. */
  replied: Readonly<Record<string, string>>;
  leaving?: Readonly<{ reason: ExitReason; at: string }> | undefined;
}>;

type Run =
  | Readonly<{ do: 'step' | 'reply'; enrollmentId: string; at: string }>
  | Readonly<{ do: 'leave'; enrollmentIds: readonly string[]; reason: ExitReason; at: string }>;

export type SequencePorts = Readonly<{ messaging: Messaging }>;

const dueAt = (runs: Runs | undefined, enrollmentId: string, at: string | null): Runs => ({
  ...(runs ?? { replied: {} }),
  due: { ...runs?.due, [enrollmentId]: at },
  replied: runs?.replied ?? {},
});

const without = <Value>(of: Readonly<Record<string, Value>>, name: string): Readonly<Record<string, Value>> =>
  Object.fromEntries(Object.entries(of).filter(([each]) => each !== name));

const ended = (runs: Runs | undefined, enrollmentId: string): Runs | undefined => {
  if (!runs) return undefined;
  const due = without(runs.due, enrollmentId);
  return Object.keys(due).length === 0 ? undefined : { ...runs, due, replied: without(runs.replied, enrollmentId) };
};

const leaving = (runs: Runs | undefined, reason: ExitReason, at: string): Runs | undefined =>
  runs && { ...runs, leaving: { reason, at } };

/** A failed send is tried again after 2, 4 and 8 minutes, as a destination of a post is. */
const maxAttempts = 3;
const minuteMs = 60_000;

const afterFailure = (
  message: SentMessage,
  { round, currentStep, attempts }: Enrollment,
  now: Date,
): EnrollmentCommand => {
  const { code = 'PUBLISH_ERROR', reason = 'The platform did not take the message' } = message.failure ?? {};
  const attempt = attempts + 1;
  const later = laterTry(message);
  if (!later || attempt > maxAttempts) return { type: 'fail', code, reason };
  const delayMs = Math.max(2 ** attempt * minuteMs, later.afterSeconds * 1_000);
  const nextRunAt = new Date(now.getTime() + delayMs).toISOString();
  return { type: 'postpone', round, step: currentStep + 1, attempt, reason, nextRunAt };
};

/** What becomes of an enrollment whose contact may not be messaged now. */
const afterRefusal = (error: unknown): EnrollmentCommand => {
  if (!(error instanceof Refused)) throw error;
  if (error.code === 'NOT_FOUND') return { type: 'exit', reason: 'CONTACT_DELETED' };
  const reason = String(error.details?.['reason'] ?? error.code);
  if (reason === 'suppressed') return { type: 'exit', reason: 'SUPPRESSED' };
  return { type: 'fail', code: reason.toUpperCase(), reason: error.message };
};

const sendStep = async (
  of: Enrollment,
  { step, sequence: { steps } }: Readonly<{ step: SequenceStep; sequence: Sequence }>,
  context: ActContext,
  messaging: Messaging,
): Promise<EnrollmentCommand | undefined> => {
  const { enrollmentId, sequenceId, contactId, round, currentStep, got, attempts } = of;
  const { workspaceId, mode, now } = context;
  const messageId = commandIdFor('sequence', enrollmentId, String(round), String(currentStep + 1), String(attempts));
  const origin = { kind: 'sequence', sequenceId, enrollmentId, stepId: step.id } as const;
  const message = await deliverMessage(
    { messageId, origin, text: step.messageTemplate },
    {
      decide: (command, name) => context.send(contact, contactId, command, { step: `${name}/${context.run}` }),
      messaging,
      scope: { workspaceId, mode },
      now,
    },
  ).catch(afterRefusal);
  if ('type' in message) return message;
  // Its outcome is not known yet: the action is due again, and looks.
  if (message.status === 'open') return undefined;
  if (message.status === 'failed') return afterFailure(message, of, now());
  // A message that was begun before the steps changed is of the step that it was begun for.
  const stepId = message.origin.kind === 'sequence' ? message.origin.stepId : step.id;
  const next = nextStepOf(steps, [...got, stepId]);
  const nextRunAt = next ? hoursAfter(now().toISOString(), next.delayHours) : null;
  return { type: 'note-step-sent', round, step: currentStep + 1, stepId, nextRunAt };
};

/** What keeps a sequence from sending now. Only the plan in the log decides. */
const whatIsAwaited = async ({ status }: Sequence, context: ActContext): Promise<HoldReason | undefined> => {
  if (status !== 'ACTIVE') return 'SEQUENCE';
  return (await planHas('sequences', context)) ? undefined : 'PLAN';
};

const runStep = async (enrollmentId: string, context: ActContext, { messaging }: SequencePorts) => {
  const of = (await context.load(enrollment, enrollmentId))?.state;
  if (of === undefined || of === 'absent') return;
  const { sequenceId, currentStep, round, attempts } = of;
  const end = (command: EnrollmentCommand) =>
    context.send(enrollment, enrollmentId, command, {
      step: `${command.type}/${round}/${currentStep}/${attempts}/${of.nextRunAt}`,
    });
  const state = (await context.load(sequence, sequenceId))?.state;
  if (state === undefined || state === 'absent') return void (await end({ type: 'exit', reason: 'MANUAL' }));
  const waitingFor = await whatIsAwaited(state, context);
  if (waitingFor !== undefined) {
    await end({ type: 'hold', waitingFor });
    // What it waits for may have come since, and its waiting contacts continued before the hold.
    const now = (await context.load(sequence, sequenceId))?.state;
    if (typeof now === 'object' && (await whatIsAwaited(now, context)) === undefined)
      await end({ type: 'resume', nextRunAt: context.now().toISOString() });
    return;
  }
  const step = nextStepOf(state.steps, of.got);
  const command: EnrollmentCommand | undefined = step
    ? await sendStep(of, { step, sequence: state }, context, messaging)
    : { type: 'complete' };
  if (command) await end(command);
};

/** A STOP is a reply and a suppression in one append: the enrollment ends by the suppression, which the reply cannot hide. */
const afterReply = async (of: Enrollment, context: ActContext): Promise<EnrollmentCommand> => {
  const { suppression } = (await context.load(contact, of.contactId))?.state ?? {};
  if (suppression) return { type: 'exit', reason: 'SUPPRESSED' };
  const state = (await context.load(sequence, of.sequenceId))?.state;
  const exits = state !== undefined && state !== 'absent' && state.exitOnReply;
  return exits ? { type: 'exit', reason: 'REPLY' } : { type: 'keep-through-reply' };
};

/**
 * Sends each contact the steps of its sequences when they are due, once each. One instance a
 * contact: its reply, its suppression and its deletion reach all its enrollments.
 */
export const sequenceRuns = processOf<Runs, Run, SequencePorts>()({
  name: 'sequence-runs',
  description: 'Sends the messages of sequences.',
  on: {
    EnrollmentStarted: (runs, { data }) => ({
      ...dueAt(runs, data.enrollmentId, data.nextRunAt),
      leaving: undefined,
    }),
    EnrollmentStepSent: (runs, { data }) => dueAt(runs, data.enrollmentId, data.nextRunAt),
    EnrollmentPostponed: (runs, { data }) => dueAt(runs, data.enrollmentId, data.nextRunAt),
    EnrollmentHeld: (runs, { data }) => dueAt(runs, data.enrollmentId, null),
    EnrollmentResumed: (runs, { data }) => dueAt(runs, data.enrollmentId, data.nextRunAt),
    EnrollmentReplied: (runs, { data }) => runs && { ...runs, replied: without(runs.replied, data.enrollmentId) },
    EnrollmentCompleted: (runs, { data }) => ended(runs, data.enrollmentId),
    EnrollmentExited: (runs, { data }) => ended(runs, data.enrollmentId),
    EnrollmentFailed: (runs, { data }) => ended(runs, data.enrollmentId),
    InboundMessageReceived: (runs, { meta }) =>
      runs && {
        ...runs,
        replied: Object.fromEntries(Object.keys(runs.due).map((enrollmentId) => [enrollmentId, meta.occurredAt])),
      },
    ContactSuppressed: (runs, { meta }) => leaving(runs, 'SUPPRESSED', meta.occurredAt),
    ContactDeleted: (runs, { meta }) => leaving(runs, 'CONTACT_DELETED', meta.occurredAt),
  },
  instancesOf: ({ stream, data }) => ('enrollmentId' in data ? data.contactId : idOfStream(stream)),
  next: ({ due, replied, leaving: left }) => {
    if (left) {
      const enrollmentIds = Object.keys(due);
      return { at: left.at, action: { do: 'leave', enrollmentIds, ...left } };
    }
    const [reply] = Object.entries(replied);
    if (reply) return { at: reply[1], action: { do: 'reply', enrollmentId: reply[0], at: reply[1] } };
    const [first] = Object.entries(due)
      .flatMap(([enrollmentId, at]) => (at === null ? [] : [{ enrollmentId, at }]))
      .toSorted((one, other) => (one.at < other.at ? -1 : 1));
    return first && { at: first.at, action: { do: 'step', ...first } };
  },
  act: async (run, context, ports) => {
    if (run.do === 'step') return runStep(run.enrollmentId, context, ports);
    if (run.do === 'leave') {
      for (const id of run.enrollmentIds)
        await context.send(enrollment, id, { type: 'exit', reason: run.reason }, { step: `leave/${id}/${run.at}` });
      return;
    }
    const { enrollmentId, at } = run;
    const of = (await context.load(enrollment, enrollmentId))?.state;
    if (of === undefined || of === 'absent') return;
    const command = await afterReply(of, context);
    await context.send(enrollment, enrollmentId, command, { step: `reply/${enrollmentId}/${at}` });
  },
});
