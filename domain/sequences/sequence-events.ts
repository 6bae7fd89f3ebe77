import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event.ts';

export const sequenceStatuses = ['DRAFT', 'ACTIVE', 'PAUSED', 'ARCHIVED'] as const;
export const SequenceStatus = z.enum(sequenceStatuses).meta({ id: 'SequenceStatus' });
export type SequenceStatus = z.infer<typeof SequenceStatus>;

export const SequenceCreated = defineEvent(
  'SequenceCreated',
  z.object({
    sequenceId: z.string(),
    name: z.string(),
    enrollmentRules: z.record(z.string(), z.unknown()),
    exitOnReply: z.boolean(),
  }),
  { description: 'A sequence of messages was created, as a draft.' },
);
export const SequenceChanged = defineEvent(
  'SequenceChanged',
  z.object({ name: z.string().optional(), exitOnReply: z.boolean().optional() }),
  { description: 'The name of a sequence changed, or whether a reply ends it for a contact.' },
);
export const SequenceStatusChanged = defineEvent(
  'SequenceStatusChanged',
  z.object({ sequenceId: z.string(), status: SequenceStatus }),
  { description: 'A sequence was activated, paused, archived or made a draft again.' },
);

const Step = z.object({ stepId: z.string(), messageTemplate: z.string(), delayHours: z.int() });

export const SequenceStepAdded = defineEvent(
  'SequenceStepAdded',
  z.object({ ...Step.shape, stepOrder: z.int().min(1) }),
  { description: 'A step was added to a sequence; the steps at and behind its place moved back by one.' },
);
export const SequenceStepChanged = defineEvent(
  'SequenceStepChanged',
  z.object({ ...Step.partial().shape, stepId: z.string(), stepOrder: z.int().min(1).optional() }),
  { description: 'The message, the delay or the place of a step changed; those that are given.' },
);
export const SequenceStepRemoved = defineEvent('SequenceStepRemoved', z.object({ stepId: z.string() }), {
  description: 'A step was removed from a sequence; the steps behind it moved up by one.',
});

export const sequenceEvents = [
  SequenceCreated,
  SequenceChanged,
  SequenceStatusChanged,
  SequenceStepAdded,
  SequenceStepChanged,
  SequenceStepRemoved,
] as const;
export type SequenceEvent = EventOf<(typeof sequenceEvents)[number]>;
