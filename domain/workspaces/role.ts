import { z } from 'zod';

/** The roles of a member, the most powerful first. */
export const roles = ['OWNER', 'ADMIN', 'MEMBER', 'EDITOR', 'VIEWER'] as const;

export const Role = z.enum(roles).meta({ id: 'Role' });
export type Role = z.infer<typeof Role>;

/** Assignable roles: there is one owner, and ownership only moves by transfer. */
export const GivenRole = z.enum(['ADMIN', 'MEMBER', 'EDITOR', 'VIEWER']);
export type GivenRole = z.infer<typeof GivenRole>;

/** A person's role; undefined for an absent person and for one who is not a member. */
export const roleOf = (members: Readonly<Record<string, Role>>, userId: string | undefined): Role | undefined =>
  userId === undefined ? undefined : members[userId];

/** Whether a role manages the workspace itself: its settings, members, invitations and API keys. */
export const mayManage = (role: Role | undefined): boolean => role === 'OWNER' || role === 'ADMIN';

/** What an editor writes: content and conversations, but not accounts, endpoints or the plan. */
const editorial: ReadonlySet<string> = new Set([
  'posts',
  'media',
  'schedule',
  'personas',
  'hashtag-sets',
  'ai',
  'inbox',
  'contacts',
  'queues',
]);

/** Independent of the role: anyone may leave a workspace, or create another. */
const ruledElsewhere: ReadonlySet<string> = new Set(['workspaces', 'api-keys', 'invitations', 'users']);

/** Whether a role may write a resource, named as in scopes (`posts`, `accounts` …). Every member may read. */
export const mayWrite = (role: Role, resource: string): boolean =>
  ruledElsewhere.has(resource) || (role === 'VIEWER' ? false : role === 'EDITOR' ? editorial.has(resource) : true);
