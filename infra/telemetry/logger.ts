import { type DestinationStream, type Logger, destination, pino } from 'pino';
import { cutText } from '../../domain/kernel/stored-text.ts';

export type { Logger };

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

const secretNames = [
  'authorization',
  'cookie',
  'password',
  'secret',
  'token',
  'accessToken',
  'refreshToken',
  'access_token',
  'refresh_token',
  'client_secret',
  'apiKey',
  'sessionToken',
  'credentials',
  'codeVerifier',
  '["set-cookie"]',
  '["x-service-signature"]',
];

/** Redacts up to a field of a nested object, such as the headers of a request. */
const redacted = secretNames.flatMap((name) => {
  const at = name.startsWith('[') ? name : `.${name}`;
  return [name, `*${at}`, `*.*${at}`];
});

const urlSecrets = /([?&](?:token|code|secret|signature|access_token|X-Amz-Signature|X-Amz-Credential)=)[^&\s"]+/gi;
/** Every part is bounded, so that a long text without an address is read in linear time. */
const urlPasswords = /(\b[a-z][a-z+.-]{0,30}:\/\/[^\s:/@"]{0,300}:)[^\s@/"]{1,2000}@/gi;

/** Removes passwords and signatures from addresses anywhere in a text. JSON stays valid JSON. */
export const withoutSecrets = (text: string): string =>
  text.replace(urlSecrets, '$1[redacted]').replace(urlPasswords, '$1[redacted]@');

/** Whether an error only says that another part is away. */
export type IsOutage = (fault: Error) => boolean;

/** A message may repeat what another server sent. */
const maxMessageCharacters = 10_000;

/**
 * What a log says of an error: its name, message, code, stack and causes, and never other fields:
 * the Postgres client attaches the whole broken connection to its errors. An outage of another part has no stack,
 * which would show the driver at work and not a place to mend.
 */
const described = (fault: unknown, isOutage: IsOutage, depth = 0): unknown => {
  if (!(fault instanceof Error)) return fault;
  const { name, message, stack, cause } = fault;
  const code: unknown = 'code' in fault ? fault.code : undefined;
  return {
    type: name,
    message: cutText(message, maxMessageCharacters),
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...(stack === undefined || isOutage(fault) ? {} : { stack: cutText(stack, maxMessageCharacters) }),
    ...(cause === undefined || depth === 3 ? {} : { cause: described(cause, isOutage, depth + 1) }),
  };
};

/**
 * Structured lines of JSON on standard error (standard output is for what programs read). Secrets
 * are removed by the name of their field, and from addresses anywhere. Put the ids of a request
 * into `log.child({ correlationId })`.
 */
export const createLogger = (
  level: LogLevel,
  to: DestinationStream = destination({ dest: 2, sync: true }),
  isOutage: IsOutage = () => false,
): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: [...redacted, 'body.code', 'query.code', '*.query.code', '*.body.code'], censor: '[redacted]' },
      serializers: {
        error: (fault: unknown) => described(fault, isOutage),
        err: (fault: unknown) => described(fault, isOutage),
      },
      hooks: { streamWrite: withoutSecrets },
    },
    to,
  );
