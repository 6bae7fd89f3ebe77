import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event.ts';

/** The account of credits and the reservation that an attempt is paid from. */
export const Payment = z.object({ creditAccountId: z.string(), reservationId: z.string() });
export type Payment = z.infer<typeof Payment>;

/** The subject whose key seals what people wrote: the workspace, as `workspace:<id>`. */
const sealed = { sealedFor: z.string() };

/** Sealed prompts and rules of the longest kind; the submission limits those of one job together. */
const largest = 900_000;

const ofItem = { jobId: z.string(), itemId: z.string() };

/** Every item had its prompt before. */
const withItsPrompt = (data: object) => data;

/** Images were attached by people before. */
const notAttached = (data: object) => ({ ...data, attachBy: null });
const withoutAttachment = (data: object) => ({ ...data, attachment: null });

/** What became of the wish that a post gets its image: the post has it, or the reason why not. */
export const Attachment = z.object({ outcome: z.enum(['attached', 'refused']), reason: z.string().nullable() });
export type Attachment = z.infer<typeof Attachment>;

/** A persona changed nothing before. */
const withoutPersonaRules = (data: object) => ({ ...data, personaRules: null });

export const ImageJobSubmitted = defineEvent(
  'ImageJobSubmitted',
  z.object({
    jobId: z.string(),
    ...sealed,
    totalItems: z.int().positive(),
    style: z.string().nullable(),
    engineRules: z.string().nullable(),
    /** One to a line. */
    negativePrompts: z.string().nullable(),
    emblemRendering: z.enum(['include', 'exclude']).nullable(),
    personaId: z.string().nullable(),
    /** How the images of the persona look, as it was at the submission. */
    personaRules: z.string().nullable(),
    provider: z.string(),
    model: z.string().nullable(),
    backupProvider: z.string().nullable(),
    backupModel: z.string().nullable(),
  }),
  {
    description: 'Images for posts were asked for; the credits for them are reserved.',
    personal: { subject: 'sealedFor', fields: ['style', 'engineRules', 'negativePrompts', 'personaRules'] },
    largest,
    upcasts: [withoutPersonaRules],
  },
);
export const ImageItemRequested = defineEvent(
  'ImageItemRequested',
  z.object({
    ...ofItem,
    ...sealed,
    postId: z.string(),
    /** null: it is long, and in the stream `imagePrompt-<itemId>`. */
    promptText: z.string().nullable(),
    payment: Payment,
    /** On whose behalf the post `postId` of the workspace gets the image; null: no post gets it. */
    attachBy: z.string().nullable(),
  }),
  {
    description: 'One image of the job was asked for.',
    personal: { subject: 'sealedFor', fields: ['promptText'] },
    largest,
    upcasts: [withItsPrompt, notAttached],
  },
);
export const ImageItemStarted = defineEvent('ImageItemStarted', z.object({ ...ofItem, attempt: z.int().positive() }), {
  description: 'A provider is about to be asked for the image.',
});
export const ImageItemCompleted = defineEvent(
  'ImageItemCompleted',
  z.object({ ...ofItem, mediaId: z.string(), key: z.string(), attachment: Attachment.nullable() }),
  {
    description: 'The image was made, paid and stored as a file of the workspace, and given to its post where asked.',
    upcasts: [withoutAttachment],
  },
);
export const ImageItemFailed = defineEvent(
  'ImageItemFailed',
  z.object({ ...ofItem, attempt: z.int().positive(), errorCode: z.string(), errorMessage: z.string() }),
  { description: 'The image could not be made; its credit was given back.' },
);
export const ImageItemRetried = defineEvent(
  'ImageItemRetried',
  z.object({ ...ofItem, attempt: z.int().positive(), payment: Payment }),
  { description: 'A failed image was asked for again, with a credit of its own.' },
);
export const ImageItemCancelled = defineEvent('ImageItemCancelled', z.object(ofItem), {
  description: 'The image is no longer wanted; its credit was given back.',
});
export const ImageJobCancelRequested = defineEvent(
  'ImageJobCancelRequested',
  z.object({ jobId: z.string(), items: z.array(z.string()) }),
  { description: 'The job is to end. Images that are not made yet will not be.' },
);

export const imageJobEvents = [
  ImageJobSubmitted,
  ImageItemRequested,
  ImageItemStarted,
  ImageItemCompleted,
  ImageItemFailed,
  ImageItemRetried,
  ImageItemCancelled,
  ImageJobCancelRequested,
] as const;
export type ImageJobEvent = EventOf<(typeof imageJobEvents)[number]>;
