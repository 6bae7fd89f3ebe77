import { z } from 'zod';

/** A set of hashtags in the form of every answer. */
export const HashtagSetReply = z
  .object({
    id: z.string(),
    name: z.string(),
    tags: z.array(z.string()),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'HashtagSet' });
