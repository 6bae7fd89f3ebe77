import { account } from '../../domain/accounts/account.ts';
import { type ConnectedAccount } from '../../domain/accounts/account-state.ts';
import { instanceHostOf } from '../../domain/accounts/instance-host.ts';
import type { Platform } from '../../domain/platforms/platform.ts';
import type { ActContext } from '../kernel/act-context.ts';

/** The platforms whose accounts live on servers that people name. */
const federated: readonly Platform[] = ['MASTODON', 'BLUESKY'];

/** An account keeps its server as long as it is connected. */
const maxAgeMs = 60_000;

/**
 * Holds a place of the lane at the account's server until the action ends, before anything is asked
 * there. In test mode the sandbox answers for every server, so there are none to share.
 */
export const takePlaceAtServer = async (
  state: Pick<ConnectedAccount, 'profile'> | undefined,
  { mode, takePlace }: Pick<ActContext, 'mode' | 'takePlace'>,
): Promise<void> => {
  const host = state && mode === 'live' ? instanceHostOf(state) : undefined;
  if (host !== undefined) await takePlace(host);
};

/** The same for an account that the action has not read. */
export const takePlaceAtServerOf = async (
  { accountId, platform }: Readonly<{ accountId: string; platform: Platform }>,
  context: Pick<ActContext, 'mode' | 'takePlace' | 'load'>,
): Promise<void> => {
  if (context.mode !== 'live' || !federated.includes(platform)) return;
  await takePlaceAtServer((await context.load(account, accountId, { maxAgeMs }))?.state, context);
};
