import { notFound } from '../../domain/kernel/refused.ts';
import { comparePlans } from '../../domain/plans/plan.ts';
import type { MyWorkspace } from '../contract/person.ts';
import type { ReadContext } from '../kernel/endpoint.ts';

/** The most workspaces in a person's answer: more than any person has in practice. */
const maxWorkspaces = 200;

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
    id,
    name,
    slug,
    logo,
    logoUrl: logo,
    role,
    joinedAt,
    plan: role === 'OWNER' ? (entitled ?? plan) : plan,
  }));
};

/** The signed-in person. */
export const profileOf = async ({ db, caller }: ReadContext) => {
  const row = await db
    .selectFrom('users')
    .select('view')
    .where('id', '=', caller.userId ?? '')
    .executeTakeFirst();
  if (!row) throw notFound('user');
  return row.view;
};
