import { sql } from 'kysely';
import type { ReadContext } from '../kernel/endpoint.ts';
import { figuresByDay, latestFigures } from '../analytics/account-figures.ts';
import { rangeBefore, type Range } from '../analytics/range.ts';
import { topPosts } from '../analytics/top-posts.ts';
import { dailyOf, totalsBy, type Totals } from '../analytics/totals.ts';
import { notFound } from '../../domain/kernel/refused.ts';
import type { Report, ReportLanguage, ReportPorts } from './report.ts';

/** The accounts of a report that names none; the rest is left out. */
export const maxAccounts = 100;
const maxTopPosts = 10;
const maxTextLength = 200;

const nothing: Totals = { posts: 0, copies: 0, metrics: {}, engagements: null, engagementRate: null };

type Asked = Readonly<{
  range: Range;
  accountIds: readonly string[] | undefined;
  language: ReportLanguage;
  logo: Uint8Array | undefined;
  thumbnailsOf: ReportPorts['thumbnailsOf'];
}>;

/** The accounts of the report, in the order of their platforms. Throws NOT_FOUND for one of another workspace. */
const accountsOf = async (accountIds: readonly string[] | undefined, { db, caller }: ReadContext) => {
  let query = db
    .selectFrom('accounts')
    .select(['id', 'platform', 'username'])
    .where('workspace_id', '=', caller.workspaceId);
  if (accountIds) query = query.where(sql<boolean>`id = any(${accountIds})`);
  const rows = await query.orderBy('id').limit(maxAccounts).execute();
  if (accountIds?.some((id) => !rows.some((row) => row.id === id))) throw notFound('account');
  return rows.sort((one, other) => one.platform.localeCompare(other.platform));
};

type Content = Readonly<{ text: string; mediaIds: readonly string[] }>;

const contentsOf = async (
  postIds: readonly string[],
  { db, caller }: ReadContext,
): Promise<ReadonlyMap<string, Content>> => {
  const rows = await db
    .selectFrom('posts')
    .select(['id', 'view'])
    .where('workspace_id', '=', caller.workspaceId)
    .where(sql<boolean>`id = any(${postIds})`)
    .limit(maxTopPosts)
    .execute();
  return new Map(
    rows.map(({ id, view }) => {
      const { content: text, media, threadItems } = view.post.content;
      const files = [...media, ...threadItems.flatMap((item) => item.media)];
      return [id, { text: Array.from(text).slice(0, maxTextLength).join(''), mediaIds: files.map((file) => file.id) }];
    }),
  );
};

/** The numbers of a report: the same as those of the analytics endpoints. */
export const reportOf = async (asked: Asked, context: ReadContext): Promise<Report> => {
  const { range, accountIds, language, logo, thumbnailsOf } = asked;
  const { db, caller } = context;
  const workspace = await db
    .selectFrom('workspaces')
    .select('view')
    .where('id', '=', caller.workspaceId)
    .executeTakeFirst();
  const listed = await accountsOf(accountIds, context);
  const chosen = { ...range, accountIds };
  const { totals, by } = await totalsBy(['platform', 'account_id', 'day'], chosen, context);
  const { totals: previous } = await totalsBy(['platform'], { ...rangeBefore(range), accountIds }, context);
  const latest = new Map((await latestFigures(context)).map(({ accountId, metrics }) => [accountId, metrics]));
  const accounts = [];
  for (const { id, platform, username } of listed) {
    const history = latest.has(id) ? await figuresByDay(id, range, context) : [];
    const [first, last] = [history[0]?.metrics['followers'], history.at(-1)?.metrics['followers']];
    accounts.push({
      name: username,
      platform,
      followers: latest.get(id)?.['followers'] ?? null,
      gained: first === undefined || last === undefined ? null : last - first,
      totals: by.account_id.get(id) ?? nothing,
    });
  }
  const known = accounts.flatMap(({ followers }) => followers ?? []);
  const best = await topPosts(chosen, context, maxTopPosts);
  const contents = await contentsOf(
    best.map(({ postId }) => postId),
    context,
  );
  const thumbnails = await thumbnailsOf(
    new Map(best.map(({ postId }) => [postId, contents.get(postId)?.mediaIds ?? []])),
    caller.workspaceId,
  );
  return {
    workspace: workspace?.view.name ?? '',
    language,
    range,
    totals,
    previous,
    logo,
    accounts,
    followers: known.length === 0 ? null : known.reduce((sum, each) => sum + each, 0),
    daily: dailyOf(by.day),
    platforms: [...by.platform].map(([platform, of]) => ({ platform, totals: of })),
    topPosts: best.map(({ postId, platform, publishedAt, metrics, engagements }) => ({
      text: contents.get(postId)?.text ?? '',
      platform,
      publishedAt,
      engagements,
      impressions: metrics['impressions'] ?? null,
      thumbnail: thumbnails.get(postId),
    })),
  };
};
