import { keysOf } from '../kernel/keys-of.ts';
import { checkAccount } from '../content/account-eligibility.ts';
import { checkPost, contentFindings } from '../content/content-check.ts';
import { contentTypeFor } from '../content/media-facts.ts';
import { advice, checkOf, type BlockingCode, type Check, type PostCheck, type Problem } from '../content/finding.ts';
import { mediaFindings } from '../content/media-rules.ts';
import { Refused } from '../kernel/refused.ts';
import type { Platform } from '../platforms/platform.ts';
import type { Accounts } from './commands.ts';
import { factsOf, ruleInput } from './render.ts';
import type { Destination, PostContent, PostMedia } from './values.ts';

/** The violations of every platform of the post, errors and warnings apart. */
export const checkDestinations = (content: PostContent, destinations: readonly Destination[]): PostCheck =>
  checkPost(
    destinations.map(({ platform }) => platform),
    (platform) => ruleInput(content, platform),
  );

const added = (check: Check | undefined, { errors, warnings }: Check, suffix = ''): Check => {
  const named = <Found extends { message: string }>(found: Found): Found => ({
    ...found,
    message: `${found.message}${suffix}`,
  });
  const all = [...(check?.errors ?? []), ...errors.map(named)];
  return { valid: all.length === 0, errors: all, warnings: [...(check?.warnings ?? []), ...warnings.map(named)] };
};

/**
 * What is to be said of a post beside its content: accounts that cannot be posted to now, and fields of platforms that
 * the post does not go to.
 */
export const withAccounts = (
  { platforms }: PostCheck,
  content: PostContent,
  destinations: readonly Destination[],
  accounts: Accounts,
): PostCheck => {
  const checks: Partial<Record<Platform, Check>> = { ...platforms };
  for (const { platform, accountId } of destinations) {
    const account = accounts.get(accountId);
    if (!account) continue;
    const isOnly = destinations.filter((destination) => destination.platform === platform).length === 1;
    checks[platform] = added(
      checks[platform],
      checkAccount(account, 'create'),
      isOnly ? '' : ` (account ${accountId})`,
    );
  }
  const meant = { overrides: content.overrides, platformMetadata: content.platformMetadata };
  for (const [field, of] of Object.entries(meant))
    for (const platform of keysOf(of)) {
      if (destinations.some((destination) => destination.platform === platform)) continue;
      const message = `${field}.${platform} has no effect: no account of the post is on ${platform}`;
      checks[platform] = added(checks[platform], checkOf(advice('PLATFORM_NOT_ON_POST', message)));
    }
  return { valid: Object.values(checks).every(({ valid }) => valid), platforms: checks };
};

const privacyLevel = 'platformMetadata.TIKTOK.tiktokPrivacyLevel';

/** The field of a post to change where the problem names none. */
const fields: Readonly<Partial<Record<BlockingCode, string>>> = {
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

/** The field of the post that what a platform gets was taken from. */
const sourceOf = (field: string, platform: Platform, content: PostContent): string => {
  const [root] = content.threadItems;
  switch (field) {
    case 'content':
    case 'threadItems.0.content':
      if (content.overrides[platform]) return `overrides.${platform}.content`;
      return root?.content ? field : 'content';
    case 'threadItems.0.mediaIds':
      return root && root.media.length > 0 ? field : 'mediaIds';
    case 'title':
      return 'title' in (content.platformMetadata[platform] ?? {})
        ? `platformMetadata.${platform}.title`
        : 'metadata.title';
    default:
      return field;
  }
};

const fieldOf = ({ field, code }: Problem, platform: Platform, content: PostContent): string =>
  sourceOf(field ?? fields[code] ?? 'content', platform, content);

/** A post to be published must break no platform's rules; a draft may. */
export const refuseViolations = (
  content: PostContent,
  destinations: readonly Destination[],
  check: PostCheck = checkDestinations(content, destinations),
): void => {
  if (check.valid) return;
  for (const { platform } of destinations) {
    const [first] = contentFindings(ruleInput(content, platform)).errors;
    if (first)
      throw new Refused('VALIDATION_ERROR', first.message, {
        field: fieldOf(first, platform, content),
        platforms: check.platforms,
      });
  }
};

/**
 * New media of one destination must suit its platform. They need not be of the number and kind of
 * the old ones.
 */
export const refuseUnfitMedia = (
  { content }: Readonly<{ content: PostContent }>,
  platform: Platform,
  media: readonly PostMedia[],
): void => {
  const files = media.map(factsOf);
  const kept = content.contentType === 'REEL' || content.contentType === 'STORY' ? content.contentType : undefined;
  const [first] = mediaFindings(platform, files, kept ?? contentTypeFor({ media: files })).errors;
  if (first) throw new Refused('VALIDATION_ERROR', first.message, { field: 'mediaUrl', code: first.code });
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
