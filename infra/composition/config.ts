import path from 'node:path';
import { parseArgs } from 'node:util';
import { contradictions, Environment, isTestModeWith, roles, type Role, type SealingKey } from './environment.ts';
import type { rangesFrom } from '../outside/network/address-ranges.ts';
import { type PlatformApps } from '../outside/platforms/adapter.ts';
import type { AiSettings } from '../outside/ai/settings.ts';
import { addressesFrom } from '../outside/platforms/address-settings.ts';
import { isClientKey } from '../outside/platforms/bluesky/client-key.ts';
import type { StripePrices } from '../outside/payments/stripe-prices.ts';
import type { PlatformAddresses } from '../outside/platforms/hosts.ts';
import type { S3Settings } from '../stores/object-storage/s3/s3-settings.ts';
import type { LogLevel } from '../telemetry/logger.ts';
import type { ProjectorPart } from '../../projections/kernel/projector-part.ts';
import { errorOf } from '../../domain/kernel/error-of.ts';
import { aiFrom } from './ai-settings.ts';
import { platformAppsFrom, blueskyClientId, withBlueskyDocument } from './platform-apps.ts';

/** A problem in the environment or on the command line. The message has one line a problem. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

/** The whole configuration. An undefined address means an embedded part. */
export interface Config {
  readonly role: Role;
  readonly host: string;
  readonly port: number;
  /** Absolute. */
  readonly dataDir: string;
  /**
   * The origin clients and platforms reach this service at, without a trailing slash and without
   * `/v1`.
   */
  readonly publicUrl: string;
  readonly databaseUrl: string | undefined;
  readonly eventStoreUrl: string | undefined;
  /**
   * Whether the embedded event store keeps `$ce-`, `$et-` and the other streams of EventStoreDB's
   * system projections.
   */
  readonly systemProjections: boolean;
  readonly redisUrl: string | undefined;
  /** Paths or package names of projections that live outside this repository. */
  readonly projections: readonly string[];
  /** The part of the read models that this projector keeps; all of them where undefined. */
  readonly projectorPart: ProjectorPart | undefined;
  readonly s3: S3Settings | undefined;
  readonly oidc: Readonly<{ issuer: string; audience: string; emailVerifiedByDefault: boolean }> | undefined;
  /**
   * The console's client id at the identity provider: a public client, whose redirect address is
   * `<PUBLIC_URL>/console`.
   */
  readonly consoleClientId: string;
  /** Whether people sign in with a password at the service's own issuer, beside or instead of a provider. */
  readonly passwordSignIn: boolean;
  /** Whether people register without an invitation. */
  readonly openRegistration: boolean;
  /**
   * The mail addresses, in lower case, of the service's operators: they may use /v1/admin and the
   * console's page for it.
   */
  readonly operators: readonly string[];
  /** The providers of AI texts and images for live workspaces, in the order in which they are asked. */
  readonly ai: readonly AiSettings[];
  readonly smtpUrl: string | undefined;
  /** The payment provider of live workspaces. */
  /** How long a first subscription is tried without a charge. */
  readonly trialDays: number;
  readonly stripe:
    | Readonly<{
        secretKey: string;
        webhookSecret: string | undefined;
        prices: StripePrices;
        /** Where Stripe's API is spoken; Stripe itself where undefined. */
        apiUrl: string | undefined;
      }>
    | undefined;
  /** The sender of mails. */
  readonly mailFrom: string;
  /** Who takes reports of security faults; an address of the web or of mail. */
  readonly securityContact: string | undefined;
  /**
   * The registrations with the real platforms: `<PLATFORM>_CLIENT_ID` and
   * `<PLATFORM>_CLIENT_SECRET`.
   */
  readonly platformApps: PlatformApps;
  /**
   * The addresses and versions of the real platforms, where they differ from the documented ones.
   */
  readonly platformAddresses: PlatformAddresses;
  /** Whether a Threads account is posted to only beside a connected Instagram account. */
  readonly threadsNeedsInstagram: boolean;
  /**
   * The redirect addresses of Bluesky: part of the document that this service publishes as its
   * client id.
   */
  readonly blueskyRedirectUris: readonly string[];
  /** The origin at which this node reaches the sandbox. An API node serves it. */
  readonly sandboxUrl: string;
  /** Empty: a key is made in the data folder. */
  readonly secretsKeys: readonly SealingKey[];
  /**
   * The Ed25519 private key that signs checkpoints of the log, PKCS #8. Absent: one is made and
   * kept in the vault.
   */
  readonly auditSigningKey: string | undefined;
  readonly webhookAllowedRanges: ReturnType<typeof rangesFrom>;
  readonly testMode: boolean;
  /**
   * Names the step of an attempt at which this process exits: for tests, on embedded parts in test
   * mode only.
   */
  readonly sandboxKillFile: string | undefined;
  /**
   * The value of Express's `trust proxy`: how many proxies are in front of the service, or their
   * addresses.
   */
  readonly trustProxy: number | string | false;
  /** The token that allows reading /metrics from other machines. */
  readonly metricsToken: string | undefined;
  readonly logLevel: LogLevel;
  readonly ffmpegPath: string | undefined;
  /** Warnings for the operator that do not prevent a start. */
  readonly warnings: readonly string[];
}

