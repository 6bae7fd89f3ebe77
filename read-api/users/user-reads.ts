import { sql } from 'kysely';
import { z } from 'zod';
import { readEndpoint, type ReadEndpoint } from '../kernel/endpoint.ts';
import { MeReply, MyWorkspace } from '../contract/person.ts';
import { listMyPasskeys } from './passkey-reads.ts';
import { getMySecondFactor } from './second-factor-reads.ts';
import { listMyApplications } from './application-reads.ts';
import { listMySessions } from './session-reads.ts';
import { streamOf } from '../../domain/streams.ts';
import { exportMe, type ExportPorts } from './export-me.ts';
import { profileOf, workspacesOf } from './own-profile.ts';

/** The most workspaces searched for the past of a person, including those they left. */
const maxJoinedWorkspaces = 1_000;

/** GET /v1/users/me. */
export const getMe = readEndpoint({
  method: 'GET',
  path: '/v1/users/me',
  id: 'getMe',
  summary: 'The signed-in person',
  description: 'With the workspaces that the person is a member of.',
  reply: MeReply,
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
    return { body: { ...profile, workspaces, isOperator: context.caller.operator ?? false } };
  },
});

const listMyWorkspaces = readEndpoint({
  method: 'GET',
  path: '/v1/users/me/workspaces',
  id: 'listMyWorkspaces',
  summary: 'My workspaces with their contents',
  description: 'Counts are of this moment.',
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

export const userReads = (ports: ExportPorts): readonly ReadEndpoint[] => [
  getMe,
  listMyWorkspaces,
  exportMe(ports),
  listMySessions,
  listMyApplications,
  getMySecondFactor,
  listMyPasskeys,
];
