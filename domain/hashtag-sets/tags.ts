import { z } from 'zod';

const maxTags = 30;
const maxTagLength = 50;

/** The stored form of a tag: without leading `#`, trimmed and in lower case. */
const Tag = z
  .string()
  .max(1_000)
  .transform((tag) => tag.trim().replace(/^#+/, '').trim().toLowerCase())
  .pipe(z.string().min(1, 'must not be empty').max(maxTagLength));

/** The hashtags of a set, in their order and each once. */
export const Tags = z
  .array(Tag)
  .min(1)
  .max(maxTags)
  .transform((tags) => [...new Set(tags)])
  .meta({ description: `1 to ${maxTags} tags of 1 to ${maxTagLength} characters` });
