import type { AccountEvent } from '../accounts/account-events.ts';
import { unreachable } from '../kernel/decider.ts';
import type { Outbound } from './outbound.ts';

const handles = [
  'AccountConnected',
  'AccountReconnected',
  'AccountErrored',
  'AccountLoginEnds',
  'AccountDisconnected',
  'AccountPaused',
  'AccountResumed',
] as const;

/** Connections, failures, ends, disconnections and pauses of accounts, as webhooks publish them. */
export const outboundAccounts: Outbound<Extract<AccountEvent, { type: (typeof handles)[number] }>> = {
  handles,
  typesOf: ({ type }) => {
    switch (type) {
      case 'AccountConnected':
      case 'AccountReconnected':
        return ['account.connected'];
      case 'AccountErrored':
        return ['account.error'];
      case 'AccountLoginEnds':
        return ['account.login_ends'];
      case 'AccountDisconnected':
        return ['account.disconnected'];
      case 'AccountPaused':
        return ['account.paused'];
      case 'AccountResumed':
        return ['account.resumed'];
      default:
        return unreachable(type);
    }
  },
  dataOf: (_, event) => {
    const { workspaceId } = event.meta;
    switch (event.type) {
      case 'AccountConnected':
      case 'AccountReconnected': {
        const { accountId, platform, username } = event.data;
        // An erased name is null, and so is the empty name of platforms without names.
        return { accountId, workspaceId, platform, username: username || null };
      }
      case 'AccountErrored': {
        const { accountId, platform, error } = event.data;
        return { accountId, workspaceId, platform, error };
      }
      case 'AccountLoginEnds': {
        const { accountId, platform, loginEndsAt, publishesOn } = event.data;
        return { accountId, workspaceId, platform, loginEndsAt, publishesOn };
      }
      case 'AccountDisconnected': {
        const { accountId, platform, reason } = event.data;
        return { accountId, workspaceId, platform, reason };
      }
      case 'AccountPaused':
      case 'AccountResumed': {
        const { accountId, platform } = event.data;
        return { accountId, workspaceId, platform, reason: 'plan' };
      }
      default:
        return unreachable(event);
    }
  },
};
