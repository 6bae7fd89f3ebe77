import type { AccountEvent } from '../accounts/account-events.ts';
import type { Recorded } from '../kernel/event.ts';
import type { Outbound } from './outbound.ts';

/** Accounts coming, failing and going, as subscribers hear of them. */
export const outboundAccounts: Outbound = {
  handles: ['AccountConnected', 'AccountReconnected', 'AccountErrored', 'AccountDisconnected'],
  typesOf: ({ type }) => {
    switch (type as AccountEvent['type']) {
      case 'AccountConnected':
      case 'AccountReconnected':
        return ['account.connected'];
      case 'AccountErrored':
        return ['account.error'];
      case 'AccountDisconnected':
        return ['account.disconnected'];
      default:
        return [];
    }
  },
  dataOf: (type, recorded) => {
    const event = recorded as Recorded<AccountEvent>;
    const { workspaceId } = event.meta;
    switch (event.type) {
      case 'AccountConnected':
      case 'AccountReconnected': {
        const { accountId, platform, username } = event.data;
        // A name that was erased is null, and so is the empty one of platforms without names.
        return { accountId, workspaceId, platform, username: username || null };
      }
      case 'AccountErrored': {
        const { accountId, platform, error } = event.data;
        return { accountId, workspaceId, platform, error };
      }
      case 'AccountDisconnected': {
        const { accountId, platform, reason } = event.data;
        return { accountId, workspaceId, platform, reason };
      }
      default:
        throw new Error(`${event.type} is not told as ${type}`);
    }
  },
};
