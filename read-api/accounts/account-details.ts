import { bulleted } from '../../domain/kernel/sentence.ts';
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
  description: bulleted('A disconnected account is still returned. Connecting it again gives the same id.', [
    "REVOKED: the platform withdrew the grant. The account keeps its place under the plan's limit.",
    'EXPIRED, ERROR and REVOKED: the tokens are not used until the account is connected again or its refresh succeeds.',
    '`canAutoRefresh` is absent if the token does not expire or its renewal is unknown. It is false after a refused renewal, when only a reconnect helps.',
    '`warning` says what is about to end while the account still publishes, and what helps. LOGIN_ENDS comes a week before the end on FACEBOOK, and on INSTAGRAM by Facebook Login, because Meta prolongs no login beyond its 60 days.',
    '`incoming` says how comments, mentions and messages reach the service, on platforms that report single accounts. `missedSince` in it says since when reports were missed.',
    '`messages` is `webhooks` while messages of people arrive: on FACEBOOK, INSTAGRAM, TELEGRAM, TWITTER and WHATSAPP. Otherwise it is `not_received`. It is absent on YOUTUBE and GOOGLE_BUSINESS, which have no messages.',
  ]),
  params: accountParams,
  reply: Account,
  reads: ['accounts'],
  past: { origins: ({ id }) => ({ streams: [streamOf('account', id)] }) },
  run: async ({ params: { id } }, { caller, db }) => ({ body: (await accountRow(db, id, caller.workspaceId)).view }),
});
