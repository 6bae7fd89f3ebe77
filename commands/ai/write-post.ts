import type { AiProvider } from '../../domain/ai/ai-provider.ts';
import { fittedTo } from '../../domain/ai/fitted.ts';
import type { Platform } from '../../domain/platforms/platform.ts';
import { askText } from './ask-model.ts';

export type PostAsked = Readonly<{
  systemPrompt: string;
  userPrompt: string;
  topic?: string | undefined;
  platform?: Platform | undefined;
  previousPosts?: readonly string[] | undefined;
  /** Counted from 1. */
  number?: number | undefined;
  count?: number | undefined;
}>;

export type WrittenPost = Readonly<{ content: string; provider: string; model: string; truncated: boolean }>;

/** The text of one post, as long as its platform takes it. */
export const writePost = async (
  provider: AiProvider,
  { systemPrompt, userPrompt, topic, platform, previousPosts, number, count }: PostAsked,
  signal?: AbortSignal,
): Promise<WrittenPost> => {
  const asked = {
    instruction:
      'Write one social media post as "instructions" of the caller say, about "topic" where there is one. Do not ' +
      'repeat "previousPosts". Answer with the text of the post only.',
    data: { instructions: userPrompt, topic, platform, previousPosts, number, count },
  };
  const { value, provider: by, model } = await askText(provider, systemPrompt, asked, signal);
  const { text, truncated } = fittedTo(value, platform);
  return { content: text, provider: by, model, truncated };
};
