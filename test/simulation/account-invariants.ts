import type { Accounts, SimulatedAccount } from './accounts.ts';

/**
 * The invariants of every account after the faults have ended and the run is at rest: tokens are
 * stored before any event names them, and given back after a disconnect; an account that no longer
 * works is reported as such.
 */
export const accountViolations = (
  accounts: Accounts,
  /** Whether a renewal of the account's token is waited for. */
  isWatched: (accountId: string) => boolean,
  now: number,
): readonly string[] => accounts.all.flatMap((each) => ofAccount(each, accounts, isWatched(each.id), now));

const ofAccount = ({ id }: SimulatedAccount, accounts: Accounts, isWatched: boolean, now: number): string[] => {
  const state = accounts.stateOf(id);
  const held = accounts.tokens.of(id)?.tokens;
  if (!state) return [`${id} was connected and does not exist`];
  if (state.status === 'disconnected') return held ? [`${id} is disconnected and its tokens are still kept`] : [];
  if (!held) return [`${id} is ${state.status} and its tokens are gone`];
  const found: string[] = [];
  if (held.facts.tokenVersion < state.token.tokenVersion)
    found.push(`${id} says version ${state.token.tokenVersion} of its tokens, kept is ${held.facts.tokenVersion}`);
  const endsAt = state.token.tokenExpiresAt;
  if (state.status === 'ACTIVE' && endsAt !== undefined && Date.parse(endsAt) < now && !isWatched)
    found.push(`${id} counts as active, its token ended at ${endsAt}, and no renewal waits`);
  return found;
};
