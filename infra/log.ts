import { type DestinationStream, type Logger, destination, pino, stdSerializers } from 'pino';
import type { LogLevel } from './config.ts';

export type Log = Logger;

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

/** Down to an object in an object, such as the headers of a request. */
const redacted = secretNames.flatMap((name) => {
  const at = name.startsWith('[') ? name : `.${name}`;
  return [name, `*${at}`, `*.*${at}`];
});

const urlSecrets = /([?&](?:token|code|secret|signature|access_token|X-Amz-Signature|X-Amz-Credential)=)[^&\s"]+/gi;
const urlPasswords = /(\b[a-z][a-z+.-]*:\/\/[^\s:/@"]*:)[^\s@/"]+@/gi;

/** Takes passwords and signatures out of addresses, wherever they stand in a text. Leaves JSON what it is. */
export const withoutSecrets = (text: string): string =>
  text.replace(urlSecrets, '$1[redacted]').replace(urlPasswords, '$1[redacted]@');

/**
 * Structured lines of JSON on standard error (standard output is for what programs read). Secrets are taken out by name
 * of their field, and from addresses anywhere. Put the ids of a request into `log.child({ correlationId })`.
 */
export const createLog = (level: LogLevel, to: DestinationStream = destination({ dest: 2, sync: true })): Log =>
  pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: [...redacted, 'body.code', 'query.code', '*.query.code', '*.body.code'], censor: '[redacted]' },
      serializers: { error: (fault: unknown) => (fault instanceof Error ? stdSerializers.err(fault) : fault) },
      hooks: { streamWrite: withoutSecrets },
    },
    to,
  );
