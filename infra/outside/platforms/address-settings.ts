import { platforms } from '../../../domain/platforms/platform.ts';
import { urlNames, type PlatformAddresses } from './hosts.ts';
import { defined } from '../../../domain/kernel/defined.ts';

/** `accounts` of GOOGLE_BUSINESS is set by `GOOGLE_BUSINESS_ACCOUNTS_URL`, `facebookApi` of INSTAGRAM by `INSTAGRAM_FACEBOOK_API_URL`. */
const variableOf = (platform: string, name: string): string =>
  `${platform}_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}_URL`;

const isBase = (text: string): boolean =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).search === '';

/**
 * The environment's settings of the platforms' addresses and versions, and their errors, one line
 * each. Values are never printed: an address may contain a password.
 */
export const addressesFrom = (
  env: Readonly<Record<string, string | undefined>>,
): Readonly<{ addresses: PlatformAddresses; problems: readonly string[] }> => {
  const problems: string[] = [];
  const urls = Object.fromEntries(
    platforms.flatMap((platform) => {
      const own = Object.fromEntries(
        urlNames(platform).flatMap((name) => {
          const variable = variableOf(platform, name);
          const value = env[variable]?.replace(/\/+$/, '');
          if (value === undefined || value === '') return [];
          if (!isBase(value))
            problems.push(`${variable}: must be a URL beginning with http:// or https://, without a query`);
          return [[name, value]];
        }),
      );
      return Object.keys(own).length > 0 ? [[platform, own]] : [];
    }),
  );
  const { LINKEDIN_VERSION: linkedinVersion } = env;
  const isVersion = linkedinVersion === undefined || /^20\d\d(0[1-9]|1[0-2])$/.test(linkedinVersion);
  if (!isVersion) problems.push('LINKEDIN_VERSION: must be a year and a month, 202606 for example');
  const { REDDIT_USER_AGENT: redditUserAgent } = env;
  if (redditUserAgent !== undefined && !/^[\w-]+:[\w.-]+:[\w.-]+ \(by \/u\/[\w-]{3,20}\)$/.test(redditUserAgent))
    problems.push(
      'REDDIT_USER_AGENT: must be <platform>:<app>:<version> (by /u/<name>), the name of 3 to 20 characters',
    );
  const hasUrls = Object.keys(urls).length > 0;
  return {
    addresses: {
      ...(hasUrls && { urls }),
      ...defined({ linkedinVersion, redditUserAgent }),
    },
    problems,
  };
};
