import { z } from 'zod';
import { Refused } from '../kernel/refused.ts';

/** One item of a THREAD post as requests carry it. Item 1 is the root. */
export const ThreadItem = z
  .object({
    sequence: z.int().min(1).max(500),
    content: z.string().max(100_000).optional(),
    mediaIds: z.array(z.string()).max(50).optional(),
  })
  .meta({ id: 'ThreadItem' });
/** All items together have as much text as a post alone may have, so that checking a thread costs no more. */
const maxThreadText = 100_000;

export type ThreadItem = z.infer<typeof ThreadItem>;

/**
 * The items by sequence. Throws VALIDATION_ERROR unless the sequences are 1, 2, 3 … without gap or repeat, and where
 * the items have too much text together.
 */
export const orderedThread = <Item extends Readonly<{ sequence: number; content?: string | undefined }>>(
  items: readonly Item[],
): readonly Item[] => {
  const characters = items.reduce((sum, { content = '' }) => sum + content.length, 0);
  if (characters > maxThreadText)
    throw new Refused('VALIDATION_ERROR', `The thread items have more than ${maxThreadText} characters together`, {
      field: 'threadItems',
    });
  const ordered = [...items].sort((a, b) => a.sequence - b.sequence);
  const wrong = ordered.findIndex((item, index) => item.sequence !== index + 1);
  if (wrong >= 0)
    throw new Refused('VALIDATION_ERROR', 'Thread item sequences must be contiguous and start at 1', {
      field: 'threadItems',
      expected: wrong + 1,
      found: ordered[wrong]?.sequence,
    });
  return ordered;
};
