import { z } from 'zod';
import { writeEndpoint } from '../kernel/endpoint.ts';
import type { AiPorts } from './ports.ts';
import { askForm } from './ask-model.ts';
import { charged } from './charged.ts';
import { AnyPlatform, chargeNote, optional } from './fields.ts';

const ImagePromptForm = z.object({ prompt: z.string().min(1).max(32_000) });

export const buildImagePrompt = (ports: AiPorts) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/ai/build-image-prompt',
    id: 'buildImagePrompt',
    summary: 'Turn the text of a post into a prompt for an image',
    description: `${chargeNote(1)} The prompt is what an image job takes as \`promptText\`.`,
    body: z.object({
      content: z.string().min(1).max(50_000),
      platform: optional(AnyPlatform),
      style: optional(z.string().max(200)),
      engineRules: optional(z.string().max(60_000)),
      negativePrompts: optional(z.array(z.string().max(200)).max(100)),
    }),
    reply: z.object({
      prompt: z.string(),
      provider: z.string(),
      model: z.string(),
      credits_used: z.int(),
      credits_remaining: z.int(),
    }),
    errors: ['VALIDATION_ERROR', 'AI_SUBSCRIPTION', 'SERVICE_UNAVAILABLE'],
    async run({ body }, context) {
      const asked = {
        task: 'You write prompts for image models.',
        instruction: 'Describe one picture that goes with "content", by the style and the rules given.',
        data: body,
      };
      const charge = { purpose: 'build-image-prompt', credits: 1 } as const;
      const { result, balance } = await charged(charge, context, ports, (provider, signal) =>
        askForm(provider, { name: 'image_prompt', schema: ImagePromptForm }, asked, signal),
      );
      const { value, provider, model } = result;
      return {
        body: { prompt: value.prompt, provider, model, credits_used: 1, credits_remaining: balance.remaining },
      };
    },
  });
