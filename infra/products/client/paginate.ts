import { orThrow, type Outcome } from './api-error.ts';

/** The place of the next cursor in lists paged by cursor: it differs from list to list. */
type CursorEnvelope = Readonly<{
  nextCursor?: string | null;
  pagination?: Readonly<{ cursor?: string | null; next_cursor?: string | null; nextCursor?: string | null }>;
}>;

type Paged<Item> = Readonly<{ data: readonly Item[] }>;

const nextCursorOf = ({ nextCursor, pagination }: CursorEnvelope): string | null =>
  nextCursor ?? pagination?.cursor ?? pagination?.next_cursor ?? pagination?.nextCursor ?? null;

/**
 * Every item of a list that is paged by cursor. Pages are requested as their items are used. Throws
 * an `ApiError` for a refused page.
 *
 * for await (const post of paginate((at) => client.GET('/v1/posts', { params: { query: { ...at,
 * status: 'failed' } } })))
 */
export async function* paginate<Item>(
  ask: (at: { cursor?: string }) => Promise<Outcome<Paged<Item> & CursorEnvelope>>,
): AsyncGenerator<Item, void, undefined> {
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page: Paged<Item> & CursorEnvelope = orThrow(await ask(cursor === undefined ? {} : { cursor }));
    yield* page.data;
    cursor = nextCursorOf(page);
  }
}

type NumberedEnvelope = Readonly<{ pagination: Readonly<{ page: number; totalPages: number }> }>;

/**
 * Every item of a list with numbered pages; items that are added or removed meanwhile may be missed
 * or returned twice.
 */
export async function* paginateNumbered<Item>(
  ask: (at: { page: number }) => Promise<Outcome<Paged<Item> & NumberedEnvelope>>,
): AsyncGenerator<Item, void, undefined> {
  for (let page = 1, totalPages = 1; page <= totalPages; page++) {
    const { data, pagination }: Paged<Item> & NumberedEnvelope = orThrow(await ask({ page }));
    yield* data;
    ({ totalPages } = pagination);
  }
}
