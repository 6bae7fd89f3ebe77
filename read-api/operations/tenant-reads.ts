import { sql } from 'kysely';
import { z } from 'zod';
import { readEndpoint, type ReadEndpoint } from '../kernel/endpoint.ts';
import { numberedRows } from '../kernel/numbered-rows.ts';
import { numberedQuery, Pagination } from '../kernel/page.ts';

const Resident = z
  .object({
    id: z.string(),
    email: z.string().nullable(),
    name: z.string().nullable(),
    createdAt: z.string(),
    workspaces: z.number().meta({ description: 'The number of workspaces that the person belongs to' }),
    sessions: z.number().meta({ description: 'The number of places where the person is signed in with a password' }),
    hasPassword: z.boolean().meta({ description: 'Whether the person has chosen a password here' }),
    hasSecondFactor: z.boolean().meta({ description: 'Whether a code is asked for at the sign-in' }),
    passkeys: z.number().meta({ description: 'The number of passkeys' }),
    disabled: z.boolean().meta({ description: 'Whether an operator has disabled the sign-in of the person' }),
  })
  .meta({ id: 'Resident' });

const Tenant = z
  .object({
    id: z.string(),
    name: z.string(),
    slug: z.string(),
    mode: z.string(),
    plan: z.string(),
    createdAt: z.string(),
    owner: z
      .object({ id: z.string(), email: z.string().nullable() })
      .meta({ description: 'The person who owns the workspace' }),
    members: z.number().meta({ description: 'The number of members, the owner among them' }),
    accounts: z.number().meta({ description: 'The number of accounts of platforms' }),
    storedBytes: z.number().meta({ description: 'The size of its files' }),
  })
  .meta({ id: 'Tenant' });

const listPeople = readEndpoint({
  method: 'GET',
  path: '/v1/admin/people',
  id: 'listPeople',
  summary: 'The people of the installation, the newest first',
  description:
    'Everyone who has signed in or was invited to choose a password, and how each signs in. No secret is part of the answer.',
  query: z.object({ ...numberedQuery }),
  reply: z.object({ data: z.array(Resident), pagination: Pagination }),
  reads: ['users', 'memberships', 'sign_ins', 'workspaces'],
  run: async ({ query }, { db }) => {
    const { rows, pagination } = await numberedRows(db.selectFrom('users'), query, (wanted) =>
      wanted
        .leftJoin('sign_ins', 'sign_ins.id', 'users.id')
        .select(['users.id', 'users.email', 'users.name', 'users.created_at', 'sign_ins.view'])
        .select(({ selectFrom, fn }) =>
          selectFrom('memberships')
            // The rows of a deleted workspace stay.
            .innerJoin('workspaces', 'workspaces.id', 'memberships.workspace_id')
            .whereRef('memberships.user_id', '=', 'users.id')
            .select(fn.countAll<string>().as('count'))
            .as('workspaces'),
        )
        .orderBy('users.created_at', 'desc')
        .orderBy('users.id', 'desc'),
    );
    const data = rows.map(({ id, email, name, created_at: createdAt, view, workspaces }) => ({
      id,
      email,
      name,
      createdAt,
      workspaces: Number(workspaces ?? 0),
      sessions: view?.sessions.length ?? 0,
      hasPassword: view?.hasPassword ?? false,
      hasSecondFactor: view?.secondFactor !== undefined,
      passkeys: view?.passkeys.length ?? 0,
      disabled: view?.disabled ?? false,
    }));
    return { body: { data, pagination } };
  },
});

const listAllWorkspaces = readEndpoint({
  method: 'GET',
  path: '/v1/admin/workspaces',
  id: 'listAllWorkspaces',
  summary: 'The workspaces of the installation, the newest first',
  description: 'Each with its plan and how much it holds. Deleted workspaces are absent.',
  query: z.object({ ...numberedQuery }),
  reply: z.object({ data: z.array(Tenant), pagination: Pagination }),
  reads: ['workspaces', 'users', 'memberships', 'accounts', 'stored_files'],
  run: async ({ query }, { db }) => {
    const { rows, pagination } = await numberedRows(db.selectFrom('workspaces'), query, (wanted) =>
      wanted
        .leftJoin('users', 'users.id', 'workspaces.owner_id')
        .select(['workspaces.view', 'users.email'])
        .select(({ selectFrom, fn }) => [
          selectFrom('memberships')
            .whereRef('memberships.workspace_id', '=', 'workspaces.id')
            .select(fn.countAll<string>().as('count'))
            .as('members'),
          selectFrom('accounts')
            .whereRef('accounts.workspace_id', '=', 'workspaces.id')
            .select(fn.countAll<string>().as('count'))
            .as('accounts'),
          selectFrom('stored_files')
            .whereRef('stored_files.workspace_id', '=', 'workspaces.id')
            .select(sql<string | null>`sum(stored_files.bytes)`.as('sum'))
            .as('stored'),
        ])
        // Ids begin with the time at which they were made.
        .orderBy('workspaces.id', 'desc'),
    );
    const data = rows.map(({ view: { id, name, slug, mode, plan, ownerId, createdAt }, ...counted }) => ({
      id,
      name,
      slug,
      mode,
      plan,
      createdAt,
      owner: { id: ownerId, email: counted.email },
      members: Number(counted.members ?? 0),
      accounts: Number(counted.accounts ?? 0),
      storedBytes: Number(counted.stored ?? 0),
    }));
    return { body: { data, pagination } };
  },
});

/** Endpoints for operators: the people and workspaces of the installation. */
export const tenantReads: readonly ReadEndpoint[] = [listPeople, listAllWorkspaces];
