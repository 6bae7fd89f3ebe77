import { isVideo, isVisual, type MediaFacts } from '../content/media-facts.ts';
import { mediaFindings } from '../content/media-rules.ts';
import type { Platform } from '../platforms/platform.ts';
import type { MeasuredFacts, ValidationResults } from './media-events.ts';
import { defined } from '../kernel/defined.ts';

type CheckedFile = Readonly<{ contentType: string; sizeBytes?: number }> & Partial<MeasuredFacts>;

const factsOf = ({ contentType, sizeBytes, width, height, durationMs, codec, animated }: CheckedFile): MediaFacts => ({
  contentType,
  ...defined({ sizeBytes, width, height, durationMs, codec, animated }),
});

/** Checks one file against the rules of some platforms, as if it were a post's only one. */
export const validateMedia = (ruleInput: CheckedFile, platforms: readonly Platform[]): ValidationResults => {
  const file = factsOf(ruleInput);
  return Object.fromEntries(
    platforms.map((platform) => {
      const contentType = isVideo(file) ? 'VIDEO' : isVisual(file) ? 'IMAGE' : 'TEXT';
      const found = mediaFindings(platform, [file], contentType);
      const errors = found.errors.map(({ message }) => message);
      const warnings = found.warnings.map(({ message }) => message);
      return [platform, { valid: errors.length === 0, errors, warnings }];
    }),
  );
};

/** Whether what platforms limit of a file of its kind is known. */
export const isMeasured = (checked: CheckedFile): boolean => {
  const file = factsOf(checked);
  if (file.sizeBytes === undefined) return false;
  if (isVideo(file)) return file.durationMs !== undefined;
  return !isVisual(file) || file.width !== undefined;
};

export const isValid = (results: ValidationResults): boolean => Object.values(results).every(({ valid }) => valid);
