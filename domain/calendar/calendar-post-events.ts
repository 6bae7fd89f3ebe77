import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { Platform } from '../platforms/platform.ts';

/** Every field of a calendar post that a client may change. */
export const CalendarContent = z.object({
  content: z.string(),
  scheduledAt: z.string().nullable(),
  mediaId: z.string().nullable(),
  imageUrl: z.string().nullable(),
  notes: z.string().nullable(),
  arc: z.string().nullable(),
  personaId: z.string().nullable(),
});
export type CalendarContent = Readonly<z.infer<typeof CalendarContent>>;

export const CalendarPostCreated = defineEvent(
  'CalendarPostCreated',
  CalendarContent.extend({
    calendarPostId: z.string(),
    accountId: z.string(),
    platform: Platform,
    createdById: z.string().nullable(),
  }),
  { description: 'A post was put into the calendar.' },
);
export const CalendarPostChanged = defineEvent(
  'CalendarPostChanged',
  z.object({ changes: CalendarContent.partial() }),
  { description: 'A calendar post was changed; it is a draft again.' },
);
export const CalendarPostReopened = defineEvent('CalendarPostReopened', z.object({}), {
  description: 'A calendar post was made a draft again.',
});
export const CalendarPostSubmitted = defineEvent('CalendarPostSubmitted', z.object({ submittedById: z.string() }), {
  description: 'A calendar post was submitted for approval.',
});
const decision = z.object({ decidedById: z.string().nullable(), decisionNotes: z.string().nullable() });
export const CalendarPostApproved = defineEvent('CalendarPostApproved', decision, {
  description: 'A calendar post was approved.',
});
export const CalendarPostRejected = defineEvent('CalendarPostRejected', decision, {
  description: 'A calendar post was rejected.',
});
export const CalendarPostHandedOver = defineEvent(
  'CalendarPostHandedOver',
  z.object({ calendarPostId: z.string(), postId: z.string() }),
  { description: 'A post was created from a calendar post, to be published.' },
);
export const CalendarPostSettled = defineEvent(
  'CalendarPostSettled',
  z.object({ outcome: z.enum(['PUBLISHED', 'PARTIAL', 'FAILED']) }),
  { description: 'The post of a calendar post was published, or failed.' },
);

/** What became of the post that a calendar post was handed over as. `RELEASED`: it was cancelled or deleted. */
export const Followed = z.enum(['PUBLISHING', 'PUBLISHED', 'PARTIAL', 'FAILED', 'UNPUBLISHED', 'RELEASED']);
export type Followed = z.infer<typeof Followed>;

const onPlatform = {
  platformPostId: z.string(),
  platformPostUrl: z.string().nullable(),
  publishedAt: z.string(),
};
export const CalendarPostFollowed = defineEvent(
  'CalendarPostFollowed',
  z.object({
    postId: z.string(),
    became: Followed,
    /** The revision of the post that this follows. */
    revision: z.int().min(0),
    /** Where it is on its platform; null where it is not, or left nothing there. */
    found: z.object(onPlatform).nullable(),
  }),
  {
    description:
      'A calendar post followed its post, which is being published, ended, was removed from its platform, or was ' +
      'cancelled or deleted. After the last it is a draft again.',
  },
);

export const CalendarPostImported = defineEvent(
  'CalendarPostImported',
  z.object({
    calendarPostId: z.string(),
    accountId: z.string(),
    platform: Platform,
    content: z.string(),
    /** The post of this service that made it, where there is one. */
    postId: z.string().nullable(),
    ...onPlatform,
  }),
  { description: 'A post that was found on its platform came into the calendar.' },
);
export const CalendarPostFound = defineEvent('CalendarPostFound', z.object(onPlatform), {
  description: 'The post of a calendar post was found on its platform, for the first time or again.',
});
export const CalendarPostUnpublished = defineEvent('CalendarPostUnpublished', z.object({}), {
  description: 'The post of a calendar post is not on its platform any more.',
});

export const CalendarPostDeleted = defineEvent('CalendarPostDeleted', z.object({}), {
  description: 'A post was taken out of the calendar. What was published stays on its platform.',
});

export const calendarPostEvents = [
  CalendarPostCreated,
  CalendarPostChanged,
  CalendarPostReopened,
  CalendarPostSubmitted,
  CalendarPostApproved,
  CalendarPostRejected,
  CalendarPostHandedOver,
  CalendarPostSettled,
  CalendarPostFollowed,
  CalendarPostImported,
  CalendarPostFound,
  CalendarPostUnpublished,
  CalendarPostDeleted,
] as const;
export type CalendarPostEvent = EventOf<(typeof calendarPostEvents)[number]>;
