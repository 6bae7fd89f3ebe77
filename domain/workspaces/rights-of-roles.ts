/** The roles of a member, the most powerful first. */
export const roles = ['OWNER', 'ADMIN', 'MEMBER', 'EDITOR', 'VIEWER'] as const;

type Role = (typeof roles)[number];

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

/** The least role that may change something of the workspace. */
export const leastRoleFor = (written: Written): Role => leastRole[written];

/** Whether a role may change something of the workspace. Every member may read. */
export const mayWrite = (role: Role, written: Written): boolean =>
  roles.indexOf(role) <= roles.indexOf(leastRoleFor(written));
