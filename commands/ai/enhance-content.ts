import { z } from 'zod';
import type { AiProvider } from '../../domain/ai/ai-provider.ts';
import { fittedTo } from '../../domain/ai/fitted.ts';
import { writeEndpoint } from '../kernel/endpoint.ts';
import type { AiPorts } from './ports.ts';
import { askForm } from './ask-model.ts';
import { charged } from './charged.ts';
import { AnyPlatform, chargeNote, optional } from './fields.ts';

/** The answer of a model that improved a text. */
export const EnhancedForm = z.object({
  enhanced: z.string().min(1).max(100_000),
  suggestions: z.array(z.string().max(2_000)).max(20).default([]),
  changes: z.array(z.string().max(2_000)).max(20).default([]),
});

const Enhancement = z.object({
  text: z.string().min(1).max(10_000),
  tone: optional(z.string().max(200)),
  platform: optional(AnyPlatform),
  persona: optional(
    z.object({
      name: optional(z.string().max(200)),
      voice: optional(z.string().max(5_000)),
      bio: optional(z.string().max(5_000)),
    }),
  ),
});

const enhance = async (
  provider: AiProvider,
  { platform, ...data }: z.output<typeof Enhancement>,
  signal: AbortSignal,
) => {
  const asked = {
    task: 'You improve social media posts.',
    instruction: 'Improve "text" in the tone and voice given, keep its language and its facts, and answer in the form.',
    data: { ...data, platform },
  };
  const {
    value,
    provider: by,
    model,
  } = await askForm(provider, { name: 'enhanced_text', schema: EnhancedForm }, asked, signal);
  return { enhanced: fittedTo(value.enhanced, platform).text, provider: by, model };
};

const Enhanced = z.object({ enhanced: z.string(), provider: z.string(), model: z.string() });
const Costs = z.object({ credits_used: z.int(), credits_remaining: z.int() });
const errors = ['VALIDATION_ERROR', 'AI_SUBSCRIPTION', 'SERVICE_UNAVAILABLE'] as const;

export const enhanceContent = (ports: AiPorts) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/ai/enhance-content',
    id: 'enhanceContent',
    summary: 'Improve a text',
    description: `${chargeNote(1)} The answer is cut to what \`platform\` takes.`,
    body: Enhancement,
    reply: Enhanced.extend(Costs.shape),
    errors,
    async run({ body }, context) {
      const { result, balance } = await charged(
        { purpose: 'enhance-content', credits: 1 },
        context,
        ports,
        (provider, signal) => enhance(provider, body, signal),
      );
      return { body: { ...result, credits_used: 1, credits_remaining: balance.remaining } };
    },
  });

const maxItems = 20;

export const enhanceContents = (ports: AiPorts) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/ai/enhance-content/bulk',
    id: 'enhanceContents',
    summary: 'Improve several texts',
    description:
      `${chargeNote(1).replace('Costs 1 credit', 'Costs 1 credit for each item')} All items succeed, or none is ` +
      'answered and charged. `results` are in the order of `items`.',
    body: z.object({ items: z.array(Enhancement).min(1).max(maxItems) }),
    reply: z.object({ results: z.array(Enhanced), ...Costs.shape }),
    errors,
    async run({ body: { items } }, context) {
      const charge = { purpose: 'enhance-content', credits: items.length } as const;
      const { result, balance } = await charged(charge, context, ports, async (provider, signal) => {
        const results: z.output<typeof Enhanced>[] = [];
        // One after the other: a provider limits the calls at once.
        for (const item of items) results.push(await enhance(provider, item, signal));
        return results;
      });
      return { body: { results: result, credits_used: items.length, credits_remaining: balance.remaining } };
    },
  });
