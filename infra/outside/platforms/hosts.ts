import { isIP } from 'node:net';
import { sandboxPath } from '@social-publishing/platform-sandbox';
import { PlatformError } from '../../../domain/platforms/platform-error.ts';
import type { Platform } from '../../../domain/platforms/platform.ts';
import { entriesOf } from '../../../domain/kernel/keys-of.ts';

/** Where the real platforms live. Versions of versioned APIs are part of the path, so that configuration can raise them. */
const realUrls = {
  TWITTER: {
    api: 'https://api.x.com',
    authorize: 'https://x.com/i/oauth2/authorize',
    token: 'https://api.x.com/2/oauth2/token',
    revoke: 'https://api.x.com/2/oauth2/revoke',
  },
  LINKEDIN: {
    api: 'https://api.linkedin.com/rest',
    userinfo: 'https://api.linkedin.com/v2/userinfo',
    authorize: 'https://www.linkedin.com/oauth/v2/authorization',
    token: 'https://www.linkedin.com/oauth/v2/accessToken',
    revoke: 'https://www.linkedin.com/oauth/v2/revoke',
  },
  INSTAGRAM: {
    api: 'https://graph.instagram.com/v24.0',
    graph: 'https://graph.instagram.com',
    authorize: 'https://www.instagram.com/oauth/authorize',
    token: 'https://api.instagram.com/oauth/access_token',
    facebookApi: 'https://graph.facebook.com/v24.0',
    facebookAuthorize: 'https://www.facebook.com/v24.0/dialog/oauth',
    facebookToken: 'https://graph.facebook.com/v24.0/oauth/access_token',
    upload: 'https://rupload.facebook.com/ig-api-upload/v24.0',
  },
  FACEBOOK: {
    api: 'https://graph.facebook.com/v24.0',
    video: 'https://graph-video.facebook.com/v24.0',
    authorize: 'https://www.facebook.com/v24.0/dialog/oauth',
    token: 'https://graph.facebook.com/v24.0/oauth/access_token',
  },
  THREADS: {
    api: 'https://graph.threads.net/v1.0',
    graph: 'https://graph.threads.net',
    authorize: 'https://www.threads.net/oauth/authorize',
    token: 'https://graph.threads.net/oauth/access_token',
  },
  BLUESKY: {
    /** The entry server; an account's own server is `instance`. */
    api: 'https://bsky.social',
    web: 'https://bsky.app',
    /** The directory of did:plc identities. */
    plc: 'https://plc.directory',
  },
  TIKTOK: {
    api: 'https://open.tiktokapis.com/v2',
    authorize: 'https://www.tiktok.com/v2/auth/authorize/',
    token: 'https://open.tiktokapis.com/v2/oauth/token/',
    revoke: 'https://open.tiktokapis.com/v2/oauth/revoke/',
    business: 'https://business-api.tiktok.com/open_api/v1.3',
  },
  YOUTUBE: {
    api: 'https://youtube.googleapis.com/youtube/v3',
    upload: 'https://www.googleapis.com/upload/youtube/v3',
    analytics: 'https://youtubeanalytics.googleapis.com/v2',
    authorize: 'https://accounts.google.com/o/oauth2/v2/auth',
    token: 'https://oauth2.googleapis.com/token',
    revoke: 'https://oauth2.googleapis.com/revoke',
  },
  PINTEREST: {
    api: 'https://api.pinterest.com/v5',
    authorize: 'https://www.pinterest.com/oauth/',
    token: 'https://api.pinterest.com/v5/oauth/token',
  },
  REDDIT: {
    api: 'https://oauth.reddit.com',
    authorize: 'https://www.reddit.com/api/v1/authorize',
    token: 'https://www.reddit.com/api/v1/access_token',
    revoke: 'https://www.reddit.com/api/v1/revoke_token',
  },
  SNAPCHAT: {
    api: 'https://businessapi.snapchat.com/v1',
    files: 'https://businessapi.snapchat.com',
    authorize: 'https://accounts.snapchat.com/login/oauth2/authorize',
    token: 'https://accounts.snapchat.com/login/oauth2/access_token',
  },
  TELEGRAM: {
    api: 'https://api.telegram.org',
    /**
     * Not part of Telegram: a person pastes a bot token. The sandbox answers here with a page that
     * issues one.
     */
    authorize: 'https://oauth.telegram.org/auth',
  },
  GOOGLE_BUSINESS: {
    api: 'https://mybusiness.googleapis.com/v4',
    accounts: 'https://mybusinessaccountmanagement.googleapis.com/v1',
    information: 'https://mybusinessbusinessinformation.googleapis.com/v1',
    performance: 'https://businessprofileperformance.googleapis.com/v1',
    userinfo: 'https://openidconnect.googleapis.com/v1/userinfo',
    authorize: 'https://accounts.google.com/o/oauth2/v2/auth',
    token: 'https://oauth2.googleapis.com/token',
    revoke: 'https://oauth2.googleapis.com/revoke',
  },
  MASTODON: {
    /** The instance where none was named; an account's own is `instance`. */
    api: 'https://mastodon.social',
  },
  WHATSAPP: {
    api: 'https://graph.facebook.com/v23.0',
    authorize: 'https://www.facebook.com/v23.0/dialog/oauth',
    token: 'https://graph.facebook.com/v23.0/oauth/access_token',
  },
} as const satisfies Record<Platform, Readonly<Record<string, string>>>;

