import { z } from 'zod';
import { signingKeyFrom } from '../log/audit/private-key.ts';
import { priceNames, type StripePrices } from '../outside/payments/stripe-prices.ts';
import { rangesFrom } from '../outside/network/address-ranges.ts';
import { readConnectionString } from '../stores/eventstoredb/connection-string.ts';
import { logLevels } from '../telemetry/logger.ts';
import type { ProjectorPart } from '../../projections/kernel/projector-part.ts';
import { tableOf } from '../../domain/kernel/keys-of.ts';

export const roles = ['api', 'projector', 'processes', 'all'] as const;
export type Role = (typeof roles)[number];

/**
 * A key that seals secrets at rest; 32 bytes. The first of the list seals, and all of them open.
 */
export type SealingKey = Readonly<{ id: string; key: Buffer }>;

const url = (...protocols: string[]) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    error: `must be a URL beginning with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
  });

const loopbackHost = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i;

const eventStore = z.string().transform((text, context) => {
  try {
    return readConnectionString(text);
  } catch (fault) {
    context.addIssue({ code: 'custom', message: fault instanceof Error ? fault.message : String(fault) });
    return z.NEVER;
  }
});

const flag = z
  .enum(['true', 'false', '1', '0', 'on', 'off'], { error: 'must be true or false' })
  .transform((text) => ['true', '1', 'on'].includes(text));

const keyBytes = (text: string): Buffer => Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64');
const key32 = z.string().refine((text) => keyBytes(text).length === 32, {
  error: 'must be 32 bytes, base64 or hex (openssl rand -base64 32)',
});

const keyList = z.string().transform((text, context) =>
  text.split(',').map((entry): SealingKey => {
    const [, id = '', secret = ''] = /^\s*([\w-]{1,40}):(\S+)\s*$/.exec(entry) ?? [];
    if (!key32.safeParse(secret).success)
      context.addIssue({ code: 'custom', message: 'must be a list of id:key, each key 32 bytes, base64 or hex' });
    return { id, key: keyBytes(secret) };
  }),
);

const projectorPart = z.string().transform((text, context): ProjectorPart => {
  const [, part = 0, of = 0] = (/^(\d{1,2})\/(\d{1,2})$/.exec(text) ?? []).map(Number);
  if (part < 1 || part > of)
    context.addIssue({ code: 'custom', message: 'must be a part of a whole, as 1/2 and 2/2 of two projectors' });
  return { part, of };
});

const ed25519 = z.string().refine(
  (text) => {
    try {
      return Boolean(signingKeyFrom(text));
    } catch {
      return false;
    }
  },
  { error: 'must be an Ed25519 private key, PEM or base64 (openssl genpkey -algorithm ed25519)' },
);

const ranges = z.string().transform((text, context) => {
  try {
    return rangesFrom(text);
  } catch (fault) {
    context.addIssue({ code: 'custom', message: `must be a comma-separated list of ranges: ${String(fault)}` });
    return z.NEVER;
  }
});

const httpsList = z.string().transform((text, context) => {
  const entries = text.split(',').map((entry) => entry.trim());
  if (!entries.every((entry) => URL.canParse(entry) && new URL(entry).protocol === 'https:'))
    context.addIssue({ code: 'custom', message: 'must be a comma-separated list of URLs beginning with https://' });
  return entries;
});

const stripePrices = z.string().transform((text, context): StripePrices => {
  const given = Object.fromEntries(
    text.split(',').map((entry) => {
      const [name = '', id = ''] = entry.split('=').map((part) => part.trim());
      return [name, id];
    }),
  );
  const missing = priceNames.filter((name) => !given[name]);
  if (missing.length > 0)
    context.addIssue({ code: 'custom', message: `must be a list of name=price id; without ${missing.join(', ')}` });
  return tableOf(priceNames, (name) => given[name] ?? '');
});

const mailAddresses = z.string().transform((text) =>
  text
    .toLowerCase()
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== ''),
);

const proxies = z.string().transform((text) => {
  if (/^\d{1,2}$/.test(text)) return Number(text);
  return text === 'false' ? false : text;
});

const seconds = z
  .string()
  .regex(/^\d{1,3}$/, 'must be seconds from 1 to 600')
  .transform(Number)
  .refine((number) => number >= 1 && number <= 600, 'must be seconds from 1 to 600');

const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port from 0 to 65535')
  .transform(Number)
  .refine((number) => number <= 65_535, 'must be a port from 0 to 65535');

/**
 * Every variable the service reads, but the registrations with the platforms, which are named after
 * them.
 */
export const Environment = z.object({
  PORT: port.default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('.data'),
  PUBLIC_URL: url('http:', 'https:').optional(),
  DATABASE_URL: url('postgres:', 'postgresql:').optional(),
  EVENTSTORE_URL: eventStore.optional(),
  SYSTEM_PROJECTIONS: flag.default(false),
  PROJECTIONS: z.string().default(''),
  PROJECTOR_PART: projectorPart.optional(),
  REDIS_URL: url('redis:', 'rediss:').optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ENDPOINT: url('http:', 'https:').optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_FORCE_PATH_STYLE: flag.optional(),
  S3_PUBLIC_BASE_URL: url('http:', 'https:').optional(),
  OIDC_ISSUER: url('http:', 'https:')
    .refine((text) => !text.startsWith('http:') || loopbackHost.test(new URL(text).hostname), {
      error: 'must begin with https:// (http:// on this machine only)',
    })
    .optional(),
  OIDC_AUDIENCE: z.string().optional(),
  OIDC_EMAIL_VERIFIED_BY_DEFAULT: flag.default(false),
  CONSOLE_CLIENT_ID: z.string().default('console'),
  OPERATORS: mailAddresses.prefault(''),
  AI_PROVIDER: z.enum(['openai', 'anthropic'], { error: 'must be openai or anthropic' }).default('openai'),
  AI_BASE_URL: url('http:', 'https:').optional(),
  AI_API_KEY: z.string().optional(),
  AI_MODEL: z.string().optional(),
  AI_IMAGE_MODEL: z.string().optional(),
  AI_TIMEOUT_SECONDS: seconds.default(60),
  AI_BACKUP_PROVIDER: z.enum(['openai', 'anthropic'], { error: 'must be openai or anthropic' }).default('openai'),
  AI_BACKUP_BASE_URL: url('http:', 'https:').optional(),
  AI_BACKUP_API_KEY: z.string().optional(),
  AI_BACKUP_MODEL: z.string().optional(),
  AI_BACKUP_IMAGE_MODEL: z.string().optional(),
  SMTP_URL: url('smtp:', 'smtps:').optional(),
  MAIL_FROM: z.string().default('Social Publishing <no-reply@localhost>'),
  SECURITY_CONTACT: url('https:', 'mailto:').optional(),
  BLUESKY_REDIRECT_URIS: httpsList.optional(),
  THREADS_NEEDS_INSTAGRAM: flag.default(true),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_API_URL: url('https:').optional(),
  STRIPE_PRICES: stripePrices.optional(),
  TRIAL_DAYS: z.coerce.number().int().min(0).max(730).default(0),
  SANDBOX_URL: url('http:', 'https:').optional(),
  SECRETS_KEY: key32.transform(keyBytes).optional(),
  SECRETS_KEYS: keyList.optional(),
  AUDIT_SIGNING_KEY: ed25519.optional(),
  WEBHOOK_ALLOWED_CIDRS: ranges.prefault(''),
  TEST_MODE: flag.optional(),
  PASSWORD_SIGN_IN: flag.optional(),
  OPEN_REGISTRATION: flag.default(false),
  SANDBOX_KILL_FILE: z.string().optional(),
  TRUST_PROXY: proxies.default(false),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  LOG_LEVEL: z.enum(logLevels, { error: `must be one of ${logLevels.join(', ')}` }).default('info'),
  FFMPEG_PATH: z.string().optional(),
});
export type Environment = z.output<typeof Environment>;

/** Whether any part is external rather than embedded. */
export const isProductionWith = (env: Environment): boolean =>
  [env.DATABASE_URL, env.EVENTSTORE_URL, env.S3_BUCKET, env.OIDC_ISSUER].some((part) => part !== undefined);

/** Whether others than this machine are meant to reach the service, or it is meant to reach others. */
const isForOthers = ({ HOST, PUBLIC_URL, SMTP_URL, STRIPE_SECRET_KEY }: Environment): boolean =>
  !loopbackHost.test(HOST) ||
  (PUBLIC_URL !== undefined && !loopbackHost.test(new URL(PUBLIC_URL).hostname)) ||
  SMTP_URL !== undefined ||
  STRIPE_SECRET_KEY !== undefined;

/**
 * Whether test workspaces and their sandbox exist: where it is asked for, or where nothing is
 * external, the service listens to this machine only, and no registration with a platform is named.
 */
export const isTestModeWith = (
  env: Environment,
  { hasPlatformApps = false }: Readonly<{ hasPlatformApps?: boolean | undefined }> = {},
): boolean => env.TEST_MODE ?? !(isProductionWith(env) || isForOthers(env) || hasPlatformApps);

/** Variables that need or exclude each other. */
export const contradictions = (env: Environment, role: Role): string[] => {
  const said: string[] = [];
  const together = (first: keyof Environment, second: keyof Environment): void => {
    if (env[first] !== undefined && env[second] === undefined) said.push(`${second}: must be set where ${first} is`);
  };
  together('OIDC_ISSUER', 'OIDC_AUDIENCE');
  together('OIDC_AUDIENCE', 'OIDC_ISSUER');
  together('STRIPE_SECRET_KEY', 'STRIPE_PRICES');
  together('STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET');
  together('S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY');
  together('S3_SECRET_ACCESS_KEY', 'S3_ACCESS_KEY_ID');
  together('S3_ENDPOINT', 'S3_BUCKET');
  if (env.SANDBOX_KILL_FILE !== undefined && (isProductionWith(env) || env.TEST_MODE === false))
    said.push('SANDBOX_KILL_FILE: must not be set but in test mode on embedded parts');
  if (env.PASSWORD_SIGN_IN === false && env.OIDC_ISSUER === undefined && !isTestModeWith(env))
    said.push('PASSWORD_SIGN_IN: must not be off without OIDC_ISSUER: no person could sign in');
  const hasPasswords = env.PASSWORD_SIGN_IN ?? (env.OIDC_ISSUER === undefined && !isTestModeWith(env));
  if (env.OPEN_REGISTRATION && !hasPasswords)
    said.push('OPEN_REGISTRATION: must not be on where people do not sign in with a password (PASSWORD_SIGN_IN)');
  if (env.OPEN_REGISTRATION && env.SMTP_URL === undefined)
    said.push('SMTP_URL: must be set where OPEN_REGISTRATION is on: an address is confirmed by mail');
  if (env.SECRETS_KEY !== undefined && env.SECRETS_KEYS !== undefined)
    said.push('SECRETS_KEY: must not be set beside SECRETS_KEYS');
  if (role === 'processes' && isTestModeWith(env) && env.SANDBOX_URL === undefined && env.PUBLIC_URL === undefined)
    said.push(
      'SANDBOX_URL: must be set for --role processes in test mode, as PUBLIC_URL is not: only an API node serves the sandbox',
    );
  if (env.PROJECTOR_PART !== undefined && role !== 'projector')
    said.push('PROJECTOR_PART: must be set for --role projector only');
  if (role !== 'all') {
    // The projector neither serves nor fetches media.
    const shared = role === 'projector' ? [] : (['S3_BUCKET'] as const);
    for (const name of ['DATABASE_URL', 'EVENTSTORE_URL', 'REDIS_URL', ...shared] as const)
      if (env[name] === undefined) said.push(`${name}: must be set for --role ${role}, which shares it with others`);
    if (env.SECRETS_KEY === undefined && env.SECRETS_KEYS === undefined)
      said.push(
        `SECRETS_KEY: must be set for --role ${role}, and be the same for every node (openssl rand -base64 32, once)`,
      );
  }
  return said;
};
