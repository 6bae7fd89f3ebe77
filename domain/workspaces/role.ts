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
  userId !== undefined && Object.hasOwn(members, userId) ? members[userId] : undefined;

/** Whether a role manages the workspace itself: its settings, members, invitations and API keys. */
export const mayManage = (role: Role | undefined): boolean => role === 'OWNER' || role === 'ADMIN';

/**
 * What a request may change, and the least role that may: a viewer changes nothing. The first words are the resources
 * of scopes, the others parts of them that need more than the rest.
 */
const leastRole = {
  posts: 'EDITOR',
  media: 'EDITOR',
  schedule: 'EDITOR',
  personas: 'EDITOR',
  'hashtag-sets': 'EDITOR',
  ai: 'EDITOR',
  inbox: 'EDITOR',
  contacts: 'EDITOR',
  queues: 'EDITOR',
  accounts: 'MEMBER',
  webhooks: 'MEMBER',
  analytics: 'MEMBER',
  audiences: 'MEMBER',
  sequences: 'MEMBER',
  broadcasts: 'MEMBER',
  'comment-automations': 'MEMBER',
  'audit-logs': 'MEMBER',
  platforms: 'MEMBER',
  users: 'MEMBER',
  workspaces: 'ADMIN',
  billing: 'ADMIN',
  invitations: 'ADMIN',
  'api-keys': 'ADMIN',
  members: 'ADMIN',
  approvals: 'ADMIN',
  'calendar-personas': 'ADMIN',
  'ai-key': 'ADMIN',
} as const satisfies Readonly<Record<string, Role>>;

/** What a request may change. */
export type Written = keyof typeof leastRole;

/** Whether a role may change something of the workspace. Every member may read. */
export const mayWrite = (role: Role, written: Written): boolean =>
  roles.indexOf(role) <= roles.indexOf(leastRole[written]);
