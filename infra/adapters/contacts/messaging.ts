import type { Messaging } from '../../../domain/contacts/messaging.ts';
import { PlatformError } from '../../../domain/platforms/platform-error.ts';
import type { Found } from '../../../domain/platforms/publisher.ts';
import type { TokenSource } from '../accounts/token-source.ts';
import type { CommunityCalls } from '../comments/community-calls.ts';

const lacking = (platform: string): PlatformError =>
  new PlatformError('refused', 'PUBLISH_ERROR', `${platform} does not let applications send direct messages.`);

/** Clocks differ, and platforms state whole seconds. */
const skewMs = 60_000;

const paused = (): PlatformError =>
  new PlatformError('refused', 'ACCOUNT_PAUSED', 'The plan has no room for this account: it sends no messages.');

/** Direct messages by the platforms' adapters, with the tokens of publishing. A paused account sends none. */
export const messagingBy = (calls: CommunityCalls, accounts: Pick<TokenSource, 'stateOf'>): Messaging => ({
  async send({ account, platformId, commentId, tag }, text, key, scope) {
    if ((await accounts.stateOf(account.id, scope))?.paused) throw paused();
    return calls.call(account, scope, {
      operation: 'message',
      run: async ({ message, privateReply }, context) => {
        if (commentId !== undefined) {
          if (!privateReply) throw lacking(account.platform);
          return privateReply(commentId, text, context);
        }
        if (!message) throw lacking(account.platform);
        return message({ recipientNativeId: platformId, text, key, tag: tag ?? undefined }, context);
      },
    });
  },
  find: ({ account, platformId }, { text, sentAt, known }, scope) =>
    calls.call(account, scope, {
      operation: 'find',
      run: async ({ sentMessages }, context): Promise<Found> => {
        if (!sentMessages)
          return { outcome: 'cannot_tell', message: `${account.platform} lists no messages.`, forGood: true };
        const found = (await sentMessages(platformId, context)).find(
          (each) =>
            each.text === text &&
            !known.includes(each.nativeId) &&
            Date.parse(each.createdAt) >= Date.parse(sentAt) - skewMs,
        );
        if (!found) return { outcome: 'not_published' };
        return { outcome: 'published', object: { nativeId: found.nativeId, kind: 'message' } };
      },
    }),
});
