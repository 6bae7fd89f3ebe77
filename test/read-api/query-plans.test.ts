import { expect } from 'chai';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import type { Caller } from '../../read-api/contract/caller.ts';
import { idAt } from '../../domain/kernel/ids.ts';
import { platforms } from '../../domain/platforms/platform.ts';
import { postStatuses } from '../../domain/posts/values.ts';
import { allProjections } from '../../projections/all-projections.ts';
import { commentSources } from '../../infra/adapters/comments/comment-sources.ts';
import { commentsOfWorkspace } from '../../infra/adapters/comments/comments-of-workspace.ts';
import { requestRecords } from '../../infra/stores/postgres/request-records.ts';
import type { ReadModels } from '../../projections/database.ts';
import { buildTable, subscribersFor } from '../../projections/kernel/read-models.ts';
import { createIndexes } from '../../projections/kernel/table.ts';
import { resources } from '../../read-api/history/resources.ts';
import { latestFigures } from '../../read-api/analytics/account-figures.ts';
import { publishingAnalytics } from '../../read-api/analytics/publishing-reads.ts';
import { getAggregateInsights } from '../../read-api/analytics/workspace-insights.ts';
import { auditLogReads } from '../../read-api/audit-logs/audit-log-reads.ts';
import { reviewReads } from '../../read-api/reviews/review-reads.ts';
import { invitationReads } from '../../read-api/workspaces/invitation-reads.ts';
import { requestHistory } from '../../read-api/workspaces/request-history.ts';
import type { Moment } from '../../read-api/kernel/as-of.ts';
import { encodeCursor } from '../../read-api/kernel/page.ts';
import { everyRead } from '../infra/edge/endpoints/every-endpoint.ts';
import { nothingPast } from '../support/edge.ts';
import { useDatabase } from '../support/postgres.ts';
import { fillReadModel, inTurns } from './many-rows.ts';

/** Half of the rows are this workspace's. */
const many = 20_000;
const own = idAt(0, 'own'.padStart(15, '0'));
const foreign = idAt(0, 'foreign'.padStart(15, '0'));
const id = idAt(1, 'id'.padStart(15, '0'));
const at = '2026-01-01T01:00:00.000Z';

const caller: Caller = {
  kind: 'session',
  workspaceId: own,
  mode: 'test',
  plan: 'agency',
  userId: id,
  keyId: undefined,
  scopes: ['*'],
  role: 'OWNER',
  address: undefined,
};

type Statement = Readonly<{ sql: string; parameters: readonly unknown[] }>;

/** Compiles what is asked of it and answers with no rows. */
const compiling = (asked: Statement[]): Kysely<ReadModels> =>
  new Kysely<ReadModels>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void asked.push(query),
  });

type Node = Readonly<{
  'Node Type': string;
  'Relation Name'?: string;
  'Index Cond'?: string;
  Plans?: readonly Node[];
}>;
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

const commentQuestions: readonly Readonly<Record<string, string>>[] = [
  { cursor: id },
  { platform: 'bluesky' },
  { since: at },
  { hiddenOnly: 'true' },
  { replied: 'true' },
  { replied: 'false' },
  { replied: 'false', since: at, cursor: id },
];

/**
 * What each list is asked, beside nothing at all: every filter by itself, some together, and a page far behind the first. A new list fails
 * the test below until it is here.
 */