const withoutSlash = (text: string): string => text.replace(/\/+$/, '');

const roleFrom = (args: readonly string[]): Role => {
  try {
    const { values } = parseArgs({ args: [...args], options: { role: { type: 'string', default: 'all' } } });
    const role = roles.find((known) => known === values.role);
    if (role) return role;
  } catch (fault) {
    throw new ConfigurationError(errorOf(fault).message, { cause: fault });
  }
  throw new ConfigurationError(`--role: must be one of ${roles.join(', ')}`);
};

const s3From = (env: Environment): S3Settings | undefined =>
  env.S3_BUCKET === undefined
    ? undefined
    : {
        bucket: env.S3_BUCKET,
        region: env.S3_REGION,
        endpoint: env.S3_ENDPOINT && withoutSlash(env.S3_ENDPOINT),
        credentials:
          env.S3_ACCESS_KEY_ID === undefined || env.S3_SECRET_ACCESS_KEY === undefined
            ? undefined
            : { accessKeyId: env.S3_ACCESS_KEY_ID, secretAccessKey: env.S3_SECRET_ACCESS_KEY },
        forcePathStyle: env.S3_FORCE_PATH_STYLE ?? env.S3_ENDPOINT !== undefined,
        publicBaseUrl: env.S3_PUBLIC_BASE_URL && withoutSlash(env.S3_PUBLIC_BASE_URL),
      };

const isEverywhere = (host: string): boolean => host === '0.0.0.0' || host === '::';