export type PlatformUrls = { readonly [P in Platform]: { readonly [Name in keyof (typeof realUrls)[P]]: string } };

/** Suffixes of the hosts of the upload URLs that a platform answers. Empty where it answers none. */
const realUploadHosts: Readonly<Record<Platform, readonly string[]>> = {
  LINKEDIN: ['linkedin.com', 'licdn.com'],
  INSTAGRAM: ['facebook.com', 'instagram.com'],
  FACEBOOK: ['facebook.com'],
  TIKTOK: ['tiktokapis.com', 'tiktok.com'],
  YOUTUBE: ['googleapis.com'],
  PINTEREST: ['amazonaws.com', 'pinterest.com', 'pinimg.com'],
  REDDIT: ['amazonaws.com', 'reddit.com', 'redditmedia.com'],
  SNAPCHAT: ['snapchat.com'],
  TWITTER: [],
  THREADS: [],
  BLUESKY: [],
  TELEGRAM: [],
  GOOGLE_BUSINESS: [],
  MASTODON: [],
  WHATSAPP: [],
};

/** Every address a publisher or connector may call. Sandbox, tests and the real platforms differ in this object only. */
export interface PlatformHosts {
  readonly urls: PlatformUrls;
  /** LinkedIn docs: versioning. The version every call names; one lives about a year and is then answered 426. */
  readonly linkedinVersion: string;
  /** What calls to Reddit name themselves; Reddit throttles those that do not follow its rules. */
  readonly redditUserAgent: string;
  /** The base URL of a server that a person named (a Mastodon instance, a Bluesky PDS), or the default one. */
  instance(platform: 'MASTODON' | 'BLUESKY', instanceUrl: string | undefined): string;
  /** An upload URL from a platform's answer, after a check that it is on that platform's hosts. */
  uploadUrl(platform: Platform, url: string): string;
}

const refused = (message: string): PlatformError => new PlatformError('refused', 'PUBLISH_ERROR', message);

/**
 * The origin of a server that a person named, as HTTPS. Refuses addresses, ports and single-label
 * names; the injected fetch for live workspaces stops a name that resolves to a private address.
 */
export const instanceOrigin = (instanceUrl: string): string => {
  const text = /^[a-z]+:\/\//i.test(instanceUrl) ? instanceUrl : `https://${instanceUrl}`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const host = url?.hostname ?? '';
  const named =
    host.includes('.') && !isIP(host) && !host.startsWith('[') && !/\.(local|internal|localhost)\.?$/.test(host);
  if (!url || url.protocol !== 'https:' || url.port !== '' || url.username !== '' || !named)
    throw refused(`${instanceUrl} is not the address of a public server`);
  return url.origin;
};

