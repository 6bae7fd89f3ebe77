import type { ImageJobState } from './image-job.ts';

/**
 * What the provider is asked: the prompt of the item, then the wishes of the job, each under its
 * name.
 */
export const resolvedPrompt = (promptText: string, terms: ImageJobState['terms']): string => {
  const { style, engineRules, negativePrompts, personaRules, emblemRendering } = terms;
  const emblem = emblemRendering && `${emblemRendering === 'include' ? 'Show' : 'Do not show'} emblems and logos.`;
  return [
    promptText,
    style && `Style: ${style}`,
    engineRules && `Rules:\n${engineRules}`,
    personaRules,
    negativePrompts && `Avoid:\n${negativePrompts}`,
    emblem,
  ]
    .filter((part) => part !== null && part !== '')
    .join('\n\n');
};
