import { z } from 'zod';

/** What a member may do, most first. */
export const roles = ['OWNER', 'ADMIN', 'MEMBER', 'EDITOR', 'VIEWER'] as const;

export const Role = z.enum(roles).meta({ id: 'Role' });
export type Role = z.infer<typeof Role>;

/** Roles that can be given: there is one owner, and ownership only moves by transfer. */
export const GivenRole = z.enum(['ADMIN', 'MEMBER', 'EDITOR', 'VIEWER']);
export type GivenRole = z.infer<typeof GivenRole>;

/** A person's role; undefined for an absent person and for one who is not a member. */
export const roleOf = (members: Readonly<Record<string, Role>>, userId: string | undefined): Role | undefined =>
  userId === undefined ? undefined : members[userId];

/** Whether a role manages the workspace itself: its settings, members, invitations and API keys. */
export const mayManage = (role: Role | undefined): boolean => role === 'OWNER' || role === 'ADMIN';

/** What an editor writes: content and conversations, but not the accounts, endpoints or plan they run on. */
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

/** Whoever may do what there is said by the workspace and the person themselves: anybody may leave, or found another. */
const ruledElsewhere: ReadonlySet<string> = new Set(['workspaces', 'api-keys', 'invitations', 'users']);

/** Whether a role may write a resource, named as in scopes (`posts`, `accounts` …). Every member may read. */
export const mayWrite = (role: Role, resource: string): boolean =>
  ruledElsewhere.has(resource) || (role === 'VIEWER' ? false : role === 'EDITOR' ? editorial.has(resource) : true);
