import { AiFailure, type AiProvider, type TextPrompt } from '../../../domain/ai/ai-provider.ts';
import { aiFailure, asked, maxAnswerCharacters, maxImageBytes } from './failure.ts';
import type { AiSettings } from './settings.ts';
import { defined } from '../../../domain/kernel/defined.ts';

/** The library is loaded with the first call: most installations never make one. */
const clientOf = async ({ apiKey, baseUrl, headers, fetch }: AiSettings) => {
  const { default: OpenAI } = await import('openai');
  return new OpenAI({
    apiKey,
    ...defined({ baseURL: baseUrl }),
    ...(headers && { defaultHeaders: headers }),
    ...(fetch && { fetch }),
    // The caller decides about repeats, because each of them is charged.
    maxRetries: 0,
    logLevel: 'off',
  });
};

const formatOf = ({ json }: TextPrompt) =>
  json && {
    response_format: {
      type: 'json_schema' as const,
      json_schema: { name: json.name, schema: { ...json.schema }, strict: false },
    },
  };

const typeOf = (bytes: Uint8Array): string => {
  if (bytes[0] === 0x89 && bytes[1] === 0x50) return 'image/png';
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return 'image/jpeg';
  return bytes[0] === 0x52 && bytes[1] === 0x49 ? 'image/webp' : '';
};

/** Any endpoint of OpenAI's form: theirs, a gateway, or a model on a machine of one's own. */
export const openAiCompatible = (settings: AiSettings): AiProvider => {
  const { name, model, imageModel, timeoutMs } = settings;
  return {
    names: { provider: name, model, imageModel, backup: null },
    text: (prompt, signal) =>
      asked({ name, timeoutMs, signal }, async (until) => {
        const client = await clientOf(settings);
        const stream = await client.chat.completions.create(
          {
            model,
            messages: [
              { role: 'system', content: prompt.system },
              { role: 'user', content: prompt.user },
            ],
            ...formatOf(prompt),
            ...defined({ max_completion_tokens: prompt.maxTokens }),
            stream: true,
          },
          { signal: until },
        );
        let text = '';
        let ended: string | null = null;
        for await (const { choices } of stream) {
          text += choices[0]?.delta?.content ?? '';
          ended = choices[0]?.finish_reason ?? ended;
          if (text.length > maxAnswerCharacters) throw aiFailure('nonsense', name);
        }
        // The library ends the loop without a fault where it is aborted.
        until.throwIfAborted();
        if (ended === 'content_filter') throw aiFailure('refused', name);
        if (ended === null || text.trim() === '') throw aiFailure('nonsense', name);
        return { text, provider: name, model };
      }),
    image: (prompt, signal) =>
      asked({ name, timeoutMs, signal }, async (until) => {
        if (imageModel === null) throw new AiFailure('refused', `The AI provider ${name} makes no images`);
        const client = await clientOf(settings);
        // Older models answer with an address unless they are asked for the bytes; newer ones know no such choice.
        const wish = imageModel.startsWith('dall-e') ? { response_format: 'b64_json' as const } : {};
        const { data } = await client.images.generate({ model: imageModel, prompt, n: 1, ...wish }, { signal: until });
        const encoded = data?.[0]?.b64_json ?? '';
        if (encoded.length * 0.75 > maxImageBytes) throw aiFailure('nonsense', name);
        const bytes = new Uint8Array(Buffer.from(encoded, 'base64'));
        const contentType = typeOf(bytes);
        if (contentType === '') throw aiFailure('nonsense', name);
        return { bytes, contentType, provider: name, model: imageModel };
      }),
  };
};