const questions: Readonly<Record<string, readonly Readonly<Record<string, string>>[]>> = {
  listPostComments: [...commentQuestions, { accountId: id }],
  listAccountComments: commentQuestions,
  listMentions: [
    { page: '2' },
    { hiddenOnly: 'true' },
    { unreadOnly: 'true' },
    { platform: 'facebook' },
    { accountId: id },
  ],
  listReviewLocations: [],
  listReviews: [
    { page: '2' },
    { accountId: id },
    { locationPath: 'x' },
    { rating: '1' },
    { unreadOnly: 'true' },
    { unrepliedOnly: 'true' },
  ],
  listInboxComments: [...commentQuestions, { accountId: id }, { accountId: id, hiddenOnly: 'true' }],
  listPosts: [
    { cursor: encodeCursor(id) },
    ...postStatuses.map((status) => ({ status })),
    ...platforms.map((platform) => ({ platform })),
    { platform: 'TWITTER', cursor: encodeCursor(id) },
    { status: 'failed', platform: 'TWITTER' },
    { from: '2026-01-01' },
    { to: '2026-01-01' },
    { from: '2026-01-01T00:10:00Z', to: '2026-01-01T00:20:00Z' },
    { from: '2026-01-01', cursor: encodeCursor([at, id]) },
    { from: '2026-01-01', status: 'failed' },
    { from: '2026-01-01', platform: 'TWITTER' },
  ],
  listAccounts: [{ status: 'ACTIVE' }, { platform: 'TWITTER' }, { cursor: encodeCursor(id) }],
  listMedia: [{ status: 'ready' }, { cursor: encodeCursor(id) }, { status: 'failed', cursor: encodeCursor(id) }],
  listAuditLogs: [
    { cursor: encodeCursor('1') },
    { actor: id },
    { keyId: id },
    { type: 'PostCreated' },
    { resource: 'post' },
    { resource: id },
    { resource: `post/${id}` },
    { from: '2026-01-01', to: '2026-01-02' },
    { to: '2026-01-02', cursor: encodeCursor([at, '1']) },
  ],
  listWebhookDeliveries: [
    { status: 'FAILED' },
    { event: 'post.failed' },
    { from: '2026-01-01', to: at },
    { cursor: encodeCursor([at, id]) },
  ],
  listCallbackDeliveries: [
    { status: 'FAILED' },
    { event: 'post.failed' },
    { from: '2026-01-01', to: at },
    { cursor: encodeCursor([at, id]) },
  ],
  listRequestHistory: [
    { cursor: encodeCursor(id) },
    { method: 'GET' },
    { path: '/v1/posts' },
    { status: '500' },
    { apiKeyId: id },
    { startDate: '2026-01-01', endDate: '2026-01-02' },
  ],
  listCalendarPosts: [
    { status: 'DRAFT' },
    { platform: 'TWITTER' },
    { postId: id },
    { cursor: encodeCursor([at, id]) },
    { from: '2026-01-01T00:00:00.000Z', to: '2026-01-02T00:00:00.000Z' },
  ],
  listCalendarPersonas: [{ cursor: encodeCursor('ada') }],
  listApprovalQueue: [{ page: '2' }],
  countApprovalQueue: [],
  listApprovalWorkflows: [{ page: '2' }],
  listBroadcastDeliveries: [{ page: '2' }],
  listAudiences: [{ page: '2' }],
  listCommentAutomations: [{ page: '2' }],
  listCommentAutomationRuns: [{ page: '2' }],
  listBroadcasts: [{ page: '2' }, { status: 'SENT' }],
  listContacts: [{ page: '2' }, { platform: 'facebook' }, { search: 'ann' }, { tags: 'vip' }],
  listContactImports: [{ page: '2' }],
  listContactImportErrors: [{ page: '2' }],
  listSequences: [{ page: '2' }],
  listSequenceSteps: [],
  listSequenceEnrollments: [{ page: '2' }, { status: 'ACTIVE' }],
  listBulkJobs: [],
  listHashtagSets: [{ cursor: encodeCursor([at, id]) }],
  listPersonas: [],
  listPersonaModules: [],
  listPersonaVersions: [],
  listPersonaAccounts: [],
  listPersonaArcs: [],
  listImageJobs: [],
  listInvitations: [],
  listMyInvitations: [],
  listWorkspaces: [{ page: '2' }],
  listCredits: [{ page: '2' }],
  listMembers: [{ page: '2' }],
  listApiKeys: [],
  listExpiringApiKeys: [{ days: '30' }],
  listWebhooks: [],
  listMyWorkspaces: [],
  listPeople: [{ page: '2' }],
  listAllWorkspaces: [{ page: '2' }],
};

/**
 * Histories are read from the log by stream and revision, pages from the platform, platforms from the code; what operators look at is one row a
 * read model or process.
 */
const notFromReadModels = [
  ...resources.map(({ id: name }) => name),
  'listAccountPages',
  'listPlatforms',
  'listReadModels',
  'listProcesses',
  // One row by its key has all sessions of a person, at most 20.
  'listMySessions',
  // The same row: there are at most 20 in each workspace.
  'listMyApplications',
  'getMySecondFactor',
  'listMyPasskeys',
];

