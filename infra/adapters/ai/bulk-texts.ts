import { writePost } from '../../../commands/ai/write-post.ts';
import { AiFailure, type AiProvider } from '../../../domain/ai/ai-provider.ts';
import { Refused } from '../../../domain/kernel/refused.ts';
import { assemblePrompts, visualRules } from '../../../domain/personas/assemble-prompts.ts';
import type { Persona } from '../../../domain/personas/persona.ts';
import type { BulkGenerationPorts, BulkPost, NotDone } from '../../../processes/bulk-generation/ports.ts';
import { cutText } from '../../../domain/kernel/stored-text.ts';

const attempts = 3;
const maxImagePrompt = 32_000;
const plain = {
  systemPrompt: 'You write posts for social media. Answer with the text of one post only, ready to be published.',
  userPrompt: 'Write a post that is unlike the others of this series.',
};

type Parts = Readonly<{
  provider(of: Pick<BulkPost, 'workspaceId' | 'mode'>): AiProvider | undefined;
  /** Undefined where the workspace has no such persona any more. */
  personaOf(personaId: string, workspaceId: string): Promise<Persona | undefined>;
}>;

/** Asks three times at most. No other item of the job does better with a refused key or without a provider. */
const persistently = async <T>(
  provider: AiProvider | undefined,
  ask: (provider: AiProvider) => Promise<T>,
): Promise<Readonly<{ outcome: 'done'; answer: T }> | NotDone> => {
  if (!provider) return { outcome: 'fatal', reason: 'No AI provider is configured' };
  for (let attempt = 1; ; attempt++) {
    try {
      return { outcome: 'done', answer: await ask(provider) };
    } catch (error) {
      if (error instanceof Refused) return { outcome: 'failed', reason: error.message };
      if (!(error instanceof AiFailure) || error.kind === 'cancelled') throw error;
      if (error.kind === 'key') return { outcome: 'fatal', reason: error.message };
      if (!error.isPassing || attempt === attempts) return { outcome: 'failed', reason: error.message };
    }
  }
};

/** The texts and images of bulk jobs, in the voice of the job's persona where it has one. */
export const bulkTexts = ({
  provider,
  personaOf,
}: Parts): Pick<BulkGenerationPorts['bulkPosts'], 'write' | 'picture'> => {
  const voiceOf = async ({ personaId, workspaceId }: BulkPost): Promise<Persona | undefined> => {
    if (personaId === null) return undefined;
    const voice = await personaOf(personaId, workspaceId);
    if (!voice) throw new Refused('NOT_FOUND', 'The persona of the job was deleted');
    return voice;
  };
  return {
    write: async (asked, signal) => {
      const { topicHint, platform, index, count } = asked;
      const written = await persistently(provider(asked), async (by) => {
        const voice = await voiceOf(asked);
        const wanted = { platform, generationType: 'POST_GENERATION' as const, idea: topicHint ?? undefined };
        const prompts = voice ? assemblePrompts(voice, wanted) : plain;
        const place = { platform, number: index + 1, count, ...(topicHint !== null && { topic: topicHint }) };
        return writePost(by, { ...prompts, ...place }, signal);
      });
      return written.outcome === 'done' ? { outcome: 'done', text: written.answer.content } : written;
    },
    picture: async (asked, text, signal) => {
      const made = await persistently(provider(asked), async (by) => {
        const voice = await voiceOf(asked);
        const rules = voice ? visualRules(voice.modules) : '';
        const prompt = [`A square picture, without words in it, that goes with this post:\n${text}`, rules];
        return by.image(cutText(prompt.filter(Boolean).join('\n\n'), maxImagePrompt), signal);
      });
      return made.outcome === 'done' ? { outcome: 'done', image: made.answer } : made;
    },
  };
};
