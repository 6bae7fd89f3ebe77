import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { Platform } from '../platforms/platform.ts';

export const enrollmentStatuses = ['ACTIVE', 'COMPLETED', 'EXITED', 'FAILED'] as const;
export const EnrollmentStatus = z.enum(enrollmentStatuses).meta({ id: 'EnrollmentStatus' });
export type EnrollmentStatus = z.infer<typeof EnrollmentStatus>;

export const exitReasons = ['MANUAL', 'REPLY', 'SUPPRESSED', 'CONTACT_DELETED'] as const;
export const ExitReason = z.enum(exitReasons);
export type ExitReason = z.infer<typeof ExitReason>;

/** Both name the process instance of the contact. */
const who = { enrollmentId: z.string(), contactId: z.string() };
/** ISO 8601; null while the sequence is not active. */
const nextRunAt = z.string().nullable();

export const EnrollmentStarted = defineEvent(
  'EnrollmentStarted',
  z.object({
    ...who,
    sequenceId: z.string(),
    platform: Platform,
    /** Counts the times that the contact was enrolled, from 1. */
    round: z.int().min(1),
    nextRunAt,
  }),
  { description: 'A contact was enrolled in a sequence.' },
);
export const EnrollmentStepSent = defineEvent(
  'EnrollmentStepSent',
  z.object({ ...who, stepId: z.string(), step: z.int().min(1), nextRunAt }),
  { description: 'A contact got the message of a step of a sequence.' },
);
export const EnrollmentPostponed = defineEvent(
  'EnrollmentPostponed',
  z.object({ ...who, attempt: z.int().min(1), reason: z.string(), nextRunAt }),
  { description: 'The message of a step could not be sent yet and is tried again.' },
);
/** What a held enrollment waits for: that its sequence is ACTIVE, or that the plan has sequences again. */
export const holdReasons = ['SEQUENCE', 'PLAN'] as const;
export const HoldReason = z.enum(holdReasons);
export type HoldReason = z.infer<typeof HoldReason>;

const forItsSequence = (data: Readonly<Record<string, unknown>>) => ({ ...data, waitingFor: 'SEQUENCE' });

export const EnrollmentHeld = defineEvent('EnrollmentHeld', z.object({ ...who, waitingFor: HoldReason }), {
  description: 'A step was due while its sequence was not active, or the plan had no sequences; it waits.',
  upcasts: [forItsSequence],
});
export const EnrollmentResumed = defineEvent('EnrollmentResumed', z.object({ ...who, nextRunAt }), {
  description: 'The sequence of a waiting contact was activated, or the plan has sequences again.',
});
export const EnrollmentReplied = defineEvent('EnrollmentReplied', z.object(who), {
  description: 'A contact replied in a sequence that a reply does not end.',
});
export const EnrollmentCompleted = defineEvent('EnrollmentCompleted', z.object(who), {
  description: 'A contact has got every step of a sequence.',
});
export const EnrollmentExited = defineEvent('EnrollmentExited', z.object({ ...who, reason: ExitReason }), {
  description: 'A contact left a sequence before its end.',
});
export const EnrollmentFailed = defineEvent(
  'EnrollmentFailed',
  z.object({ ...who, code: z.string(), reason: z.string() }),
  { description: 'The message of a step could not be delivered; the contact gets no further step.' },
);

export const enrollmentEvents = [
  EnrollmentStarted,
  EnrollmentStepSent,
  EnrollmentPostponed,
  EnrollmentHeld,
  EnrollmentResumed,
  EnrollmentReplied,
  EnrollmentCompleted,
  EnrollmentExited,
  EnrollmentFailed,
] as const;
export type EnrollmentEvent = EventOf<(typeof enrollmentEvents)[number]>;
