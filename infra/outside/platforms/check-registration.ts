import { keysOf } from '../../../domain/kernel/keys-of.ts';
import { randomBytes } from 'node:crypto';
import { PlatformError } from '../../../domain/platforms/platform-error.ts';
import type { ReturnedAuthorization } from '../../../domain/platforms/connector.ts';
import { platformFrom, type Platform } from '../../../domain/platforms/platform.ts';
import type { AppName, PlatformApps } from './adapter.ts';
import type { PlatformAdapters } from './all.ts';
import { scrubbed } from './scrub.ts';

/**
 * `accepted`: the platform knows the application and refuses only the code. `refused`: it refuses the application.
 * `unclear`: its words say neither. `no answer`: nothing usable came back.
 */
export type CheckResult = 'accepted' | 'refused' | 'unclear' | 'no answer';

export type RegistrationCheck = Readonly<{ registration: AppName; result: CheckResult; answer: string }>;

/** The registrations that a consent uses, with what chooses each of a platform's logins. */
const logins: Readonly<Partial<Record<AppName, Readonly<{ platform: Platform } & Partial<ReturnedAuthorization>>>>> = {
  LINKEDIN: { platform: 'LINKEDIN', remembered: { accountType: 'member' } },
  LINKEDIN_ORGANIZATION: { platform: 'LINKEDIN', remembered: { accountType: 'organization' } },
  INSTAGRAM: { platform: 'INSTAGRAM', oauthVersion: 'instagram_login' },
  INSTAGRAM_FACEBOOK: { platform: 'INSTAGRAM', oauthVersion: 'fb_login' },
};

/** Bluesky, Mastodon and Telegram have no secret that a token endpoint could judge. */
const unchecked: readonly AppName[] = ['BLUESKY', 'MASTODON', 'TELEGRAM', 'TWITTER_WEBHOOKS'];

/** The configured registrations that can be checked. */
export const checkable = (apps: PlatformApps): readonly AppName[] =>
  keysOf(apps).filter((name) => apps[name] !== undefined && !unchecked.includes(name));

/** Platforms say in many ways that they do not know an application. */
const aboutTheApplication =
  /client|app(?:lication)?[ _]?(?:id|key|secret)|consumer|validating application|invalid app|invalid platform app/i;
const aboutTheCode = /\b(?:code|grant|verifier)\b|redirect[ _]?uri/i;

const resultOf = ({ kind, platformCode = '', message }: PlatformError): CheckResult => {
  if (kind === 'unknown' || kind === 'not_stored') return 'no answer';
  const words = `${platformCode} ${message}`;
  // LinkedIn names the application too where it means the code.
  if (/invalid_grant/i.test(platformCode) || /authorization code/i.test(message)) return 'accepted';
  if (aboutTheApplication.test(words)) return 'refused';
  if (aboutTheCode.test(words)) return 'accepted';
  // Reddit refuses an application by the status alone.
  return /\b401\b/.test(message) ? 'refused' : 'unclear';
};

/**
 * Asks a platform to exchange a code that it never issued. It checks the application first, so its refusal says whether
 * the credentials are right. Nothing is created, and no account is touched.
 */
export const checkRegistration = async (
  registration: AppName,
  { adapters, apps, redirectUri }: Readonly<{ adapters: PlatformAdapters; apps: PlatformApps; redirectUri: string }>,
): Promise<RegistrationCheck> => {
  const { platform = platformFrom(registration), ...login } = logins[registration] ?? {};
  const connector = platform && adapters.get(platform)?.connector;
  if (!connector) return { registration, result: 'unclear', answer: 'this registration has no login' };
  const request = { state: 'check', redirectUri, codeVerifier: randomBytes(32).toString('base64url'), ...login };
  const code = randomBytes(24).toString('base64url');
  try {
    await connector.exchange(code, request);
    return { registration, result: 'unclear', answer: 'the platform took a code that it never issued' };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const secrets = [code, request.codeVerifier, ...Object.values(apps).map(({ clientSecret }) => clientSecret)];
    const answer = scrubbed(
      error.message,
      secrets.filter((secret) => secret.length > 0),
    );
    return { registration, result: resultOf(error), answer };
  }
};
