import { destinationRule } from '../../../domain/accounts/destination-rules.ts';
import { platformRules } from '../../../domain/content/platform-rules.ts';
import type { Platform } from '../../../domain/platforms/platform.ts';
import { platformRequirements } from '../../outside/platforms/all-requirements.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** A pasted secret in place of a consent page: the connector's field and the variable that has it. */
type SignIn = Readonly<Record<string, Readonly<{ variable: string; about: string; optional?: true }>>>;

const signIns: Readonly<Partial<Record<Platform, SignIn>>> = {
  BLUESKY: {
    identifier: { variable: 'REHEARSE_IDENTIFIER', about: 'the handle of the account' },
    password: { variable: 'REHEARSE_PASSWORD', about: 'an app password' },
    instanceUrl: { variable: 'REHEARSE_INSTANCE_URL', about: 'the server of the account', optional: true },
  },
  TELEGRAM: {
    botToken: { variable: 'REHEARSE_BOT_TOKEN', about: 'the token of a bot' },
    chatId: { variable: 'REHEARSE_CHAT_ID', about: 'a private channel that the bot may post in' },
  },
  WHATSAPP: {
    accessToken: { variable: 'REHEARSE_ACCESS_TOKEN', about: 'the token of a system user' },
    phoneNumberId: { variable: 'REHEARSE_PHONE_NUMBER_ID', about: 'the id of the number that sends', optional: true },
  },
};

/** The secret of a platform without a consent page, where the environment has all of it. */
export const signInOf = (platform: Platform, env: Environment): Readonly<Record<string, string>> | undefined => {
  const fields = Object.entries(signIns[platform] ?? {});
  if (fields.length === 0 || fields.some(([, { variable, optional }]) => !optional && !env[variable])) return undefined;
  return Object.fromEntries(fields.flatMap(([field, { variable }]) => (env[variable] ? [[field, env[variable]]] : [])));
};

/** What makes a post as private as the platform allows, and what it needs besides a text. */
export const metadataOf = (
  platform: Platform,
  { title, hasPage }: Readonly<{ title: string; hasPage: boolean }>,
  env: Environment,
): Readonly<Record<string, unknown>> => {
  switch (platform) {
    case 'TIKTOK':
      return { tiktokPrivacyLevel: 'SELF_ONLY' };
    case 'YOUTUBE':
      // A private video takes no comments.
      return { title, privacyStatus: 'unlisted', notifySubscribers: false };
    case 'MASTODON':
      return { visibility: 'private' };
    case 'LINKEDIN':
      return hasPage ? {} : { visibility: 'CONNECTIONS' };
    case 'REDDIT':
    case 'PINTEREST':
      return { title };
    case 'WHATSAPP':
      return { ...(env['REHEARSE_RECIPIENT'] && { recipientPhone: env['REHEARSE_RECIPIENT'] }) };
    default:
      return {};
  }
};

/** Why a post of this rehearsal takes no comments. */
export const withoutComments: Readonly<Partial<Record<Platform, string>>> = {
  TIKTOK: 'TikTok names no id of a private post, so it has no comments here',
};

/** Why a post and its comments cannot be read, where the account publishes as itself. */
export const unreadable: Readonly<Partial<Record<Platform, string>>> = {
  LINKEDIN: 'LinkedIn lets few applications read posts of people: name an organization by REHEARSE_TARGET',
};

const listed = (lines: readonly (readonly [name: string, about: string])[]): string =>
  lines.map(([name, about]) => `  ${name.padEnd(32)} ${about}`).join('\n');

/** What the environment has to contain for one platform. */
export const helpOf = (platform: Platform): string => {
  const secret = Object.values(signIns[platform] ?? {});
  const { logins, approval } = platformRequirements[platform];
  const registrations = logins.flatMap(({ registration }) => registration ?? []);
  const rule = destinationRule({ platform, oauthVersion: 'fb_login' });
  const name = platformRules[platform].name;
  const lines: (readonly [string, string])[] = [
    ...secret.map(({ variable, about, optional }) => [variable, `${about}${optional ? ', if another' : ''}`] as const),
    ...(secret.length > 0 && logins.length > 0 ? [['', 'or, by the consent page:'] as const] : []),
    ...registrations.map((app) => [`${app}_CLIENT_ID, ${app}_CLIENT_SECRET`, 'the registration'] as const),
    ...(logins.length > 0
      ? [
          ['REHEARSE_REDIRECT_URI', 'an address that the registration allows'] as const,
          ['REHEARSE_ACCESS_TOKEN', 'instead of the consent page: a token'] as const,
        ]
      : []),
    ...(logins.length > 1 ? [['REHEARSE_LOGIN', logins.map((login) => login.name).join(' or ')] as const] : []),
    ...(rule
      ? [['REHEARSE_TARGET', `the id of the ${rule.noun}${rule.optional ? ', if one is meant' : ''}`] as const]
      : []),
    ...(platform === 'MASTODON' ? [['REHEARSE_INSTANCE_URL', 'the instance'] as const] : []),
    ...(platform === 'WHATSAPP'
      ? [['REHEARSE_RECIPIENT', 'a number that wrote in the last 24 hours, as +15551234567'] as const]
      : []),
  ];
  return `${platform} (${name})\n${listed(lines)}\n  The platform asks for: ${approval}`;
};

export const usage = `npm run rehearse -- --platform <PLATFORM> [--sandbox <address>] [--out <file>] [--wait <seconds>]

Connects an account of a real platform, publishes a text, an image and a video as privately as the platform allows,
reads them back, comments, reads what others wrote, and removes everything again. Writes the native requests and
answers without secrets to a file.

  --platform   one of the fifteen; --help with it shows what that platform needs
  --out        the file, rehearsal-<platform>.json by default
  --wait       how long to wait for a comment that a person writes meanwhile, 0 by default
  --sandbox    the address of a service in test mode on this DATA_DIR, whose simulated platforms are used instead

For every platform:
${listed([
  ['REHEARSE_IMAGE', 'a JPEG file; without it no image is published'],
  ['REHEARSE_VIDEO', 'an MP4 file of ten seconds or so; without it no video is published'],
  ['REHEARSE_MEDIA_URL', 'where platforms that fetch find both files under their names'],
])}`;
