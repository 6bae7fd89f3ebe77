import { isConnected, type AccountFacts } from '../../domain/content/account-eligibility.ts';
import { notFound, Refused } from '../../domain/kernel/refused.ts';
import { pausedByPlan } from '../../domain/accounts/paused-by-plan.ts';
import type { Platform } from '../../domain/platforms/platform.ts';
import type { Destination } from '../../domain/posts/values.ts';

/**
 * One destination per account, in the order requested. `platforms` narrows the accounts to some
 * platforms; each of them must have an account among those named.
 */
export const destinationsFor = (
  { accountIds, platforms }: Readonly<{ accountIds: readonly string[]; platforms: readonly Platform[] | undefined }>,
  accounts: ReadonlyMap<string, AccountFacts>,
  known: readonly Destination[],
  newId: (name: string) => string,
): readonly Destination[] => {
  const wanted = [...new Set(accountIds)].flatMap((accountId) => {
    const account = accounts.get(accountId);
    if (!account || !isConnected(account)) throw notFound(`Account ${accountId}`);
    if (platforms && !platforms.includes(account.platform)) return [];
    const before = known.find((destination) => destination.accountId === accountId);
    // A post that has the account already can still be edited: the account may be resumed before it is due.
    if (account.paused && !before) throw pausedByPlan(accountId);
    if (before) {
      const { postPlatformId, platform } = before;
      return [{ postPlatformId, platform, accountId }];
    }
    return [{ postPlatformId: newId(`destination/${accountId}`), platform: account.platform, accountId }];
  });
  const missing = platforms?.find((platform) => !wanted.some((destination) => destination.platform === platform));
  if (missing) {
    throw new Refused('VALIDATION_ERROR', `None of the accounts is on ${missing}`, {
      field: 'platforms',
      platform: missing,
    });
  }
  return wanted;
};
