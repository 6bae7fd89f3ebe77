import { z } from 'zod';
import { Refused } from '../../domain/kernel/refused.ts';

/**
 * @example
 * z.object({ limit: limitOf() }).parse({}); // { limit: defaultLimit }
 */
export const defaultLimit = 20;
/**
 * @example
 * z.object({ limit: limitOf() }).parse({ limit: maxLimit }); // { limit: 100 }
 */
export const maxLimit = 100;
/**
 * Numbered pages are read by offset, which costs as much as all pages before. Therefore the page
 * number has a limit.
 */
const maxPage = 10_000;

/**
 * The size of a page, from a query string.
 *
 * @example
 * limitOf(50, 200).parse('200'); // 200
 * limitOf(50, 200).parse('201'); // throws ZodError
 */
export const limitOf = (usual = defaultLimit, most = maxLimit) =>
  z.coerce
    .number(`must be a whole number from 1 to ${most}`)
    .int()
    .min(1)
    .max(most)
    .default(usual)
    .meta({ description: `Items a page: 1 to ${most}, ${usual} by default` });

/**
 * Spread it into the query schema of a list with cursor paging.
 *
 * @example
 * z.object({ ...cursorQuery, status: z.string() }).parse({ status: 'draft' }); // { limit: 20, status: 'draft' }
 */
export const cursorQuery = {
  limit: limitOf(),
  cursor: z.string().max(1024).optional().meta({ description: 'Opaque, taken from the previous response' }),
};

/**
 * Spread it into the query schema of a list with numbered pages.
 *
 * @example
 * z.object(numberedQuery).parse({ page: '3' }); // { page: 3, limit: 20 }
 */
export const numberedQuery = {
  page: z.coerce
    .number(`must be a whole number from 1 to ${maxPage}`)
    .int()
    .min(1)
    .max(maxPage)
    .default(1)
    .meta({ description: 'Counted from 1' }),
  limit: limitOf(),
};

/**
 * An opaque cursor with the sort key of the last item.
 *
 * @example
 * encodeCursor(['2026-12-01', 'c1']); // 'WyIyMDI2LTEyLTAxIiwiYzEiXQ'
 */
export const encodeCursor = (key: z.core.util.JSONType): string =>
  Buffer.from(JSON.stringify(key)).toString('base64url');

/**
 * The sort key in a cursor; `undefined` for the first page. A cursor that this list did not issue
 * is VALIDATION_ERROR.
 *
 * @example
 * const Key = z.tuple([z.string(), z.string()]);
 * decodeCursor(Key, 'WyIyMDI2LTEyLTAxIiwiYzEiXQ'); // ['2026-12-01', 'c1']
 * decodeCursor(Key, undefined); // undefined
 * decodeCursor(Key, 'page-2'); // throws Refused
 */
export const decodeCursor = <Key>(key: z.ZodType<Key>, cursor: string | undefined): Key | undefined => {
  if (cursor === undefined) return undefined;
  const json = jsonIn(cursor);
  const parsed = key.safeParse(json);
  if (!parsed.success || hasUnstorableText(json)) {
    throw new Refused('VALIDATION_ERROR', 'cursor: not a cursor of this list', { field: 'cursor' });
  }
  return parsed.data;
};

/** JSON writes U+0000 and lone surrogates as escapes. No column holds them, so no list issues them. */
const hasUnstorableText = (json: unknown): boolean => /\\u(?:0000|d[89a-f])/i.test(JSON.stringify(json) ?? '');

const jsonIn = (cursor: string): unknown => {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
};

export type CursorPage<Item> = Readonly<{ items: readonly Item[]; nextCursor: string | null; hasMore: boolean }>;

/**
 * Takes a page out of rows that were read with one more than `limit`: the surplus row means that
 * there is another page.
 *
 * @example
 * const rows = [{ id: 'c3' }, { id: 'c2' }, { id: 'c1' }];
 * const page = cursorPage(rows, 2, ({ id }) => id);
 * page; // { items: [{ id: 'c3' }, { id: 'c2' }], hasMore: true, nextCursor: encodeCursor('c2') }
 */
export const cursorPage = <Item>(
  rows: readonly Item[],
  limit: number,
  keyOf: (item: Item) => z.core.util.JSONType,
): CursorPage<Item> => {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const hasMore = rows.length > limit;
  return { items, hasMore, nextCursor: hasMore && last !== undefined ? encodeCursor(keyOf(last)) : null };
};

/**
 * The schema of `numberedPage`.
 *
 * @example
 * Pagination.parse(numberedPage(1, 20, 45)); // { page: 1, limit: 20, total: 45, totalPages: 3 }
 */
export const Pagination = z.object({ page: z.int(), limit: z.int(), total: z.int(), totalPages: z.int() });

/**
 * The `pagination` object of a list with numbered pages.
 *
 * @example
 * numberedPage(2, 20, 45); // { page: 2, limit: 20, total: 45, totalPages: 3 }
 */
export const numberedPage = (page: number, limit: number, total: number) => ({
  page,
  limit,
  total,
  totalPages: Math.ceil(total / limit),
});
