import { z } from 'zod';

/** Every scope an API key may carry (Core Reference, scope table). */
export const scopes = [
  'posts:read',
  'posts:write',
  'accounts:read',
  'accounts:write',
  'media:read',
  'media:write',
  'webhooks:read',
  'webhooks:write',
  'analytics:read',
  'workspaces:read',
  'workspaces:write',
  'api-keys:read',
  'api-keys:write',
  'schedule:read',
  'schedule:write',
  'queues:read',
  'personas:read',
  'personas:write',
  'audiences:read',
  'audiences:write',
  'users:read',
  'inbox:read',
  'inbox:write',
  'contacts:read',
  'contacts:write',
  'sequences:read',
  'sequences:write',
  'broadcasts:read',
  'broadcasts:write',
  'audit-logs:read',
  'platforms:read',
  'hashtag-sets:read',
  'hashtag-sets:write',
  'ai:read',
  'ai:write',
  'billing:read',
  'billing:write',
  'invitations:read',
  'comment-automations:read',
  'comment-automations:write',
] as const;

export type Scope = (typeof scopes)[number];

/** All mapped groups. It stands alone: a key has the wildcard or named scopes. */
export const wildcard = '*';

const known: ReadonlySet<string> = new Set(scopes);

/** The scopes of one key: named ones of the table, each once, or the single wildcard. */
export const KeyScopes = z
  .array(z.string())
  .min(1)
  .max(100)
  .superRefine((given, context) => {
    if (given.includes(wildcard) && given.length > 1)
      context.addIssue({ code: 'custom', message: 'The wildcard scope * must be the only scope' });
    for (const [index, scope] of given.entries())
      if (scope !== wildcard && !known.has(scope))
        context.addIssue({ code: 'custom', message: `Unknown scope: ${scope}`, path: [index] });
  })
  .transform((given) => [...new Set(given)]);
