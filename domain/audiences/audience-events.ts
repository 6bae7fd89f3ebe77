import { z } from 'zod';
import { SegmentRules } from '../broadcasts/broadcast-fields.ts';
import { defineEvent, type EventOf } from '../kernel/event.ts';

const Content = z.object({
  name: z.string(),
  description: z.string().nullable(),
  segmentRules: SegmentRules,
});
export type AudienceContent = Readonly<z.infer<typeof Content>>;

export const AudienceCreated = defineEvent('AudienceCreated', z.object({ audienceId: z.string(), ...Content.shape }), {
  description: 'Rules that choose contacts were saved under a name.',
});
export const AudienceChanged = defineEvent('AudienceChanged', Content.partial(), {
  description: 'The name, the description or the rules of an audience changed; those that are given.',
});
export const AudienceDeleted = defineEvent('AudienceDeleted', z.object({ audienceId: z.string() }), {
  description: 'An audience was deleted. Its contacts are kept.',
});

export const audienceEvents = [AudienceCreated, AudienceChanged, AudienceDeleted] as const;
export type AudienceEvent = EventOf<(typeof audienceEvents)[number]>;
