import { z } from 'zod';
import { Id } from '../contract/fields.ts';
import { readEndpoint } from '../kernel/endpoint.ts';
import { Account } from '../../domain/accounts/account-view.ts';
import { notFound } from '../../domain/kernel/refused.ts';
import type { AccountRow } from '../../projections/accounts/accounts.ts';
import type { ReadModelTables } from '../kernel/past.ts';
import { streamOf } from '../../domain/streams.ts';

export const accountParams = z.object({ id: Id });

/** The row of an account of the workspace; 404 otherwise. */
export const accountRow = async (
  db: ReadModelTables,
  id: string,
  workspaceId: string,
): Promise<Pick<AccountRow, 'platform' | 'status' | 'page_id' | 'destinations' | 'view'>> => {
  const row = await db
    .selectFrom('accounts')
    .select(['platform', 'status', 'page_id', 'destinations', 'view'])
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  if (!row) throw notFound('account');
  return row;
};

/** GET /v1/accounts/:id. A disconnected account can still be read. */
export const getAccount = readEndpoint({
  method: 'GET',
  path: '/v1/accounts/:id',
  id: 'getAccount',
  summary: 'One connected account',
  description:
    'A disconnected account is still returned; connecting it again gives the same id. An account is ' +
    "REVOKED when its platform withdrew the grant; it keeps its place under the plan's limit. The tokens " +
    'of an account that is EXPIRED, ERROR or REVOKED are not used until it is connected again or its ' +
    'refresh succeeds. `canAutoRefresh` is absent where the token does not expire or its renewal is ' +
    'unknown, and false after a refused renewal, when only a reconnect helps. `warning` says what is about to end ' +
    'while the account still publishes, and what helps: Meta prolongs no login beyond its 60 days, so accounts of ' +
    'FACEBOOK, and those of INSTAGRAM by Facebook Login, have `LOGIN_ENDS` a week before. ' +
    '`incoming` says how comments, mentions and messages reach the service, on platforms that report single ' +
    'accounts, and `missedSince` there when reports were missed. `messages` is `webhooks` while messages of people arrive, ' +
    'which FACEBOOK, INSTAGRAM, TELEGRAM, TWITTER and WHATSAPP report, and `not_received` otherwise. It is absent ' +
    'on YOUTUBE and GOOGLE_BUSINESS, which have no messages.',
  params: accountParams,
  reply: Account,
  reads: ['accounts'],
  past: { origins: ({ id }) => ({ streams: [streamOf('account', id)] }) },
  run: async ({ params: { id } }, { caller, db }) => ({ body: (await accountRow(db, id, caller.workspaceId)).view }),
});
