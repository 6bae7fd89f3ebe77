import { PlatformError } from '../../../domain/platforms/platform-error.ts';
import type { DirectMessages } from '../../../processes/broadcasts/send-message.ts';
import type { CommunityCalls } from '../comments/community-calls.ts';

/** Direct messages by the platforms' own calls, with the tokens of publishing. */
export const directMessages = (community: CommunityCalls): DirectMessages => ({
  send: ({ messageId, accountId, platform, recipient, text }, scope) =>
    community.call({ id: accountId, platform }, scope, 'message', (calls, context) => {
      if (!calls.message)
        throw new PlatformError('refused', 'CONTENT_TYPE_NOT_SUPPORTED', `${platform} has no direct messages`);
      return calls.message(recipient, text, messageId, context);
    }),
});