const onHosts = (url: string, suffixes: readonly string[], { secure }: Readonly<{ secure: boolean }>): string => {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  const trusted = suffixes.some((suffix) => parsed?.host === suffix || parsed?.host.endsWith(`.${suffix}`));
  if (!parsed || !trusted || (secure && parsed.protocol !== 'https:') || parsed.username !== '')
    throw refused(`the upload address ${parsed?.host ?? 'without a host'} is not one of the platform's`);
  return url;
};

/** What an operator may set of the real platforms: single URLs (a raised API version, a self-run Telegram server), LinkedIn's version. */
export type PlatformAddresses = Readonly<{
  urls?: { readonly [P in Platform]?: Partial<PlatformUrls[P]> };
  linkedinVersion?: string;
  redditUserAgent?: string;
}>;

/** The URLs that have a name of their own, platform by platform. */
export const urlNames = (platform: Platform): readonly string[] => Object.keys(realUrls[platform]);

const currentLinkedinVersion = '202607';

/** Reddit's API rules: platform, application, version and the responsible account, whose name has at most 20 characters. */
const usualRedditUserAgent = 'web:social-publishing-service:v1.0 (by /u/social-publishing)';

/** An upload URL on the origin of an address that the operator set: what answers there names itself. */
const isSetOrigin = (url: string, set: Readonly<Record<string, string>> | undefined): boolean =>
  URL.canParse(url) && Object.values(set ?? {}).some((each) => new URL(each).origin === new URL(url).origin);

/** The real platforms, overridden by the operator's settings where there are any. */
export const realHosts = (set: PlatformAddresses = {}): PlatformHosts => {
  const urls = Object.fromEntries(
    entriesOf(realUrls).map(([platform, own]) => [platform, { ...own, ...set.urls?.[platform] }]),
  ) as PlatformUrls;
  return {
    urls,
    linkedinVersion: set.linkedinVersion ?? currentLinkedinVersion,
    redditUserAgent: set.redditUserAgent ?? usualRedditUserAgent,
    instance: (platform, instanceUrl) => {
      const origin = instanceUrl ? instanceOrigin(instanceUrl) : undefined;
      // The default server is reached at the operator's address also where a person or a document names it.
      return origin === undefined || origin === realUrls[platform].api ? urls[platform].api : origin;
    },
    uploadUrl: (platform, url) =>
      isSetOrigin(url, set.urls?.[platform]) ? url : onHosts(url, realUploadHosts[platform], { secure: true }),
  };
};

/** The URL at which the sandbox serves a real URL: `https://api.x.com/2` becomes `<base>/sandbox/twitter/api.x.com/2`. */
const sandboxUrl = (baseUrl: string, platform: Platform, url: string): string => {
  const { host, pathname } = new URL(url);
  return `${baseUrl}${sandboxPath(platform)}/${host}${pathname === '/' ? '' : pathname}`;
};

/** The same addresses, all on the sandbox at `baseUrl` (an origin, no trailing slash). */
export const sandboxHosts = (baseUrl: string): PlatformHosts => ({
  urls: Object.fromEntries(
    entriesOf(realUrls).map(([platform, own]) => [
      platform,
      Object.fromEntries(Object.entries(own).map(([name, url]) => [name, sandboxUrl(baseUrl, platform, url)])),
    ]),
  ) as PlatformUrls,
  linkedinVersion: currentLinkedinVersion,
  redditUserAgent: usualRedditUserAgent,
  instance: (platform, instanceUrl) =>
    sandboxUrl(baseUrl, platform, instanceUrl ? instanceOrigin(instanceUrl) : realUrls[platform].api),
  uploadUrl: (_platform, url) => onHosts(url, [new URL(baseUrl).host], { secure: false }),
});
