import { orThrow, type Outcome } from './api-error.ts';

/** The items of a page: `data`, or the one list of an answer that names it after its resource. */
type ItemOf<Page> = Page extends { data: readonly (infer Item)[] }
  ? Item
  : { [Key in keyof Page]: Page[Key] extends readonly (infer Item)[] ? Item : never }[keyof Page];

const itemsOf = <Page extends object>(page: Page): readonly ItemOf<Page>[] => {
  const lists = 'data' in page ? [page.data] : Object.values(page).filter((value) => Array.isArray(value));
  if (lists.length !== 1 || !Array.isArray(lists[0])) throw new TypeError('the answer is no page of a list');
  return lists[0] as readonly ItemOf<Page>[];
};

/** The place of the next cursor in lists paged by cursor: it differs from list to list. */
type CursorEnvelope = Readonly<{
  nextCursor?: string | null;
  pagination?: Readonly<{ cursor?: string | null; next_cursor?: string | null; nextCursor?: string | null }>;
}>;

const nextCursorOf = ({ nextCursor, pagination }: CursorEnvelope): string | null =>
  nextCursor ?? pagination?.cursor ?? pagination?.next_cursor ?? pagination?.nextCursor ?? null;

/**
 * Every item of a list that is paged by cursor. Pages are requested as their items are used. Throws
 * an `ApiError` for a refused page.
 *
 * for await (const post of paginate((at) => client.GET('/v1/posts', { params: { query: { ...at,
 * status: 'failed' } } })))
 */
export async function* paginate<Page extends CursorEnvelope>(
  ask: (at: { cursor?: string }) => Promise<Outcome<Page>>,
): AsyncGenerator<ItemOf<Page>, void, undefined> {
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page: Page = orThrow(await ask(cursor === undefined ? {} : { cursor }));
    yield* itemsOf(page);
    cursor = nextCursorOf(page);
  }
}

/** How lists with numbered pages say that there is another one. */
type NumberedEnvelope = Readonly<
  | { pagination: Readonly<{ page: number; totalPages: number }> }
  | { page: number; pages: number }
  | { meta: Readonly<{ page: number; hasMore: boolean }> }
>;

const isLast = (page: NumberedEnvelope, number: number): boolean => {
  if ('pagination' in page) return number >= page.pagination.totalPages;
  return 'meta' in page ? !page.meta.hasMore : number >= page.pages;
};

/**
 * Every item of a list with numbered pages; items that are added or removed meanwhile may be missed
 * or returned twice.
 */
export async function* paginateNumbered<Page extends NumberedEnvelope>(
  ask: (at: { page: number }) => Promise<Outcome<Page>>,
): AsyncGenerator<ItemOf<Page>, void, undefined> {
  for (let number = 1; ; number++) {
    const page: Page = orThrow(await ask({ page: number }));
    yield* itemsOf(page);
    if (isLast(page, number)) return;
  }
}
