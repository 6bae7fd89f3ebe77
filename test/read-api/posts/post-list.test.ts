import { expect } from 'chai';
import fc from 'fast-check';
import type { Caller } from '../../../read-api/contract/caller.ts';
import { idAt } from '../../../domain/kernel/ids.ts';
import { platforms, type Platform } from '../../../domain/platforms/platform.ts';
import { postStatuses } from '../../../domain/posts/values.ts';
import type { ReadModels } from '../../../projections/database.ts';
import { subscribersFor } from '../../../projections/kernel/read-models.ts';
import { upsertRows } from '../../../projections/kernel/table.ts';
import { posts as projection, type PostRow } from '../../../projections/posts/posts.ts';
import { listPosts } from '../../../read-api/posts/post-list.ts';
import { nothingPast } from '../../support/edge.ts';
import { useDatabase } from '../../support/postgres.ts';
import { shownPost } from '../shown-post.ts';

const day = 86_400_000;
const begin = Date.parse('2026-03-01T00:00:00Z');
const own = idAt(0, 'own'.padStart(15, '0'));
const foreign = idAt(0, 'foreign'.padStart(15, '0'));
const iso = (ms: number): string => new Date(ms).toISOString();

const rowOf = (
  n: number,
  made: { status: (typeof postStatuses)[number]; to: Platform[]; hours: number; mine: boolean },
): PostRow => {
  const id = idAt(begin + n, String(n).padStart(15, '0'));
  const at = iso(begin + made.hours * 3_600_000);
  return {
    id,
    workspace_id: made.mine ? own : foreign,
    status: made.status,
    platforms: made.to,
    account_ids: [],
    scheduled_for: at,
    calendar_at: at,
    published_at: null,
    created_at: at,
    view: shownPost(id, made.mine ? own : foreign, made.status, made.to),
  };
};

const rows = fc
  .array(
    fc.record({
      status: fc.constantFrom(...postStatuses),
      to: fc.uniqueArray(fc.constantFrom(...platforms.slice(0, 4)), { minLength: 1, maxLength: 3 }),
      hours: fc.integer({ min: 0, max: 24 * 10 }),
      mine: fc.oneof({ arbitrary: fc.constant(true), weight: 4 }, fc.constant(false)),
    }),
    { maxLength: 60 },
  )
  .map((made) => made.map((one, n) => rowOf(n, one)));

const moment = fc.integer({ min: 0, max: 10 }).chain((days) =>
  // A whole day, or an instant in some zone.
  fc.constantFrom(
    iso(begin + days * day).slice(0, 10),
    iso(begin + days * day + 5_400_000),
    `${iso(begin + days * day).slice(0, 19)}+02:00`,
  ),
);
const question = fc.record(
  {
    status: fc.constantFrom(...postStatuses, 'SCHEDULED'),
    platform: fc.constantFrom('TWITTER', 'linkedin', 'Facebook', 'WHATSAPP'),
    from: moment,
    to: moment,
    limit: fc.integer({ min: 1, max: 25 }).map(String),
  },
  { requiredKeys: [] },
);
type Question = Partial<Record<'status' | 'platform' | 'from' | 'to' | 'limit', string>>;

const endOf = (to: string): number => Date.parse(to) + (to.length === 10 ? day : 1);

/** What a list must hold, by the words of the reference. */
const wanted = (all: readonly PostRow[], { status, platform, from, to }: Question): string[] =>
  all
    .filter(({ workspace_id: of }) => of === own)
    .filter((row) => status === undefined || row.status === status.toLowerCase())
    .filter((row) => platform === undefined || row.platforms.includes(platform.toUpperCase()))
    .filter((row) => from === undefined || Date.parse(row.calendar_at) >= Date.parse(from))
    .filter((row) => to === undefined || Date.parse(row.calendar_at) < endOf(to))
    .sort((a, b) => {
      const inTime = from !== undefined || to !== undefined;
      if (inTime && a.calendar_at !== b.calendar_at) return a.calendar_at < b.calendar_at ? 1 : -1;
      return a.id < b.id ? 1 : -1;
    })
    .map(({ id }) => id);

type Page = {
  posts: { id: string }[];
  data: unknown;
  pagination: unknown;
  nextCursor: string | null;
  hasMore: boolean;
};

/** Endpoints, Posts, GET /v1/posts; Conventions, Cursor pagination. */
describe('the list of posts', function () {
  this.timeout(60_000);
  const database = useDatabase();
  before(() => subscribersFor([projection], database().kysely));

  const caller: Caller = {
    kind: 'api_key',
    workspaceId: own,
    mode: 'test',
    plan: 'agency',
    userId: undefined,
    keyId: undefined,
    scopes: ['*'],
    role: undefined,
    address: undefined,
  };
  const page = async (query: object): Promise<Page> => {
    const db = database().kysely.withTables<ReadModels>();
    const parsed = listPosts.query?.parse(query) ?? {};
    const { body } = await listPosts.run(
      { params: {}, query: parsed, body: {}, header: () => undefined },
      { caller, db, past: nothingPast, now: iso(begin) },
    );
    return body as Page;
  };
  const put = async (all: readonly PostRow[]): Promise<void> => {
    await database().pool.query('delete from posts');
    await upsertRows(projection, 'posts_g1', all, database().kysely);
  };

  it('holds what every filter asks for, page by page, each post once and none of another workspace', () =>
    fc.assert(
      fc.asyncProperty(rows, question, async (all, asked) => {
        await put(all);
        const seen: string[] = [];
        const query: Question & { cursor?: string } = { ...asked };
        for (;;) {
          const { posts, data, pagination, nextCursor, hasMore } = await page(query);
          expect(data).to.equal(posts);
          expect(pagination).to.deep.equal({ cursor: nextCursor, hasMore });
          expect(posts.length).to.be.at.most(Number(asked.limit ?? 20));
          seen.push(...posts.map(({ id }) => id));
          expect(hasMore).to.equal(nextCursor !== null);
          if (nextCursor === null) break;
          query.cursor = nextCursor;
        }
        expect(seen).to.deep.equal(wanted(all, asked));
      }),
      { numRuns: 60 },
    ));

  it('refuses what is no platform, no time and no cursor of this order', async () => {
    const refusal = async (query: object): Promise<unknown> =>
      page(query).then(
        () => undefined,
        (error: unknown) => (error as { details?: { field?: string } }).details?.field,
      );
    expect(await refusal({ platform: 'MYSPACE' })).to.equal('platform');
    await put([rowOf(1, { status: 'draft', to: ['TWITTER'], hours: 1, mine: true })]);
    const byNewest = Buffer.from(JSON.stringify('c')).toString('base64url');
    expect(await refusal({ from: '2026-01-01', cursor: byNewest })).to.equal('cursor');
    for (const wrong of ['soon', '2026-13-01', '2026-01-01T00:00:00'])
      expect(listPosts.query?.safeParse({ from: wrong }).success, wrong).to.equal(false);
  });

  it('finds nothing beyond the years that a date can express', async () => {
    const all = [rowOf(1, { status: 'draft', to: ['TWITTER'], hours: 1, mine: true })];
    await put(all);
    const found = async (query: object): Promise<number> => (await page(query)).posts.length;
    expect(await found({ from: '0000-01-01', to: '9999-12-31' })).to.equal(1);
    expect(await found({ from: '9999-12-31T23:59:59-23:59' })).to.equal(0);
  });
});
