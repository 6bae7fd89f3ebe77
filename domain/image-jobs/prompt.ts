import type { ImageJobState } from './image-job.ts';

type Options = Readonly<Record<string, string | number | boolean | null>>;

/** The rules of a job with its options, a line each. An option that is null or empty wishes nothing. */
export const rulesWith = (options: Options | null | undefined, rules: string | null | undefined): string | null => {
  const wishes = Object.entries(options ?? {}).filter(([, value]) => value !== null && value !== '');
  const lines = [rules ?? '', ...wishes.map(([name, value]) => `${name}: ${String(value)}`)].filter(
    (line) => line !== '',
  );
  return lines.length === 0 ? null : lines.join('\n');
};

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
