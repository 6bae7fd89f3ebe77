import { z } from 'zod';
import type { Decider } from '../kernel/decider.ts';
import { defineEvent, type EventOf } from '../kernel/event.ts';

/** The longest prompt of 32,000 characters, sealed. */
const largest = 300_000;

export const ImagePromptStored = defineEvent(
  'ImagePromptStored',
  z.object({ jobId: z.string(), itemId: z.string(), sealedFor: z.string(), promptText: z.string() }),
  {
    description: 'A long prompt of an image job that is about to be submitted.',
    personal: { subject: 'sealedFor', fields: ['promptText'] },
    largest,
  },
);

export const imagePromptEvents = [ImagePromptStored] as const;
export type ImagePromptEvent = EventOf<(typeof imagePromptEvents)[number]>;

export type ImagePromptCommand = Readonly<{
  type: 'store-prompt';
  jobId: string;
  itemId: string;
  sealedFor: string;
  promptText: string;
}>;

/**
 * `imagePrompt-<itemId>`: the prompt of one item, where the prompts of a job are too long for its own
 * stream. It is stored before the job: without one it is never read.
 */
export const imagePrompt: Decider<string | undefined, ImagePromptCommand, ImagePromptEvent> = {
  category: 'imagePrompt',
  initial: undefined,
  decide: ({ type: _type, ...prompt }, stored) => (stored === undefined ? [ImagePromptStored(prompt)] : []),
  evolve: (_, event) => event.data.promptText,
};
