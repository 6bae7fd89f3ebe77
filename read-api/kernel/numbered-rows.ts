import type { SelectQueryBuilder } from 'kysely';
import { numberedPage } from './page.ts';

type PageQuery = Readonly<{ page: number; limit: number }>;
type Ordered<Row> = Readonly<{
  limit(rows: number): Readonly<{ offset(rows: number): Readonly<{ execute(): Promise<Row[]> }> }>;
}>;

/**
 * One page of what is wanted, and the `pagination` object of its list. `inOrder` selects the columns
 * and sorts; a sort that is not total would show rows twice or never.
 *
 * @example
 * declare const db: ReadModelTables;
 * const wanted = db.selectFrom('posts').where('workspace_id', '=', 'c1');
 * const { rows, pagination } = await numberedRows(wanted, { page: 1, limit: 20 }, (posts) =>
 *   posts.select('view').orderBy('created_at', 'desc').orderBy('id'),
 * );
 */
export const numberedRows = async <DB, Tables extends keyof DB, Row>(
  wanted: SelectQueryBuilder<DB, Tables, object>,
  { page, limit }: PageQuery,
  inOrder: (wanted: SelectQueryBuilder<DB, Tables, object>) => Ordered<Row>,
) => {
  const [rows, total] = await Promise.all([
    inOrder(wanted)
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    count(wanted),
  ]);
  return { rows, pagination: numberedPage(page, limit, total) };
};

const count = async <DB, Tables extends keyof DB>(wanted: SelectQueryBuilder<DB, Tables, object>): Promise<number> => {
  const { count: counted } = await wanted
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .$castTo<{ count: string }>()
    .executeTakeFirstOrThrow();
  return Number(counted);
};
