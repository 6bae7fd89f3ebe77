import { z } from 'zod';
import { fittedTo } from '../../domain/ai/fitted.ts';
import { writeEndpoint } from '../kernel/endpoint.ts';
import type { AiPorts } from './ports.ts';
import { askForm } from './ask-model.ts';
import { charged } from './charged.ts';
import { AnyPlatform, chargeNote, optional, withDefault } from './fields.ts';

const maxItems = 25;
const ThreadForm = z.object({ items: z.array(z.string().min(1).max(100_000)).min(2).max(100) });

export const createThread = (ports: AiPorts) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/ai/thread',
    id: 'createThreadText',
    summary: 'Write the texts of a thread',
    description:
      `${chargeNote(2)} \`threadItems\` have the form that POST /v1/posts takes. Each item is cut to what \`platform\` ` +
      'takes. No post is created.',
    body: z.object({
      content: z.string().min(1).max(50_000),
      platform: withDefault(AnyPlatform, 'TWITTER'),
      tone: optional(z.string().max(200)),
      count: withDefault(z.int().min(2).max(maxItems), 5),
    }),
    reply: z.object({
      threadItems: z.array(z.object({ sequence: z.int(), content: z.string() })),
      provider: z.string(),
      model: z.string(),
      truncated: z.boolean(),
      credits_used: z.int(),
      credits_remaining: z.int(),
    }),
    errors: ['VALIDATION_ERROR', 'AI_SUBSCRIPTION', 'SERVICE_UNAVAILABLE'],
    async run({ body }, context) {
      const asked = {
        task: 'You write threads for social media.',
        instruction: 'Tell "content" as a thread of at most "count" posts, each short enough for the platform.',
        data: body,
      };
      const { result, balance } = await charged({ purpose: 'thread', credits: 2 }, context, ports, (provider, signal) =>
        askForm(provider, { name: 'thread', schema: ThreadForm }, asked, signal),
      );
      const fitted = result.value.items.slice(0, body.count).map((text) => fittedTo(text, body.platform));
      return {
        body: {
          threadItems: fitted.map(({ text }, index) => ({ sequence: index + 1, content: text })),
          provider: result.provider,
          model: result.model,
          truncated: fitted.some(({ truncated }) => truncated),
          credits_used: 2,
          credits_remaining: balance.remaining,
        },
      };
    },
  });
