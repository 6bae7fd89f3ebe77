import { z } from 'zod';
import { optional } from '../ai/fields.ts';

const most = {
  items: 50,
  postId: 200,
  promptText: 32_000,
  style: 200,
  provider: 100,
  personaId: 64,
  options: 50,
  option: 500,
  engineRules: 60_000,
  negativePrompts: 100,
  negativePrompt: 200,
} as const;

/** As `\uXXXX`, which some clients write for every character beyond ASCII. */
const bytesPerCharacter = 6;

/** Names, punctuation and `options`. */
const otherBytes = 256 * 1024;

export const bodyLimit =
  otherBytes +
  bytesPerCharacter *
    (most.items * (most.postId + most.promptText) +
      (most.style + most.provider + most.personaId + most.engineRules) +
      most.negativePrompts * most.negativePrompt);

export const Submission = z.object({
  posts: z
    .array(
      z.object({
        postId: z.string().min(1).max(most.postId),
        promptText: z.string().min(1).max(most.promptText),
      }),
    )
    .min(1)
    .max(most.items),
  style: optional(z.string().max(most.style)),
  provider: optional(z.string().max(most.provider)).meta({
    description: 'The configured one or its backup, which is asked where the other fails; another is refused',
  }),
  personaId: optional(z.string().max(most.personaId)),
  engineRules: optional(z.string().max(most.engineRules)),
  negativePrompts: optional(z.array(z.string().max(most.negativePrompt)).max(most.negativePrompts)),
  emblemRendering: optional(z.enum(['include', 'exclude'])),
  attachToPosts: optional(z.boolean()).meta({
    description: 'Adds each image to the media of its post, which then is a post of the workspace',
  }),
  options: optional(
    z
      .record(z.string().min(1).max(64), z.union([z.string().max(most.option), z.number(), z.boolean(), z.null()]))
      .refine((options) => Object.keys(options).length <= most.options, `at most ${most.options} options`),
  ).meta({ description: 'Wishes by name: each is a line of the rules in `resolvedPrompt`' }),
});
