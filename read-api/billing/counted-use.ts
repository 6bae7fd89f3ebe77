import { sql } from 'kysely';
import type { CountedLimit } from '../../domain/plans/plan.ts';
import { usagePeriodAt } from '../../domain/plans/usage.ts';
import type { ReadContext } from '../kernel/endpoint.ts';

/** How much of what a plan limits a workspace uses. */
export type CountedUse = Readonly<Record<CountedLimit, number>>;

/** The read models that `countedUse` queries. */
export const countedModels = ['accounts', 'posts', 'memberships', 'stored_files'] as const;

const countOf = ({ count }: Readonly<{ count: string }>): number => Number(count);

export const scheduledPostsOf = async ({ db }: Pick<ReadContext, 'db'>, workspaceId: string): Promise<number> =>
  countOf(
    await db
      .selectFrom('posts')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('workspace_id', '=', workspaceId)
      .where('status', 'in', ['scheduled', 'payment_paused'])
      .executeTakeFirstOrThrow(),
  );

/** Published posts are counted in the calendar month, on the workspace's clock. */
export const countedUse = async (context: ReadContext, workspaceId: string): Promise<CountedUse> => {
  const { db, now } = context;
  const month = usagePeriodAt(now);
  const [accounts, scheduledPosts, monthly, members, files] = await Promise.all([
    db
      .selectFrom('accounts')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('workspace_id', '=', workspaceId)
      .where('status', '!=', 'disconnected')
      .executeTakeFirstOrThrow(),
    scheduledPostsOf(context, workspaceId),
    db
      .selectFrom('posts')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('workspace_id', '=', workspaceId)
      .where('status', '=', 'published')
      .where(sql<boolean>`published_at >= ${month.start}`)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('memberships')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('workspace_id', '=', workspaceId)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('stored_files')
      .select(({ fn }) => fn.sum<string | null>('bytes').as('bytes'))
      .where('workspace_id', '=', workspaceId)
      .executeTakeFirstOrThrow(),
  ]);
  return {
    accounts: countOf(accounts),
    scheduledPosts,
    monthlyPosts: countOf(monthly),
    members: countOf(members),
    storedBytes: Number(files.bytes ?? 0),
  };
};
