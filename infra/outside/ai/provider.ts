import { AiFailure, type AiProvider } from '../../../domain/ai/ai-provider.ts';
import { anthropic } from './anthropic.ts';
import { openAiCompatible } from './openai-compatible.ts';
import type { AiSettings } from './settings.ts';

export const aiProvider = (settings: AiSettings): AiProvider =>
  settings.kind === 'anthropic' ? anthropic(settings) : openAiCompatible(settings);

/** Asks the back-up where the first provider fails in a way that another one may not. */
export const withBackup = (first: AiProvider, backup: AiProvider): AiProvider => {
  const either = async <T>(ask: (provider: AiProvider) => Promise<T>): Promise<T> => {
    try {
      return await ask(first);
    } catch (error) {
      const helps = error instanceof AiFailure && (error.isPassing || error.kind === 'key');
      if (!helps) throw error;
      return ask(backup);
    }
  };
  const { provider, model, imageModel } = backup.names;
  const images = first.names.imageModel === null ? backup : undefined;
  return {
    names: { ...first.names, backup: { provider, model, imageModel } },
    text: (prompt, signal) => either((each) => each.text(prompt, signal)),
    image: (prompt, signal) => (images ? images.image(prompt, signal) : either((each) => each.image(prompt, signal))),
  };
};
