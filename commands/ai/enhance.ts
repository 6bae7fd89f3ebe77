import { z } from 'zod';
import { PlatformKey } from '../../domain/platforms/platform.ts';
import { aiKey } from '../../domain/ai/ai-key.ts';
import type { AiProvider } from '../../domain/ai/ai-provider.ts';
import { fittedTo, fittedWithin } from '../../domain/ai/fitted.ts';
import { Refused } from '../../domain/kernel/refused.ts';
import { type WriteContext, writeEndpoint } from '../kernel/endpoint.ts';
import type { AiPorts } from './ports.ts';
import { askForm } from './ask-model.ts';
import { aiRefusal, requireAi } from './charged.ts';
import { EnhancedForm } from './enhance-content.ts';
import { AnyPlatform, optional } from './fields.ts';

/** The provider by the workspace's own key. A test workspace that never had one uses a simulated key. */
const ownProvider = async ({ caller, load }: WriteContext, ports: AiPorts): Promise<AiProvider> => {
  const { workspaceId, mode } = caller;
  const state = (await load(aiKey, workspaceId))?.state ?? 'never';
  if (typeof state === 'object') {
    const apiKey = await ports.keys.get(workspaceId);
    if (apiKey !== undefined) return ports.ownProvider(caller, { ...state, apiKey });
  }
  const simulated = mode === 'test' && state === 'never' ? ports.provider(caller) : undefined;
  if (simulated) return simulated;
  throw new Refused('CONFLICT', 'The workspace has no AI key of its own: set one at PUT /v1/ai/key');
};

export const enhanceByOwnKey = (ports: AiPorts) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/ai/enhance',
    id: 'enhanceByOwnKey',
    summary: "Improve a text with the workspace's own AI key",
    description:
      'Costs no credits. A workspace without a key is 409 CONFLICT; a test workspace that never set one uses a ' +
      'simulated key. A plan without AI is 403 AI_SUBSCRIPTION. `enhanced` is at most `maxLength` characters long, and ' +
      'as long as `platform` takes it. A key that the provider refuses is 400.',
    body: z.object({
      content: z.string().min(1).max(10_000),
      platform: optional(AnyPlatform),
      style: optional(z.enum(['professional', 'casual', 'engaging', 'formal', 'humorous'])),
      tone: optional(z.string().max(200)),
      maxLength: optional(z.int().min(1).max(100_000)),
    }),
    reply: z.object({
      original: z.string(),
      enhanced: z.string(),
      suggestions: z.array(z.string()),
      changes: z.array(z.string()),
      platform: PlatformKey.nullable(),
    }),
    errors: ['VALIDATION_ERROR', 'AI_SUBSCRIPTION', 'CONFLICT', 'SERVICE_UNAVAILABLE'],
    async run({ body: { content, platform, style, tone, maxLength } }, context) {
      await requireAi(ports, context.caller.workspaceId, context.now);
      const provider = await ownProvider(context, ports);
      const asked = {
        task: 'You improve social media posts.',
        instruction: 'Improve "content" in the style and tone given, keep its language and facts, answer in the form.',
        data: { content, platform, style, tone, maxLength },
      };
      const answered = askForm(provider, { name: 'enhanced_text', schema: EnhancedForm }, asked, context.signal);
      const { value } = await answered.catch((error: unknown) => {
        throw aiRefusal(error, { isOwnKey: true });
      });
      const fitted = fittedTo(value.enhanced, platform).text;
      const enhanced = maxLength === undefined ? fitted : fittedWithin(fitted, maxLength).text;
      const { suggestions, changes } = value;
      return { body: { original: content, enhanced, suggestions, changes, platform: platform?.toLowerCase() ?? null } };
    },
  });
