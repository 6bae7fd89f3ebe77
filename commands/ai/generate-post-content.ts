import { z } from 'zod';
import { writeEndpoint } from '../kernel/endpoint.ts';
import type { AiPorts } from './ports.ts';
import { charged } from './charged.ts';
import { AnyPlatform, chargeNote, optional } from './fields.ts';
import { writePost } from './write-post.ts';

export const generatePostContent = (ports: AiPorts) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/ai/generate-post-content',
    id: 'generatePostContent',
    summary: 'Write the text of a post',
    description:
      `${chargeNote(1)} The text is cut at the end of a sentence, else of a word, to what \`platform\` takes by its ` +
      'own counting; `truncated` says so. Without a platform it is not cut. `batchIndex` counts from 0.',
    body: z.object({
      systemPrompt: z.string().min(1).max(100_000),
      userPrompt: z.string().min(1).max(50_000),
      topic: optional(z.string().max(500)),
      platform: optional(AnyPlatform),
      previousPostsInBatch: optional(z.array(z.string().max(65_000)).max(30)),
      batchIndex: optional(z.int().min(0).max(1_000)),
      batchSize: optional(z.int().min(1).max(1_000)),
    }),
    reply: z.object({ content: z.string(), provider: z.string(), model: z.string(), truncated: z.boolean() }),
    bodyLimit: 4 * 1024 * 1024,
    errors: ['VALIDATION_ERROR', 'AI_SUBSCRIPTION', 'SERVICE_UNAVAILABLE'],
    async run({ body: { previousPostsInBatch, batchIndex, batchSize, ...asked } }, context) {
      const batch = {
        previousPosts: previousPostsInBatch,
        number: batchIndex === undefined ? undefined : batchIndex + 1,
        count: batchSize,
      };
      const { result } = await charged(
        { purpose: 'generate-post-content', credits: 1 },
        context,
        ports,
        (provider, signal) => writePost(provider, { ...asked, ...batch }, signal),
      );
      return { body: result };
    },
  });
