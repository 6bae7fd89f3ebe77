import { sql } from 'kysely';
import { z } from 'zod';
import { type ReadContext, readEndpoint, type ReadEndpoint } from '../kernel/endpoint.ts';
import { notFound } from '../../domain/kernel/refused.ts';
import { comparePlans } from '../../domain/plans/plan.ts';
import { MyWorkspace, UserReply } from '../contract/person.ts';
import { streamOf } from '../../domain/streams.ts';

/** The most workspaces in a person's answer: more than any person has in practice. */
const maxWorkspaces = 200;
/** The most workspaces searched for the past of a person, including those they left. */
const maxJoinedWorkspaces = 1_000;

/** The workspaces of a person, those joined first first. */
export const workspacesOf = async (
  userId: string | undefined,
  { db }: Pick<ReadContext, 'db'>,
): Promise<MyWorkspace[]> => {
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('workspaces', 'workspaces.id', 'memberships.workspace_id')
    .select(['workspaces.view', 'memberships.role', 'memberships.joined_at'])
    .where('memberships.user_id', '=', userId ?? '')
    .orderBy('memberships.joined_at')
    .orderBy('workspaces.id')
    .limit(maxWorkspaces)
    .execute();
  const owned = rows.filter(({ role }) => role === 'OWNER').map(({ view }) => view.plan);
  const entitled = owned.sort(comparePlans).at(-1);
  return rows.map(({ view: { id, name, slug, logo, plan }, role, joined_at: joinedAt }) => ({
    ...{ id, name, slug, logo, logoUrl: logo, role, joinedAt },
    plan: role === 'OWNER' ? (entitled ?? plan) : plan,
  }));
};

const profileOf = async ({ db, caller }: ReadContext) => {
  const row = await db
    .selectFrom('users')
    .select('view')
    .where('id', '=', caller.userId ?? '')
    .executeTakeFirst();
  if (!row) throw notFound('user');
  return row.view;
};

/** GET /v1/users/me. */
export const getMe = readEndpoint({
  method: 'GET',
  path: '/v1/users/me',
  id: 'getMe',
  summary: 'The signed-in person',
  reply: UserReply,
  access: 'session',
  reads: ['users', 'memberships', 'workspaces'],
  past: {
    reads: ['joined_workspaces'],
    origins: async (_params, { db, caller }) => {
      const joined = await db
        .selectFrom('joined_workspaces')
        .select('workspace_id')
        .where('user_id', '=', caller.userId ?? '')
        .orderBy('workspace_id')
        .limit(maxJoinedWorkspaces)
        .execute();
      const streams = joined.map((row) => streamOf('workspace', row.workspace_id));
      return { streams: [streamOf('user', caller.userId ?? ''), ...streams] };
    },
  },
  run: async (_asked, context) => {
    const [profile, workspaces] = await Promise.all([profileOf(context), workspacesOf(context.caller.userId, context)]);
    return { body: { ...profile, workspaces } };
  },
});

const listMyWorkspaces = readEndpoint({
  method: 'GET',
  path: '/v1/users/me/workspaces',
  id: 'listMyWorkspaces',
  summary: 'My workspaces with their contents',
  reply: z.object({
    data: z.array(MyWorkspace.extend({ memberCount: z.int(), accountCount: z.int(), postCount: z.int() })),
    total: z.int(),
  }),
  access: 'session',
  reads: ['users', 'memberships', 'workspaces', 'accounts', 'posts'],
  run: async (_asked, context) => {
    const workspaces = await workspacesOf(context.caller.userId, context);
    const ids = workspaces.map(({ id }) => id);
    const counts = async (model: 'memberships' | 'accounts' | 'posts'): Promise<Map<string, number>> => {
      const rows = await context.db
        .selectFrom(model)
        .select(['workspace_id', ({ fn }) => fn.countAll<string>().as('count')])
        .where(sql<boolean>`workspace_id = any(${ids})`)
        .$if(model === 'accounts', (all) => all.where(sql<boolean>`status <> 'disconnected'`))
        .groupBy('workspace_id')
        .execute();
      return new Map(rows.map(({ workspace_id: id, count }) => [id, Number(count)]));
    };
    const [members, accounts, posts] = await Promise.all([counts('memberships'), counts('accounts'), counts('posts')]);
    const data = workspaces.map((each) => ({
      ...each,
      memberCount: members.get(each.id) ?? 0,
      accountCount: accounts.get(each.id) ?? 0,
      postCount: posts.get(each.id) ?? 0,
    }));
    return { body: { data, total: data.length } };
  },
});

const exportMe = readEndpoint({
  method: 'GET',
  path: '/v1/users/me/export',
  id: 'exportMe',
  summary: 'All personal data that the service has of me, as a file',
  reply: z.looseObject({ exportedAt: z.string(), user: UserReply }),
  access: 'session',
  errors: ['RATE_LIMITED'],
  reads: ['users', 'memberships', 'workspaces', 'api_keys', 'invitations', 'notification_preferences'],
  run: async (_asked, context) => {
    const { db, caller, now } = context;
    const [profile, workspaces] = await Promise.all([profileOf(context), workspacesOf(context.caller.userId, context)]);
    const ids = workspaces.map(({ id }) => id);
    const mine = caller.userId ?? '';
    const keys = await db
      .selectFrom('api_keys')
      .select(['workspace_id', 'view'])
      .where(sql<boolean>`workspace_id = any(${ids})`)
      .where(sql<boolean>`view->>'createdBy' = ${mine}`)
      .orderBy('id')
      .limit(1000)
      .execute();
    const invitations = await db
      .selectFrom('invitations')
      .select(['id', 'workspace_id', 'email', 'role', 'created_at', 'expires_at'])
      .where(sql<boolean>`workspace_id = any(${ids})`)
      .where('invited_by', '=', mine)
      .orderBy('id')
      .limit(1000)
      .execute();
    const saved = await db
      .selectFrom('notification_preferences')
      .select('preferences')
      .where('user_id', '=', mine)
      .executeTakeFirst();
    return {
      headers: { 'content-disposition': `attachment; filename="personal-data-${now.slice(0, 10)}.json"` },
      body: {
        exportedAt: now,
        user: { ...profile, workspaces },
        notificationPreferences: saved?.preferences ?? null,
        apiKeys: keys.map(({ workspace_id: workspaceId, view }) => ({ workspaceId, ...view })),
        invitationsSent: invitations.map((row) => ({
          ...{ id: row.id, workspaceId: row.workspace_id, email: row.email, role: row.role },
          ...{ createdAt: row.created_at, expiresAt: row.expires_at },
        })),
      },
    };
  },
});

export const userReads: readonly ReadEndpoint[] = [getMe, listMyWorkspaces, exportMe];
