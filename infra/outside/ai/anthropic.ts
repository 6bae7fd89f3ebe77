import { AiFailure, type AiProvider } from '../../../domain/ai/ai-provider.ts';
import { aiFailure, asked, maxAnswerCharacters } from './failure.ts';
import type { AiSettings } from './settings.ts';
import { defined } from '../../../domain/kernel/defined.ts';

const defaultMaxTokens = 8_000;

const clientOf = async ({ apiKey, baseUrl, headers, fetch }: AiSettings) => {
  const { default: Anthropic } = await import('@anthropic-ai/sdk');
  return new Anthropic({
    apiKey,
    ...defined({ baseURL: baseUrl }),
    ...(headers && { defaultHeaders: headers }),
    ...(fetch && { fetch }),
    maxRetries: 0,
    logLevel: 'off',
  });
};

/** Anthropic's Messages API. It makes no images. */
export const anthropic = (settings: AiSettings): AiProvider => {
  const { name, model, timeoutMs } = settings;
  return {
    names: { provider: name, model, imageModel: null, backup: null },
    text: ({ system, user, json, maxTokens = defaultMaxTokens }, signal) =>
      asked({ name, timeoutMs, signal }, async (until) => {
        const client = await clientOf(settings);
        const form = json && `\n\nAnswer with JSON only, of this JSON schema:\n${JSON.stringify(json.schema)}`;
        const stream = await client.messages.create(
          {
            model,
            max_tokens: maxTokens,
            system: `${system}${form ?? ''}`,
            messages: [{ role: 'user', content: user }],
            stream: true,
          },
          { signal: until },
        );
        let text = '';
        let ended: string | null = null;
        for await (const event of stream) {
          if (event.type === 'content_block_delta' && event.delta.type === 'text_delta') text += event.delta.text;
          if (event.type === 'message_delta') ended = event.delta.stop_reason ?? ended;
          if (text.length > maxAnswerCharacters) throw aiFailure('nonsense', name);
        }
        until.throwIfAborted();
        if (ended === 'refusal') throw aiFailure('refused', name);
        if (ended === null || text.trim() === '') throw aiFailure('nonsense', name);
        return { text, provider: name, model };
      }),
    image: () => Promise.reject(new AiFailure('refused', `The AI provider ${name} makes no images`)),
  };
};
