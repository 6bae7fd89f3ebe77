import { Environment } from './environment.ts';
import type { AiSettings } from '../outside/ai/settings.ts';

const modelsByDefault = { openai: 'gpt-5-mini', anthropic: 'claude-sonnet-4-5' } as const;

type ProviderSettings = Readonly<{
  kind: AiSettings['kind'];
  baseUrl: string | undefined;
  apiKey: string | undefined;
  model: string | undefined;
  imageModel: string | undefined;
}>;

/** A provider counts as configured with a key, or with an address that may need none. */
export const aiFrom = (env: Environment): readonly AiSettings[] => {
  const timeoutMs = env.AI_TIMEOUT_SECONDS * 1_000;
  const of = ({ kind, baseUrl, apiKey, model, imageModel }: ProviderSettings) =>
    baseUrl === undefined && apiKey === undefined
      ? []
      : [
          {
            kind,
            name: kind,
            baseUrl,
            apiKey: apiKey ?? 'none',
            model: model ?? modelsByDefault[kind],
            imageModel: imageModel ?? (kind === 'openai' && baseUrl === undefined ? 'gpt-image-1' : null),
            timeoutMs,
          },
        ];
  return [
    ...of({
      kind: env.AI_PROVIDER,
      baseUrl: env.AI_BASE_URL,
      apiKey: env.AI_API_KEY,
      model: env.AI_MODEL,
      imageModel: env.AI_IMAGE_MODEL,
    }),
    ...of({
      kind: env.AI_BACKUP_PROVIDER,
      baseUrl: env.AI_BACKUP_BASE_URL,
      apiKey: env.AI_BACKUP_API_KEY,
      model: env.AI_BACKUP_MODEL,
      imageModel: env.AI_BACKUP_IMAGE_MODEL,
    }),
  ];
};
