import { account } from '../../domain/accounts/account.ts';
import { accountRegistry } from '../../domain/accounts/account-registry.ts';
import { writeEndpoint } from '../kernel/endpoint.ts';
import { accountNotFound, accountParams } from './request-fields.ts';
import { success, Success } from '../../read-api/contract/success.ts';

/**
 * DELETE /v1/accounts/:id. The place is free immediately. The process `account-release` revokes the
 * tokens at the platform and deletes them; it also frees the place where this request died before.
 */
export const disconnectAccount = () =>
  writeEndpoint({
    method: 'DELETE',
    path: '/v1/accounts/:id',
    id: 'disconnectAccount',
    summary: 'Disconnect an account',
    description:
      'The answer comes after the event is recorded. The tokens are revoked at the platform and deleted in ' +
      'the background, with retries until done. Posts recover when the account is connected again.',
    params: accountParams,
    reply: Success,
    async run({ params: { id } }, context) {
      if (!(await context.load(account, id))) throw accountNotFound();
      await context.handle(account, id, { type: 'disconnect', reason: 'user_disconnected' }, { step: 'disconnect' });
      const { workspaceId } = context.caller;
      await context.handle(accountRegistry, workspaceId, { type: 'release-slot', accountId: id }, { step: 'release' });
      return { body: success };
    },
  });
