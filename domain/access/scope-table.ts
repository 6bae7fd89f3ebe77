import type { Written } from '../workspaces/rights-of-roles.ts';

/** `read_write` groups have a `:read` and a `:write` scope, `read` groups only `:read`. */
type Group = Readonly<{ resource: string; methods: 'read' | 'read_write'; paths: readonly string[] }>;

/**
 * Every resource that has scopes, and its route groups. A path covers itself and everything beneath it; `:name` matches
 * one segment; the longest matching path decides.
 */
export const scopeGroups = [
  { resource: 'posts', methods: 'read_write', paths: ['/v1/posts', '/v1/batch', '/v1/queues'] },
  { resource: 'accounts', methods: 'read_write', paths: ['/v1/accounts'] },
  { resource: 'media', methods: 'read_write', paths: ['/v1/media', '/v1/uploads'] },
  { resource: 'webhooks', methods: 'read_write', paths: ['/v1/webhooks'] },
  { resource: 'analytics', methods: 'read', paths: ['/v1/analytics', '/v1/reports'] },
  { resource: 'workspaces', methods: 'read_write', paths: ['/v1/workspaces'] },
  { resource: 'api-keys', methods: 'read_write', paths: ['/v1/workspaces/:id/api-keys'] },
  { resource: 'schedule', methods: 'read_write', paths: ['/v1/calendar'] },
  { resource: 'queues', methods: 'read', paths: ['/v1/approval-queue'] },
  { resource: 'personas', methods: 'read_write', paths: ['/v1/personas'] },
  { resource: 'audiences', methods: 'read_write', paths: ['/v1/audience', '/v1/audiences'] },
  { resource: 'users', methods: 'read', paths: ['/v1/users'] },
  { resource: 'inbox', methods: 'read_write', paths: ['/v1/inbox'] },
  { resource: 'contacts', methods: 'read_write', paths: ['/v1/contacts'] },
  { resource: 'sequences', methods: 'read_write', paths: ['/v1/sequences'] },
  { resource: 'broadcasts', methods: 'read_write', paths: ['/v1/broadcasts'] },
  { resource: 'audit-logs', methods: 'read', paths: ['/v1/audit-logs'] },
  { resource: 'platforms', methods: 'read', paths: ['/v1/platforms'] },
  { resource: 'hashtag-sets', methods: 'read_write', paths: ['/v1/hashtag-sets'] },
  { resource: 'ai', methods: 'read_write', paths: ['/v1/ai'] },
  { resource: 'billing', methods: 'read_write', paths: ['/v1/billing'] },
  { resource: 'invitations', methods: 'read', paths: ['/v1/workspaces/:id/invitations'] },
  { resource: 'comment-automations', methods: 'read_write', paths: ['/v1/comment-automations'] },
] as const satisfies readonly Group[];

type ScopesOf<G extends Group> = G extends { methods: 'read' }
  ? `${G['resource']}:read`
  : `${G['resource']}:read` | `${G['resource']}:write`;

export type NamedScope = ScopesOf<(typeof scopeGroups)[number]>;
export type Scope = NamedScope | '*';

/** Every scope a key can carry by name. */
export const namedScopes: readonly NamedScope[] = scopeGroups.flatMap(({ resource, methods }): NamedScope[] =>
  methods === 'read' ? [`${resource}:read`] : [`${resource}:read`, `${resource}:write`],
);

/**
 * Why the role of a person does not decide a writing route.
 * - `person`: they act for themselves: on their profile, their membership, an offer made to them.
 * - `approver`: the approvers that a workflow names decide. A key needs the right to approve.
 * - `reader`: nothing of the workspace is changed; figures are read again from a platform.
 * - `operator`: an operator of the service acts on the service.
 * - `sandbox`: the world around a test workspace is played.
 */
export type Actor = 'person' | 'approver' | 'reader' | 'operator' | 'sandbox';

/** The requirement of a route where its group and method do not decide it. */
type Exception = Readonly<
  { methods: readonly string[]; path: string; exact?: true } & (
    | { scope?: NamedScope; or?: NamedScope }
    | { kind: 'public' }
    | { kind: 'session'; refusal?: 'UNAUTHORIZED'; applications?: true }
    | { kind: 'admin' }
    | { kind: 'wildcard' }
    | { kind: 'unmapped' }
  ) &
    ({ writes?: Written; by?: never; approves?: true } | { writes?: never; by: Actor; approves?: true })
>;

const any = ['*'] as const;
const writes = ['POST', 'PUT', 'PATCH', 'DELETE'] as const;

/**
 * Tried in order before the groups. A path covers everything beneath it unless `exact`. Without `scope` and `kind` the
 * group decides both. `writes`: what a writing request changes, where it is not the resource of the group; a person
 * whose role may not change it can only read there. `by`: the role does not decide. `approves`: a key needs the right to
 * approve beside its scope. `applications`: an application that acts for a person needs the scope of the group instead of
 * a session.
 */
