import { advice, gather, nothingFound, problem, type Findings } from './finding.ts';

/**
 * TikTok docs, "Direct Post": the four privacy levels. The creator info has those that an account
 * may use.
 */
export const tiktokPrivacyLevels = [
  'PUBLIC_TO_EVERYONE',
  'MUTUAL_FOLLOW_FRIENDS',
  'FOLLOWER_OF_CREATOR',
  'SELF_ONLY',
] as const;

type Fields = Readonly<Record<string, unknown>>;

const privacyFindings = (level: unknown): Findings => {
  if (typeof level !== 'string' || level === '')
    return problem('TIKTOK_PRIVACY_LEVEL_REQUIRED', 'TikTok posts need platformMetadata.TIKTOK.tiktokPrivacyLevel');
  return tiktokPrivacyLevels.some((known) => known === level)
    ? nothingFound
    : problem(
        'TIKTOK_PRIVACY_LEVEL_UNAVAILABLE',
        `TikTok has no privacy level ${level}; it has ${tiktokPrivacyLevels.join(', ')}`,
      );
};

/**
 * TikTok's rules for a post's settings. `undefined`: the request cannot contain settings, and gets
 * a warning about those that will be needed.
 */
export const tiktokFindings = (settings: Fields | undefined): Findings => {
  if (settings === undefined)
    return advice(
      'TIKTOK_PRIVACY_LEVEL_REQUIRED',
      'Creating the post needs platformMetadata.TIKTOK.tiktokPrivacyLevel',
    );
  const own = settings['tiktokBrandOrganic'] === true;
  const branded = settings['tiktokBrandedContent'] === true;
  return gather([
    privacyFindings(settings['tiktokPrivacyLevel']),
    settings['tiktokCommercialContent'] === true && !own && !branded
      ? problem(
          'TIKTOK_DISCLOSURE_INCOMPLETE',
          'tiktokCommercialContent needs tiktokBrandOrganic or tiktokBrandedContent (or both) to be true',
        )
      : nothingFound,
    branded && settings['tiktokPrivacyLevel'] === 'SELF_ONLY'
      ? problem('TIKTOK_BRANDED_CONTENT_PRIVACY', 'Branded content cannot be posted as SELF_ONLY')
      : nothingFound,
  ]);
};

/** The current permissions of an account (TikTok's creator info call). */
export type TikTokCreator = Readonly<{
  privacyLevels: readonly string[];
  canPost: boolean;
  maxVideoSeconds?: number;
}>;

/**
 * Checks the settings and media of a post against the account's creator info, which is fetched
 * right before posting.
 */
export const tiktokCreatorFindings = (
  settings: Fields,
  media: readonly { durationMs?: number }[],
  creator: TikTokCreator,
): Findings => {
  const level = settings['tiktokPrivacyLevel'];
  const longest = Math.max(0, ...media.map((file) => file.durationMs ?? 0));
  const { maxVideoSeconds } = creator;
  return gather([
    creator.canPost ? nothingFound : problem('TIKTOK_CREATOR_CANNOT_POST', 'TikTok does not let this account post now'),
    typeof level === 'string' && !creator.privacyLevels.includes(level)
      ? problem(
          'TIKTOK_PRIVACY_LEVEL_UNAVAILABLE',
          `This account offers ${creator.privacyLevels.join(', ') || 'no privacy level'}, not ${level}`,
        )
      : nothingFound,
    maxVideoSeconds !== undefined && longest > maxVideoSeconds * 1000
      ? problem('MEDIA_REJECTED', `This account's videos may run ${maxVideoSeconds} seconds at most`)
      : nothingFound,
  ]);
};