describe('the queries behind the lists', function () {
  this.timeout(120_000);
  const database = useDatabase();

  before(async () => {
    const db = database().kysely;
    const projections = new Map(allProjections.map((projection) => [projection.name, projection]));
    const running = await subscribersFor(allProjections, db);
    // They come when a build has caught up; with nothing to catch up with, that is now.
    for (const { subscriber, build } of running) await createIndexes(subscriber.projection, buildTable(build), db);
    const workspace_id = `(array['${own}','${foreign}'])[1 + n % 2]`;
    const fill = (name: string, rows: number, columns: Record<string, string> = {}): Promise<void> => {
      const projection = projections.get(name);
      if (!projection) throw new Error(`there is no read model ${name}`);
      return fillReadModel(db, projection, [1, rows], { workspace_id, ...columns });
    };
    await fill('posts', many, {
      status: inTurns(postStatuses),
      platforms: `array[${inTurns(platforms)}]`,
      view: `jsonb_build_object('content', repeat('x', 300))`,
    });
    await fill('media', many, { status: inTurns(['PENDING', 'PROCESSING', 'READY', 'FAILED']) });
    await fill('accounts', many, { platform: inTurns(platforms), status: inTurns(['ACTIVE', 'EXPIRED']) });
    await fill('comments', many, {
      account_id: `'account' || n % 20`,
      post_id: `case when n % 3 = 0 then null else 'post' || n % 500 end`,
      platform: inTurns(platforms),
      replied: 'n % 7 <> 0',
      hidden: 'n % 50 = 0',
    });
    await fill('mentions', many, {
      account_id: `'account' || n % 20`,
      platform: inTurns(['FACEBOOK', 'INSTAGRAM']),
      read: 'n % 7 <> 0',
      hidden: 'n % 50 = 0',
    });
    await fill('reviews', many, {
      account_id: `'account' || n % 20`,
      location_path: `'location' || n % 30`,
      rating: '1 + n % 5',
      read: 'n % 7 <> 0',
      replied: 'n % 9 <> 0',
    });
    await fill('audit_logs', many, {
      id: 'gen_random_uuid()::text',
      place: `lpad(n::text, 20, '0')`,
      actor_id: `'actor' || n % 100`,
      key_id: `'key' || n % 100`,
      type: `'Type' || n % 50`,
      resource_kind: inTurns(['post', 'account', 'media']),
      resource_id: `'resource' || n % 5000`,
    });
    await fill('account_days', many, {
      id: 'n::text',
      account_id: `'account' || n % 20`,
      account: `'{"followers":1}'::jsonb`,
      day: `to_char(timestamptz '2024-01-01' + n / 20 * interval '1 day', 'YYYY-MM-DD')`,
    });
    await fill('post_metrics', many, {
      post_id: `'post' || n / 2`,
      account_id: `'account' || n % 20`,
      platform: inTurns(platforms),
      published_at: `timestamptz '2024-01-01' + n * interval '1 hour'`,
      fetched_at: `timestamptz '2026-01-01'`,
      history: `'[]'::json`,
    });
    await fill('webhook_endpoints', many);
    await fill('webhook_deliveries', many, {
      endpoint_id: `case when n % 3 = 0 then null else '${id}' end`,
      status: inTurns(['PENDING', 'DELIVERED', 'FAILED']),
      event: inTurns(['post.created', 'post.published', 'post.failed']),
      created_at: `to_char(timestamptz '2026-01-01' + n * interval '1 second', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    });
    await fill('webhook_outcomes', many, {
      endpoint_id: `case when n % 3 = 0 then '${foreign}' else '${id}' end`,
      place: `lpad(n::text, 20, '0')`,
      occurred_at: `to_char(timestamptz '2026-01-01' + n * interval '1 second', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    });
    await fill('joined_workspaces', many, { user_id: `'c' || lpad(to_hex(n / 5), 24, '0')` });
    await fill('api_keys', many, { hash: 'n::text', expires_at: `timestamptz '2026-01-01' + n * interval '1 hour'` });
    await fill('invitations', many, { email_hash: 'n::text' });
    await fill('users', many);
    await fill('workspaces', many, { slug: 'n::text' });
    await fill('memberships', many, { id: 'n::text', user_id: `'c' || lpad(to_hex(n / 5), 24, '0')` });
    await sql`
      insert into api_request (workspace_id, id, at, method, path, route, status, milliseconds, request_id, api_key_id, actor_type, actor_id)
      select ${sql.raw(workspace_id)}, 'c' || lpad(to_hex(n), 24, '0'), now(), 'GET', '/v1/posts', '/v1/posts', 200, 1, '', 'key' || n % 100, 'api_key', ''
      from generate_series(1, ${sql.lit(many)}) as n`.execute(db);
    await sql`analyze`.execute(db);
  });

  const readsOn = (db: Kysely<ReadModels>) => {
    const records = requestRecords(db as unknown as Parameters<typeof requestRecords>[0]);
    const links = { hashOf: (text: string) => text } as Parameters<typeof invitationReads>[0];
    const addresses = () => Promise.resolve([]);
    const withPorts = [
      ...reviewReads({ refresh: () => Promise.resolve() }),
      ...auditLogReads({ addresses } as unknown as Parameters<typeof auditLogReads>[0]),
      ...invitationReads(links),
      requestHistory(records),
    ];
    return new Map([...everyRead, ...withPorts].map((endpoint) => [endpoint.id, endpoint]));
  };

  /**
   * How Postgres would do it if reading a whole table and sorting were very dear: it then does either only where no index serves, so
   * the answer does not depend on how many rows there happen to be.
   */
  const planOf = async (text: string, parameters: readonly unknown[]): Promise<Node> => {
    const client = await database().pool.connect();
    try {
      await client.query('begin');
      for (const way of ['seqscan', 'bitmapscan', 'sort']) await client.query(`set local enable_${way} = off`);
      type Explained = { 'QUERY PLAN': [{ Plan: Node }] };
      const { rows } = await client.query<Explained>(`explain (format json) ${text}`, [...parameters]);
      const plan = rows[0]?.['QUERY PLAN'][0].Plan;
      if (!plan) throw new Error('Postgres explained nothing');
      return plan;
    } finally {
      await client.query('rollback');
      client.release();
    }
  };

  /** The plans of everything one question makes the endpoint ask of Postgres. */
  const plansFor = async (endpointId: string, query: Readonly<Record<string, string>>): Promise<[string, Node][]> => {
    const asked: Statement[] = [];
    const db = compiling(asked);
    const endpoint = readsOn(db).get(endpointId);
    if (!endpoint) throw new Error(`there is no endpoint ${endpointId}`);
    const parsed = endpoint.query ? endpoint.query.parse(query) : {};
    const params = { id: own, token: 'x' };
    // With no rows some cannot go on; what they asked until then is what counts.
    await endpoint
      .run({ params, query: parsed, body: {}, header: () => undefined }, { caller, db, past: nothingPast, now: at })
      .catch(() => undefined);
    return plansOf(endpointId, asked);
  };
  /** The same of what an endpoint looks up to answer for a moment. */
  const pastPlansFor = async (endpointId: string, moment: Moment): Promise<[string, Node][]> => {
    const asked: Statement[] = [];
    const db = compiling(asked);
    await readsOn(db).get(endpointId)?.past?.origins({ id }, { caller, db, past: nothingPast, now: at }, moment);
    return plansOf(endpointId, asked);
  };
  const plansOf = async (endpointId: string, asked: readonly Statement[]): Promise<[string, Node][]> => {
    const plans: [string, Node][] = [];
    for (const { sql: text, parameters } of asked) {
      plans.push([text, await planOf(text, parameters)]);
    }
    expect(plans, `${endpointId} asks something`).to.not.deep.equal([]);
    return plans;
  };

  for (const [endpointId, more] of Object.entries(questions)) {
    for (const query of [{}, ...more]) {
      it(`${endpointId} ${new URLSearchParams(query)}: an index, in its order`, async () => {
        for (const [text, plan] of await plansFor(endpointId, query)) {
          const nodes = nodesOf(plan).map((node) => node['Node Type']);
          const reported = `${text}\n${JSON.stringify(plan, undefined, 1)}`;
          expect(nodes, reported).to.not.include('Seq Scan');
          expect(nodes, reported).to.not.include('Sort');
        }
      });
    }
  }

  const moments: readonly Moment[] = [
    { kind: 'position', commit: 5_000n },
    { kind: 'instant', at },
  ];
  for (const { id: endpointId } of everyRead.filter(({ past }) => past?.reads)) {
    for (const moment of moments) {
      // The clock of an instant is the instant.
      if (/^getTransfer/.test(endpointId) && moment.kind === 'instant') continue;
      it(`${endpointId} at one ${moment.kind}: an index, in its order`, async () => {
        for (const [text, plan] of await pastPlansFor(endpointId, moment)) {
          const nodes = nodesOf(plan).map((node) => node['Node Type']);
          expect(nodes, text).to.not.include('Seq Scan');
          expect(nodes, text).to.not.include('Sort');
        }
      });
    }
  }

  for (const { id: endpointId } of publishingAnalytics)
    it(`${endpointId}: counts over the rows of the workspace, found by an index`, async () => {
      for (const [text, plan] of await plansFor(endpointId, {})) {
        const scans = nodesOf(plan).filter((node) => node['Relation Name'] !== undefined);
        expect(
          scans.map((node) => node['Node Type']),
          text,
        ).to.deep.equal(['Index Scan']);
        expect(scans[0]?.['Index Cond'], text).to.include('workspace_id = ');
      }
    });

  it('the latest figures of accounts: steps of an index, one account after the other', async () => {
    const asked: Statement[] = [];
    await latestFigures({ caller, db: compiling(asked), past: nothingPast, now: at });
    for (const [text, plan] of await plansOf('latestFigures', asked)) {
      const scans = nodesOf(plan).filter((node) => node['Relation Name'] !== undefined);
      for (const scan of scans) expect(scan['Node Type'], text).to.match(/^Index( Only)? Scan$/);
      const steps = scans.filter((scan) => /account_id =/.test(scan['Index Cond'] ?? ''));
      expect(steps, text).to.have.length(1);
    }
  });

  it('the totals of a range: the days and the posts of the workspace, each read once by an index', async () => {
    for (const [text, plan] of await plansFor(getAggregateInsights.id, {})) {
      const scans = nodesOf(plan).filter((node) => node['Relation Name'] !== undefined);
      expect(scans, text).to.have.length(1);
      expect(scans[0]?.['Node Type'], text).to.equal('Index Scan');
      expect(scans[0]?.['Index Cond'], text)
        .to.include('workspace_id = ')
        .and.match(/(day|published_at) >= /);
    }
  });

  it('what comments are looked up by: an index, in its order', async () => {
    const asked: Statement[] = [];
    const db = compiling(asked);
    const parts = { db, settled: () => Promise.resolve() } as unknown as Parameters<typeof commentSources>[0];
    const sources = commentSources(parts);
    await sources.livePosts({ id, workspaceId: own }, { since: at, limit: 25 });
    await sources.known(own, [id]);
    const caughtUp = { head: () => Promise.resolve(undefined) };
    await commentsOfWorkspace({ db, log: caughtUp, freshness: { wait: () => true } })(own, id, 200, 'comments');
    const plans = await plansOf('comments', asked);
    expect(plans).to.have.length(3);
    for (const [text, plan] of plans) {
      const nodes = nodesOf(plan).map((node) => node['Node Type']);
      expect(nodes, text).to.include('Index Scan').and.not.include.oneOf(['Seq Scan', 'Sort']);
    }
  });

  it('leaves no list out', () => {
    const lists = everyRead.filter(({ id: name, query }) => {
      const shape = query && 'shape' in query ? Object.keys(query.shape as object) : [];
      return /^list/.test(name) || shape.includes('limit');
    });
    const known = new Set([...Object.keys(questions), ...notFromReadModels]);
    expect(lists.map(({ id: name }) => name).filter((name) => !known.has(name))).to.deep.equal([]);
  });

  it('would notice a query without an index', async () => {
    const plan = await planOf('select id from posts where created_at > now() order by account_ids limit 20', []);
    const nodes = nodesOf(plan).map((node) => node['Node Type']);
    expect(nodes).to.include.members(['Seq Scan', 'Sort']);
  });
});
