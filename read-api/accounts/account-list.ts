import { sql } from 'kysely';
import { z } from 'zod';
import { accountStatusFrom } from '../../domain/accounts/account-status.ts';
import { Account } from '../../domain/accounts/account-view.ts';
import { platformFrom } from '../../domain/platforms/platform.ts';
import { readEndpoint } from '../kernel/endpoint.ts';
import { cursorPage, cursorQuery, decodeCursor } from '../kernel/page.ts';

const Status = z
  .string()
  .refine((text) => accountStatusFrom(text) !== undefined, 'not a status of an account')
  .meta({ description: 'ACTIVE, EXPIRED, ERROR, REVOKED or disconnected, in any casing' });

/**
 * GET /v1/accounts, oldest first. Without a status it lists connected accounts; disconnected ones
 * are listed on request only.
 */
export const listAccounts = readEndpoint({
  method: 'GET',
  path: '/v1/accounts',
  id: 'listAccounts',
  summary: 'The connected accounts of the workspace',
  description:
    '`platform` is lowercase. `status` is ACTIVE, EXPIRED, ERROR, REVOKED or disconnected; filters ' +
    'take any casing. Disconnected accounts are listed with status=disconnected only. `accounts` and ' +
    '`data` are the same array.',
  query: z.object({
    status: Status.optional(),
    platform: z
      .string()
      .refine((text) => platformFrom(text) !== undefined, 'not a platform of this service')
      .optional(),
    ...cursorQuery,
  }),
  reply: z.object({
    accounts: z.array(Account),
    data: z.array(Account).meta({ description: 'The same array' }),
    pagination: z.object({ has_more: z.boolean(), next_cursor: z.string().nullable() }),
  }),
  reads: ['accounts'],
  async run({ query: { status, platform, limit, cursor } }, { caller, db }) {
    const after = decodeCursor(z.string(), cursor);
    let wanted = db.selectFrom('accounts').select(['id', 'view']).where('workspace_id', '=', caller.workspaceId);
    const asked = status === undefined ? undefined : accountStatusFrom(status);
    wanted = asked === undefined ? wanted.where('status', '!=', 'disconnected') : wanted.where('status', '=', asked);
    const named = platform === undefined ? undefined : platformFrom(platform);
    if (named !== undefined) wanted = wanted.where('platform', '=', named);
    if (after !== undefined) wanted = wanted.where(sql<boolean>`id > ${after}`);
    const rows = await wanted
      .orderBy('id')
      .limit(limit + 1)
      .execute();
    const { items, hasMore, nextCursor } = cursorPage(rows, limit, ({ id }) => id);
    const accounts = items.map(({ view }) => view);
    return { body: { accounts, data: accounts, pagination: { has_more: hasMore, next_cursor: nextCursor } } };
  },
});
