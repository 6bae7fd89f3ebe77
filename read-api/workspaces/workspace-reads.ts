import { sql } from 'kysely';
import { z } from 'zod';
import { Id } from '../contract/fields.ts';
import { type ReadContext, readEndpoint, type ReadEndpoint } from '../kernel/endpoint.ts';
import { notFound, Refused } from '../../domain/kernel/refused.ts';
import type { Moment } from '../kernel/as-of.ts';
import { lastPlaceBy } from '../../domain/kernel/position.ts';
import { mayManage, Role } from '../../domain/workspaces/role.ts';
import { numberedQuery, Pagination } from '../kernel/page.ts';
import { numberedRows } from '../kernel/numbered-rows.ts';
import { WorkspaceReply } from '../contract/workspace.ts';
import { streamOf } from '../../domain/streams.ts';

const Named = z.object({ id: Id });

/** The workspaces that a caller may see: all of a person, or the one of a key. */
const visible = ({ db, caller }: ReadContext) => {
  const all = db.selectFrom('workspaces');
  return caller.kind === 'session'
    ? all
        .innerJoin('memberships', 'memberships.workspace_id', 'workspaces.id')
        .where('memberships.user_id', '=', caller.userId ?? '')
    : all
        .leftJoin('memberships', (join) => join.on(sql<boolean>`false`))
        .where('workspaces.id', '=', caller.workspaceId);
};

const listWorkspaces = readEndpoint({
  method: 'GET',
  path: '/v1/workspaces',
  id: 'listWorkspaces',
  summary: 'The workspaces of the caller, those joined first first',
  description: 'An API key sees its own workspace only.',
  query: z.object({ ...numberedQuery }),
  reply: z.object({ data: z.array(WorkspaceReply), pagination: Pagination }),
  reads: ['workspaces', 'memberships'],
  run: async ({ query }, context) => {
    const { rows, pagination } = await numberedRows(visible(context), query, (wanted) =>
      wanted.select(['workspaces.view', 'memberships.role']).orderBy('memberships.joined_at').orderBy('workspaces.id'),
    );
    const data = rows.map(({ view, role }) => ({ ...view, ...(role ? { role } : {}) }));
    return { body: { data, pagination } };
  },
});

/** GET /v1/workspaces/:id. */
export const getWorkspace = readEndpoint({
  method: 'GET',
  path: '/v1/workspaces/:id',
  id: 'getWorkspace',
  summary: 'A workspace',
  description: '`role` is that of the person who asks; a request with an API key has none.',
  params: Named,
  reply: WorkspaceReply,
  errors: ['NOT_FOUND'],
  reads: ['workspaces', 'memberships'],
  past: { origins: ({ id }) => ({ streams: [streamOf('workspace', id)] }) },
  run: async ({ params }, context) => {
    const row = await visible(context)
      .select(['workspaces.view', 'memberships.role'])
      .where('workspaces.id', '=', params.id)
      .executeTakeFirst();
    if (!row) throw notFound('workspace');
    return { body: { ...row.view, ...(row.role ? { role: row.role } : {}) } };
  },
});

const Transfer = z.object({
  id: z.string(),
  workspaceId: z.string(),
  fromUserId: z.string(),
  targetUserId: z.string(),
  status: z.literal('pending'),
  createdAt: z.string(),
  expiresAt: z.string(),
});

/**
 * The time of the workspace's last event by a moment: an offer may have expired since its own
 * stream changed.
 */
const clockBy = async (moment: Moment, { db, caller }: ReadContext): Promise<string | undefined> => {
  if (moment.kind === 'instant') return moment.at;
  const row = await db
    .selectFrom('audit_logs')
    .select('occurred_at')
    .where('workspace_id', '=', caller.workspaceId)
    .where('place', '<=', lastPlaceBy(moment.commit))
    .orderBy('place', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.occurred_at;
};

const transferAt = (name: 'transfer-request' | 'transfer-requests') =>
  readEndpoint({
    method: 'GET',
    path: `/v1/workspaces/:id/${name}`,
    id: name === 'transfer-request' ? 'getTransfer' : 'getTransferAtPlural',
    summary: 'The pending offer of the workspace to another member, or null',
    description: 'An offer ends after seven days by itself. Both spellings of the path are one resource.',
    params: Named,
    reply: z.object({ data: Transfer.nullable() }),
    reads: ['workspaces'],
    past: {
      reads: ['audit_logs'],
      origins: async ({ id }, context, moment) => ({
        streams: [streamOf('workspace', id)],
        clock: await clockBy(moment, context),
      }),
    },
    run: async ({ params: { id } }, { db, caller, now }) => {
      const row = await db
        .selectFrom('workspaces')
        .select('transfer')
        .where('id', '=', id)
        .where('id', '=', caller.workspaceId)
        .executeTakeFirst();
      if (!row) throw notFound('workspace');
      const open = row.transfer && Date.parse(row.transfer.expiresAt) > Date.parse(now) ? row.transfer : null;
      if (!open) return { body: { data: null } };
      const { requestId, ...rest } = open;
      return { body: { data: { id: requestId, workspaceId: id, status: 'pending' as const, ...rest } } };
    },
  });

const listMembers = readEndpoint({
  method: 'GET',
  path: '/v1/workspaces/:id/members',
  id: 'listMembers',
  summary: 'The members of a workspace, those joined first first',
  description: 'Everyone who may act in the workspace, the owner among them.',
  params: Named,
  query: z.object({ ...numberedQuery }),
  reply: z.object({
    data: z.array(
      z.object({
        userId: z.string(),
        name: z.string().nullable(),
        email: z.string().nullable(),
        role: Role,
        joinedAt: z.string(),
      }),
    ),
    pagination: Pagination,
  }),
  reads: ['memberships', 'users'],
  run: async ({ params: { id }, query }, { db, caller }) => {
    const members = db
      .selectFrom('memberships')
      .where('memberships.workspace_id', '=', id)
      .where('memberships.workspace_id', '=', caller.workspaceId);
    const { rows, pagination } = await numberedRows(members, query, (wanted) =>
      wanted
        .leftJoin('users', 'users.id', 'memberships.user_id')
        .select(['memberships.user_id', 'users.name', 'users.email', 'memberships.role', 'memberships.joined_at'])
        .orderBy('memberships.joined_at')
        .orderBy('memberships.user_id'),
    );
    const data = rows.map(({ user_id: userId, name, email, role, joined_at: joinedAt }) => ({
      userId,
      name,
      email,
      role,
      joinedAt,
    }));
    return { body: { data, pagination } };
  },
});

/** Refuses a person who does not manage the workspace. */
export const requireManaging = ({ caller }: ReadContext): void => {
  const role = Role.safeParse(caller.role);
  if (caller.kind === 'session' && !mayManage(role.success ? role.data : undefined))
    throw new Refused('FORBIDDEN', 'Only the owner and administrators may see this');
};

export const workspaceReads: readonly ReadEndpoint[] = [
  listWorkspaces,
  getWorkspace,
  transferAt('transfer-request'),
  transferAt('transfer-requests'),
  listMembers,
];