export const scopeExceptions: readonly Exception[] = [
  { methods: any, path: '/v1/health', exact: true, kind: 'public' },
  { methods: any, path: '/v1/ready', exact: true, kind: 'public' },
  { methods: ['GET'], path: '/v1/invitations/:token', exact: true, kind: 'public' },

  { methods: any, path: '/v1/admin', kind: 'admin', by: 'operator' },
  { methods: any, path: '/v1/sandbox', kind: 'wildcard', by: 'sandbox' },
  { methods: any, path: '/v1/subscription', kind: 'wildcard', writes: 'billing' },
  { methods: any, path: '/v1/settings/notifications', kind: 'unmapped', by: 'person' },

  { methods: any, path: '/v1/users', kind: 'session', by: 'person' },
  { methods: any, path: '/v1/invitations', kind: 'session', by: 'person' },
  { methods: writes, path: '/v1/workspaces/:id/invitations', kind: 'session', writes: 'invitations' },
  // Everyone may leave; the workspace refuses who removes another without managing it.
  { methods: ['DELETE'], path: '/v1/workspaces/:id/members', kind: 'session', by: 'person' },
  { methods: writes, path: '/v1/workspaces/:id/members', kind: 'session', writes: 'members' },
  { methods: any, path: '/v1/workspaces/:id/api-keys', kind: 'session', writes: 'api-keys' },
  { methods: ['POST'], path: '/v1/workspaces/:id/transfer-request/accept', exact: true, kind: 'session', by: 'person' },
  {
    methods: ['POST'],
    path: '/v1/workspaces/:id/transfer-request/decline',
    exact: true,
    kind: 'session',
    by: 'person',
  },
  { methods: ['POST'], path: '/v1/workspaces', exact: true, by: 'person' },
  { methods: ['POST'], path: '/v1/calendar/posts/:id/submit', exact: true, kind: 'session', writes: 'schedule' },
  { methods: any, path: '/v1/inbox/comments', kind: 'session', writes: 'inbox', applications: true },
  { methods: any, path: '/v1/inbox/mentions', kind: 'session', writes: 'inbox' },
  { methods: any, path: '/v1/inbox/sync', exact: true, kind: 'session', writes: 'inbox' },
  { methods: any, path: '/v1/bulk-generate', kind: 'session', refusal: 'UNAUTHORIZED', writes: 'posts' },

  { methods: ['POST'], path: '/v1/posts/:id/approve', exact: true, by: 'approver', approves: true },
  { methods: ['POST'], path: '/v1/posts/:id/reject', exact: true, by: 'approver', approves: true },
  { methods: ['POST'], path: '/v1/calendar/posts/:id/approve', exact: true, writes: 'approvals', approves: true },
  { methods: ['POST'], path: '/v1/calendar/posts/:id/reject', exact: true, writes: 'approvals', approves: true },
  { methods: ['POST'], path: '/v1/calendar/posts/:id/publish', exact: true, writes: 'approvals' },
  { methods: writes, path: '/v1/calendar/personas', writes: 'calendar-personas' },
  { methods: writes, path: '/v1/ai/key', exact: true, writes: 'ai-key' },

  // A body has what inbox, contacts and posts say. A key that may direct deliveries to itself may read it, and no other.
  { methods: ['GET'], path: '/v1/webhooks/:id/deliveries/:deliveryId/payload', exact: true, scope: 'webhooks:write' },
  { methods: ['GET'], path: '/v1/ai/suggest-time/:accountId', exact: true, scope: 'ai:write' },
  { methods: ['GET'], path: '/v1/billing/portal', exact: true, scope: 'billing:write' },

  { methods: ['GET'], path: '/v1/posts/:id/comments', exact: true, scope: 'inbox:read' },
  { methods: ['GET'], path: '/v1/accounts/:id/comments', exact: true, scope: 'inbox:read' },
  { methods: ['POST'], path: '/v1/accounts/:id/comments/sync', exact: true, scope: 'inbox:write' },

  { methods: ['POST'], path: '/v1/analytics/posts/:id/refresh', exact: true, scope: 'posts:read', by: 'reader' },
  { methods: ['POST'], path: '/v1/analytics/accounts/:id/refresh', exact: true, scope: 'accounts:read', by: 'reader' },
  { methods: ['GET'], path: '/v1/analytics/posts', scope: 'posts:read', or: 'analytics:read' },
  { methods: ['GET'], path: '/v1/analytics/accounts', scope: 'accounts:read', or: 'analytics:read' },
  { methods: ['GET'], path: '/v1/analytics/aggregate', exact: true, scope: 'posts:read', or: 'analytics:read' },
  { methods: ['GET'], path: '/v1/analytics/overview', exact: true, scope: 'posts:read', or: 'analytics:read' },

  // The contract's table has no scope for events: a caller who may read the audit logs may also
  // read events as they happen.
  { methods: ['GET'], path: '/v1/events/catalogue', exact: true, scope: 'analytics:read', or: 'audit-logs:read' },
  { methods: ['GET'], path: '/v1/events', scope: 'audit-logs:read' },
];
