import { z } from 'zod';
import { Plan, requireFeature } from '../../domain/plans/plan.ts';
import { Platform } from '../../domain/platforms/platform.ts';
import { EnrollmentStatus, holdReasons } from '../../domain/sequences/enrollment-events.ts';
import { SequenceStatus } from '../../domain/sequences/sequence-events.ts';
import type { SequenceView, StepView } from '../../domain/sequences/sequence-view.ts';
import type { Caller } from './caller.ts';

export const requireSequences = ({ plan }: Caller): void => requireFeature(Plan.parse(plan), 'sequences');

export const StepReply = z
  .object({
    id: z.string(),
    sequenceId: z.string(),
    stepOrder: z.int().meta({ description: 'Counted from 1, without gaps' }),
    messageTemplate: z.string(),
    delayHours: z.int().meta({ description: 'After the previous step, or after the enrollment' }),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'SequenceStep' });

export const SequenceReply = z
  .object({
    id: z.string(),
    workspaceId: z.string(),
    name: z.string(),
    enrollmentRules: z.record(z.string(), z.unknown()),
    exitOnReply: z.boolean(),
    status: SequenceStatus,
    steps: z.array(StepReply),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'Sequence' });

export const EnrollmentReply = z
  .object({
    id: z.string(),
    sequenceId: z.string(),
    contactId: z.string(),
    workspaceId: z.string(),
    platform: Platform,
    currentStep: z.int().meta({ description: 'The steps that the contact has got' }),
    status: EnrollmentStatus,
    nextRunAt: z.string().nullable().meta({ description: 'Null while it waits, and after the end' }),
    waitingFor: z.enum(holdReasons).nullable().meta({
      description: 'SEQUENCE: that the sequence is ACTIVE. PLAN: that the plan has sequences again. Null otherwise',
    }),
    enrolledAt: z.string(),
    exitedAt: z.string().nullable(),
    exitReason: z
      .string()
      .nullable()
      .meta({ description: 'MANUAL, REPLY, SUPPRESSED, CONTACT_DELETED; of a FAILED one the error code' }),
    contact: z
      .object({
        id: z.string(),
        displayName: z.string().nullable(),
        username: z.string().nullable(),
        platform: Platform,
      })
      .nullable()
      .meta({ description: 'Null once the contact is deleted' }),
  })
  .meta({ id: 'SequenceEnrollment' });

export const presentSteps = (sequenceId: string, steps: readonly StepView[]): z.infer<typeof StepReply>[] =>
  steps.map(({ id, ...step }, index) => ({ id, sequenceId, stepOrder: index + 1, ...step }));

export const presentSequence = ({ steps, enrollmentRules, ...view }: SequenceView): z.infer<typeof SequenceReply> => ({
  ...view,
  enrollmentRules: { ...enrollmentRules },
  steps: presentSteps(view.id, steps),
});
