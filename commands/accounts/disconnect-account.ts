import { account } from '../../domain/accounts/account.ts';
import { accountRegistry } from '../../domain/accounts/account-registry.ts';
import { writeEndpoint } from '../kernel/endpoint.ts';
import { accountNotFound, accountParams } from './request-fields.ts';
import { DeletionReply, deletionReply, maxWaitingNamed, type WaitingPostsOf } from '../posts/waiting-posts.ts';

/**
 * DELETE /v1/accounts/:id. The place is free immediately. The process `account-release` revokes the
 * tokens at the platform and deletes them; it also frees the place where this request died before.
 */
export const disconnectAccount = ({ waitingPosts }: Readonly<{ waitingPosts: WaitingPostsOf }>) =>
  writeEndpoint({
    method: 'DELETE',
    path: '/v1/accounts/:id',
    id: 'disconnectAccount',
    summary: 'Disconnect an account',
    description:
      'The answer comes after the event is recorded. The tokens are revoked at the platform and deleted in ' +
      'the background, with retries until done. ' +
      `\`waitingPosts\` names up to ${maxWaitingNamed} posts that still wait for the account, those due first in front. They ` +
      'skip it when they are due (account_disconnected), unless it is connected again or they get another account before.',
    params: accountParams,
    reply: DeletionReply,
    async run({ params: { id } }, context) {
      if (!(await context.load(account, id))) throw accountNotFound();
      await context.handle(account, id, { type: 'disconnect', reason: 'user_disconnected' }, { step: 'disconnect' });
      const { workspaceId } = context.caller;
      await context.handle(accountRegistry, workspaceId, { type: 'release-slot', accountId: id }, { step: 'release' });
      return { body: await deletionReply((limit) => waitingPosts(workspaceId, id, limit)) };
    },
  });