/** The address of a listener as a client of this machine would write it. */
export const originOf = (host: string, atPort: number): string => {
  const name = isEverywhere(host) ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${atPort}`;
};

/**
 * Reads the whole environment and command line once, before anything starts. An empty variable
 * counts as absent. Throws a `ConfigurationError` that names every variable with a problem. Values
 * may be secret and are never shown.
 */
export const configFrom = (env: Readonly<Record<string, string | undefined>>, args: readonly string[] = []): Config => {
  const role = roleFrom(args);
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = Environment.safeParse(given);
  if (!parsed.success)
    throw new ConfigurationError(
      parsed.error.issues.map(({ path: [name], message }) => `${String(name)}: ${message}`).join('\n'),
    );
  const values = parsed.data;
  const { addresses, problems } = addressesFrom(given);
  const said = [...contradictions(values, role), ...problems];
  if (said.length > 0) throw new ConfigurationError(said.join('\n'));

  const hasPlatformApps = Object.keys(platformAppsFrom(given)).length > 0;
  const testMode = isTestModeWith(values, { hasPlatformApps });
  const secretsKeys = values.SECRETS_KEYS ?? (values.SECRETS_KEY ? [{ id: 'default', key: values.SECRETS_KEY }] : []);
  const warnings = (values.EVENTSTORE_URL?.warnings ?? []).map((warning) => `EVENTSTORE_URL: ${warning}`);
  if (values.DATABASE_URL !== undefined && secretsKeys.length === 0)
    warnings.push(
      'SECRETS_KEY is not set: secrets in the database are sealed with a key in DATA_DIR; keep that folder',
    );
  if (values.SYSTEM_PROJECTIONS && values.EVENTSTORE_URL !== undefined)
    warnings.push('SYSTEM_PROJECTIONS is for the embedded event store: those of EVENTSTORE_URL are turned on there');
  if (isEverywhere(values.HOST) && values.PUBLIC_URL === undefined)
    warnings.push('PUBLIC_URL is not set: media and sign-in links point to this machine');
  const publicUrl = withoutSlash(values.PUBLIC_URL ?? originOf(values.HOST, values.PORT));
  // Only an API node serves the sandbox, so a node without the API reaches it at the public address.
  const servesSandbox = role === 'all' || role === 'api';
  const sandboxElsewhere = servesSandbox ? undefined : values.PUBLIC_URL;
  if (!testMode && values.SANDBOX_URL !== undefined)
    warnings.push('SANDBOX_URL has no effect: test mode is off, and every account is on the real platforms');
  const blueskyRedirectUris = values.BLUESKY_REDIRECT_URIS ?? [];
  const platformApps = withBlueskyDocument(platformAppsFrom(given), publicUrl, blueskyRedirectUris);
  if (platformApps.BLUESKY?.clientId === blueskyClientId(publicUrl) && blueskyRedirectUris.length === 0)
    warnings.push(
      'BLUESKY_REDIRECT_URIS is not set: the client document that BLUESKY_CLIENT_ID names is not published',
    );
  const { BLUESKY: bluesky } = platformApps;
  if (bluesky && bluesky.clientId !== blueskyClientId(publicUrl) && bluesky.clientSecret === '')
    warnings.push(
      'BLUESKY_CLIENT_SECRET is not set: the client that BLUESKY_CLIENT_ID names proves itself by no key, and accounts ' +
        'connected by OAuth have to be connected again every two weeks',
    );
  if (bluesky && bluesky.clientSecret !== '' && !isClientKey(bluesky.clientSecret))
    throw new ConfigurationError('BLUESKY_CLIENT_SECRET: must be a private P-256 key, a JWK with kid as JSON');
  return {
    role,
    host: values.HOST,
    port: values.PORT,
    dataDir: path.resolve(values.DATA_DIR),
    publicUrl,
    databaseUrl: values.DATABASE_URL,
    eventStoreUrl: values.EVENTSTORE_URL?.text,
    systemProjections: values.SYSTEM_PROJECTIONS,
    projections: values.PROJECTIONS.split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
    projectorPart: values.PROJECTOR_PART,
    redisUrl: values.REDIS_URL,
    s3: s3From(values),
    oidc:
      values.OIDC_ISSUER === undefined || values.OIDC_AUDIENCE === undefined
        ? undefined
        : {
            issuer: values.OIDC_ISSUER,
            audience: values.OIDC_AUDIENCE,
            emailVerifiedByDefault: values.OIDC_EMAIL_VERIFIED_BY_DEFAULT,
          },
    consoleClientId: values.CONSOLE_CLIENT_ID,
    passwordSignIn: values.PASSWORD_SIGN_IN ?? (values.OIDC_ISSUER === undefined && !testMode),
    openRegistration: values.OPEN_REGISTRATION,
    operators: values.OPERATORS,
    ai: aiFrom(values),
    smtpUrl: values.SMTP_URL,
    stripe:
      values.STRIPE_SECRET_KEY === undefined || values.STRIPE_PRICES === undefined
        ? undefined
        : {
            secretKey: values.STRIPE_SECRET_KEY,
            webhookSecret: values.STRIPE_WEBHOOK_SECRET,
            prices: values.STRIPE_PRICES,
            apiUrl: values.STRIPE_API_URL && withoutSlash(values.STRIPE_API_URL),
          },
    trialDays: values.TRIAL_DAYS,
    mailFrom: values.MAIL_FROM,
    securityContact: values.SECURITY_CONTACT,
    platformApps,
    platformAddresses: addresses,
    threadsNeedsInstagram: values.THREADS_NEEDS_INSTAGRAM,
    blueskyRedirectUris,
    sandboxUrl: withoutSlash(values.SANDBOX_URL ?? sandboxElsewhere ?? originOf(values.HOST, values.PORT)),
    secretsKeys,
    auditSigningKey: values.AUDIT_SIGNING_KEY,
    webhookAllowedRanges: values.WEBHOOK_ALLOWED_CIDRS,
    testMode,
    sandboxKillFile: values.SANDBOX_KILL_FILE,
    trustProxy: values.TRUST_PROXY,
    metricsToken: values.METRICS_TOKEN,
    logLevel: values.LOG_LEVEL,
    ffmpegPath: values.FFMPEG_PATH,
    warnings,
  };
};
