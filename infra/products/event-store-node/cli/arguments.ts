import { errorOf } from '../error-of.ts';
import { secretUser } from '../security/secret-user.ts';
import type { BackupOptions } from './backup.ts';
import { parseArgs, type ParseArgsConfig } from 'node:util';

/** An invalid command line. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export const usage = `Usage:
  event-store start --dir DIR [--port 2113] [--host 127.0.0.1] [--insecure | --tls-cert FILE --tls-key FILE]
                    [--projections] [--max-append-size BYTES] [--user-password NAME:PASSWORD …]
                    [--parent-pid PID] [--null-store]
  event-store backup TARGET --port PORT [--host 127.0.0.1] [--tls-ca FILE --user NAME:PASSWORD]

With EVENT_STORE_SECRET in its environment, start serves one user only: service, with this password;
backup is that user.
`;

export type StartArguments = Readonly<{
  dir: string;
  port: number;
  host: string;
  tls: Readonly<{ certFile: string; keyFile: string }> | undefined;
  projections: boolean;
  maxAppendSize: number | undefined;
  passwords: Readonly<Record<string, string>>;
  parentPid: number | undefined;
  nullStore: boolean;
}>;

/** The values of the options. Throws `UsageError`. */
const parse = <const Options extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: Options,
  { allowPositionals = false }: Readonly<{ allowPositionals?: boolean | undefined }> = {},
) => {
  try {
    return parseArgs({ args: [...args], options, allowPositionals });
  } catch (error) {
    throw new UsageError(errorOf(error).message);
  }
};

const whole = (name: string, text: string | undefined, low: number, high: number): number | undefined => {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!Number.isInteger(value) || value < low || value > high) {
    throw new UsageError(`--${name} must be a whole number from ${low} to ${high}, not ${text}`);
  }
  return value;
};

const passwordsOf = (pairs: readonly string[]): Record<string, string> => {
  const passwords: Record<string, string> = {};
  for (const pair of pairs) {
    const colon = pair.indexOf(':');
    if (colon < 1 || colon === pair.length - 1) throw new UsageError('--user-password takes NAME:PASSWORD');
    passwords[pair.slice(0, colon)] = pair.slice(colon + 1);
  }
  return passwords;
};

/** Reads the arguments of `start`. Throws `UsageError`. */
export const startArguments = (args: readonly string[]): StartArguments => {
  const options = {
    dir: { type: 'string' },
    port: { type: 'string' },
    host: { type: 'string' },
    insecure: { type: 'boolean' },
    'tls-cert': { type: 'string' },
    'tls-key': { type: 'string' },
    projections: { type: 'boolean' },
    'max-append-size': { type: 'string' },
    'user-password': { type: 'string', multiple: true },
    'parent-pid': { type: 'string' },
    'null-store': { type: 'boolean' },
  } as const;
  const { values } = parse(args, options);
  const { 'tls-cert': certFile, 'tls-key': keyFile, insecure = false } = values;
  if ((certFile === undefined) !== (keyFile === undefined))
    throw new UsageError('--tls-cert and --tls-key go together');
  if (insecure && certFile !== undefined) throw new UsageError('--insecure and --tls-cert exclude each other');
  if (!insecure && certFile === undefined) throw new UsageError('either --insecure or --tls-cert and --tls-key');
  const nullStore = values['null-store'] ?? false;
  if (values.dir === undefined && !nullStore) throw new UsageError('--dir is required');
  return {
    dir: values.dir ?? '',
    port: whole('port', values.port, 0, 65535) ?? 2113,
    host: values.host ?? '127.0.0.1',
    tls: certFile === undefined || keyFile === undefined ? undefined : { certFile, keyFile },
    projections: values.projections ?? false,
    maxAppendSize: whole('max-append-size', values['max-append-size'], 1, 16 * 1024 * 1024),
    passwords: passwordsOf(values['user-password'] ?? []),
    parentPid: whole('parent-pid', values['parent-pid'], 1, 2 ** 31),
    nullStore,
  };
};

/** Reads the arguments of `backup`; the secret of the node takes the place of a user. Throws `UsageError`. */
export const backupArguments = (args: readonly string[], secret?: string): BackupOptions => {
  const options = {
    port: { type: 'string' },
    host: { type: 'string' },
    'tls-ca': { type: 'string' },
    user: { type: 'string' },
  } as const;
  const { values, positionals } = parse(args, options, { allowPositionals: true });
  const [target] = positionals;
  if (target === undefined || positionals.length > 1) throw new UsageError('backup takes one target folder');
  return {
    target,
    host: values.host ?? '127.0.0.1',
    port: whole('port', values.port, 1, 65535) ?? 2113,
    tlsCa: values['tls-ca'],
    user: values.user ?? (secret ? `${secretUser}:${secret}` : undefined),
  };
};
