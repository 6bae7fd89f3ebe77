import { checkAccount } from '../content/account-eligibility.ts';
import { checkPost, onOwnServers } from '../content/content-check.ts';
import type { BlockingCode, PostCheck } from '../content/finding.ts';
import { Refused } from '../kernel/refused.ts';
import type { Platform } from '../platforms/platform.ts';
import type { Accounts } from './commands.ts';
import { ruleInput } from './render.ts';
import type { Destination, PostContent } from './values.ts';

/** The violations of every platform of the post, errors and warnings apart. */
export const checkDestinations = (
  content: PostContent,
  destinations: readonly Destination[],
  own: readonly Platform[] = [],
): PostCheck =>
  onOwnServers(
    checkPost(
      destinations.map(({ platform }) => platform),
      (platform) => ruleInput(content, platform),
    ),
    own,
  );

const privacyLevel = 'platformMetadata.TIKTOK.tiktokPrivacyLevel';

/** The field of a post to change where it is not its text. */
const fields: Readonly<Partial<Record<BlockingCode, string>>> = {
  MEDIA_REQUIRED: 'mediaIds',
  MEDIA_REJECTED: 'mediaIds',
  MEDIA_NOT_READY: 'mediaIds',
  ASPECT_RATIO_INVALID: 'mediaIds',
  CONTENT_TYPE_REQUIRED: 'contentType',
  CONTENT_TYPE_NOT_SUPPORTED: 'contentType',
  ACCOUNT_TYPE_NOT_SUPPORTED: 'accountIds',
  ACCOUNT_DISCONNECTED: 'accountIds',
  NO_PAGE_SELECTED: 'accountIds',
  NO_IG_ACCOUNT: 'accountIds',
  TIKTOK_CREATOR_CANNOT_POST: 'accountIds',
  TIKTOK_PRIVACY_LEVEL_REQUIRED: privacyLevel,
  TIKTOK_PRIVACY_LEVEL_UNAVAILABLE: privacyLevel,
  TIKTOK_BRANDED_CONTENT_PRIVACY: privacyLevel,
  TIKTOK_DISCLOSURE_INCOMPLETE: 'platformMetadata.TIKTOK.tiktokCommercialContent',
};

/** A post to be published must break no platform's rules; a draft may. */
export const refuseViolations = (content: PostContent, destinations: readonly Destination[]): void => {
  const check = checkDestinations(content, destinations);
  if (check.valid) return;
  const failing = Object.values(check.platforms).find(({ valid }) => !valid);
  const first = failing?.errors[0];
  throw new Refused('VALIDATION_ERROR', first?.message ?? 'The post breaks a rule of a platform', {
    field: (first && fields[first.code]) ?? 'content',
    platforms: check.platforms,
  });
};

/**
 * Published posts need accounts that can be posted to. A lost connection is not an obstacle yet:
 * the account may be reconnected in time.
 */
export const refuseUnfitAccounts = (destinations: readonly Destination[], accounts: Accounts): void => {
  for (const { accountId } of destinations) {
    const account = accounts.get(accountId);
    const [problem] = account ? checkAccount(account, 'create').errors : [];
    if (problem)
      throw new Refused('VALIDATION_ERROR', problem.message, { field: 'accountIds', accountId, code: problem.code });
  }
};
