import { z } from 'zod';

/** The `meta` object of the numbered pages of mentions and reviews. */
export const PageMeta = z.object({ total: z.int(), page: z.int(), limit: z.int(), hasMore: z.boolean() });

export const metaOf = (page: number, limit: number, total: number): z.infer<typeof PageMeta> => ({
  total,
  page,
  limit,
  hasMore: page * limit < total,
});
