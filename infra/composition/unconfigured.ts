import { platforms, type Platform } from '../../domain/platforms/platform.ts';
import { facebookAppOf } from '../outside/platforms/adapter.ts';
import type { Config } from './config.ts';

/** A capability that lacks settings. It has their names; their values may be secret. */
export type Unconfigured = Readonly<{ capability: string; settings: string[]; consequence: string }>;

/** What connects accounts without a registration with the platform. */
export const withoutRegistration: Readonly<Partial<Record<Platform, string>>> = {
  MASTODON: 'each server registers the service by itself',
  BLUESKY: 'an app password',
  TELEGRAM: 'the token of a bot',
};

/** Whether the service is registered with a platform. */
export const isRegistered = (platform: Platform, { platformApps }: Pick<Config, 'platformApps'>): boolean =>
  platformApps[platform] !== undefined ||
  (platform === 'LINKEDIN' && platformApps.LINKEDIN_ORGANIZATION !== undefined) ||
  (platform === 'INSTAGRAM' && platformApps[facebookAppOf(platformApps)] !== undefined);

/** The platforms whose accounts cannot be connected. */
export const missingPlatforms = (config: Pick<Config, 'platformApps'>): readonly Platform[] =>
  platforms.filter((platform) => !isRegistered(platform, config) && withoutRegistration[platform] === undefined);

type Part = Unconfigured & Readonly<{ isConfigured: boolean }>;

/** Every optional part of the service, and what is so without it. */
const partsOf = (config: Config): readonly Part[] => [
  {
    capability: 'Mail',
    settings: ['SMTP_URL'],
    consequence: 'Invitations, notifications and links to sign in are not sent.',
    isConfigured: config.smtpUrl !== undefined,
  },
  {
    capability: 'AI',
    settings: ['AI_API_KEY'],
    consequence: 'Texts and images cannot be generated.',
    isConfigured: config.ai.length > 0,
  },
  {
    capability: 'Payments',
    settings: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_PRICES'],
    consequence: 'Plans and credits cannot be bought.',
    isConfigured: config.stripe !== undefined,
  },
  {
    capability: 'Identity provider',
    settings: ['OIDC_ISSUER', 'OIDC_AUDIENCE'],
    consequence: 'People sign in at the service itself.',
    isConfigured: config.oidc !== undefined,
  },
  {
    capability: 'Database server',
    settings: ['DATABASE_URL'],
    consequence: 'Postgres runs inside the service, in DATA_DIR, for one node.',
    isConfigured: config.databaseUrl !== undefined,
  },
  {
    capability: 'Event store server',
    settings: ['EVENTSTORE_URL'],
    consequence: 'The log is kept by the service itself, in DATA_DIR, for one node.',
    isConfigured: config.eventStoreUrl !== undefined,
  },
  {
    capability: 'Object storage',
    settings: ['S3_BUCKET'],
    consequence: 'Files are kept in DATA_DIR, for one node.',
    isConfigured: config.s3 !== undefined,
  },
  {
    capability: 'Limits over several nodes',
    settings: ['REDIS_URL'],
    consequence: 'Each node counts requests for itself.',
    isConfigured: config.redisUrl !== undefined,
  },
  {
    capability: 'Sealing of secrets',
    settings: ['SECRETS_KEY'],
    consequence: 'Secrets are sealed with a key in DATA_DIR. Keep that folder.',
    isConfigured: config.secretsKeys.length > 0,
  },
  {
    capability: 'Signature of the log',
    settings: ['AUDIT_SIGNING_KEY'],
    consequence: 'Checkpoints of the log are signed with a key that the service made and keeps.',
    isConfigured: config.auditSigningKey !== undefined,
  },
  {
    capability: 'Metrics from other machines',
    settings: ['METRICS_TOKEN'],
    consequence: 'Metrics are read on this machine only.',
    isConfigured: config.metricsToken !== undefined,
  },
  {
    capability: 'Contact for security',
    settings: ['SECURITY_CONTACT'],
    consequence: 'Finders of a fault see no address to write to.',
    isConfigured: config.securityContact !== undefined,
  },
];

/** What is not configured, and what is so meanwhile. */
export const unconfiguredOf = (config: Config): Unconfigured[] => [
  ...partsOf(config)
    .filter(({ isConfigured }) => !isConfigured)
    .map(({ capability, settings, consequence }) => ({ capability, settings, consequence })),
  ...missingPlatforms(config).map((platform) => ({
    capability: `Accounts of ${platform}`,
    settings: [`${platform}_CLIENT_ID`, `${platform}_CLIENT_SECRET`],
    consequence: 'No account can be connected outside test mode.',
  })),
];
