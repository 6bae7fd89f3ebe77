import { isVideo, isVisual, type MediaFacts } from '../content/media-facts.ts';
import { mediaFindings } from '../content/media-rules.ts';
import type { Platform } from '../platforms/platform.ts';
import type { MeasuredFacts, ValidationResults } from './media-events.ts';

type CheckedFile = Readonly<{ contentType: string; sizeBytes: number }> & Partial<MeasuredFacts>;

const factsOf = ({ contentType, sizeBytes, width, height, durationMs, animated }: CheckedFile): MediaFacts => ({
  contentType,
  sizeBytes,
  ...(width === undefined ? {} : { width }),
  ...(height === undefined ? {} : { height }),
  ...(durationMs === undefined ? {} : { durationMs }),
  ...(animated === undefined ? {} : { animated }),
});

/** Checks one file against the rules of some platforms, as if it were a post's only one. */
export const validateMedia = (ruleInput: CheckedFile, platforms: readonly Platform[]): ValidationResults => {
  const file = factsOf(ruleInput);
  return Object.fromEntries(
    platforms.map((platform) => {
      const contentType = isVideo(file) ? 'VIDEO' : isVisual(file) ? 'IMAGE' : 'TEXT';
      const errors = mediaFindings(platform, [file], contentType).errors.map(({ message }) => message);
      return [platform, { valid: errors.length === 0, errors }];
    }),
  );
};

export const isValid = (results: ValidationResults): boolean => Object.values(results).every(({ valid }) => valid);
