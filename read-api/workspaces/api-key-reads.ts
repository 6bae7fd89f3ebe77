import { z } from 'zod';
import { Id } from '../contract/fields.ts';
import { type ReadContext, readEndpoint, type ReadEndpoint } from '../kernel/endpoint.ts';
import { ApiKeyReply, presentApiKey } from '../contract/api-key.ts';
import { requireManaging } from './workspace-reads.ts';

/**
 * Four times the limit of active keys: all active ones, and the latest that were revoked or have
 * expired.
 */
const maxListed = 100;

const keysOf = ({ db, caller }: ReadContext, workspaceId: string) =>
  db
    .selectFrom('api_keys')
    .select('view')
    .where('workspace_id', '=', workspaceId)
    .where('workspace_id', '=', caller.workspaceId);

const listApiKeys = readEndpoint({
  method: 'GET',
  path: '/v1/workspaces/:id/api-keys',
  id: 'listApiKeys',
  summary: 'The API keys of a workspace, active ones first, by their prefixes',
  description: 'The keys themselves are not in it: each is shown once, when it is created.',
  params: z.object({ id: Id }),
  reply: z.object({ data: z.array(ApiKeyReply) }),
  access: 'session',
  errors: ['FORBIDDEN'],
  reads: ['api_keys'],
  run: async ({ params: { id } }, context) => {
    requireManaging(context);
    const rows = await keysOf(context, id)
      .orderBy(({ eb }) => eb('revoked_at', 'is', null), 'desc')
      .orderBy('id', 'desc')
      .limit(maxListed)
      .execute();
    return { body: { data: rows.map(({ view }) => presentApiKey(view, context.now)) } };
  },
});

const listExpiringApiKeys = readEndpoint({
  method: 'GET',
  path: '/v1/workspaces/:id/api-keys/expiring',
  id: 'listExpiringApiKeys',
  summary: 'The API keys that expire within some days, the nearest first',
  description: 'Revoked and expired keys are left out.',
  params: z.object({ id: Id }),
  query: z.object({ days: z.coerce.number().int().min(1).max(365).default(7) }),
  reply: z.object({ data: z.array(ApiKeyReply) }),
  access: 'session',
  errors: ['FORBIDDEN'],
  reads: ['api_keys'],
  run: async ({ params: { id }, query: { days } }, context) => {
    requireManaging(context);
    const { now } = context;
    const until = new Date(Date.parse(now) + days * 86_400_000).toISOString();
    const rows = await keysOf(context, id)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', now)
      .where('expires_at', '<=', until)
      .orderBy('expires_at')
      .orderBy('id')
      .limit(maxListed)
      .execute();
    return { body: { data: rows.map(({ view }) => presentApiKey(view, now)) } };
  },
});

export const apiKeyReads: readonly ReadEndpoint[] = [listApiKeys, listExpiringApiKeys];
