import { EventStoreDBClient } from '@eventstore/db-client';

/** A connection string cannot be read. The message is a predicate and never shows the password. */
export class BadConnectionString extends Error {
  override readonly name = 'BadConnectionString';
}

export type ReadConnectionString = Readonly<{
  /** As the client reads it. */
  text: string;
  /** Its hosts and ports. */
  servers: string;
  /** What the client says of options that it ignores. */
  warnings: readonly string[];
}>;

type Parts = Readonly<{ scheme: string; credentials: string; servers: string; options: string }>;

/**
 * How many seconds a node may take to answer which nodes a cluster has. The client's default of 5
 * is longer than a request may take, and a node that is frozen takes all of it.
 */
const gossipTimeoutSeconds = 2;

const noConnectionString = 'must be a connection string of EventStoreDB';

const partsOf = (given: string): Parts => {
  const text = given.trim().replace(/^kurrentdb(?=(\+discover)?:\/\/)/, 'esdb');
  const scheme = /^esdb(\+discover)?:\/\//.exec(text)?.[0];
  if (scheme === undefined)
    throw new BadConnectionString(`${noConnectionString}, beginning with esdb:// or esdb+discover://`);
  const [, place = '', options = ''] = /^([^?]*)(.*)$/s.exec(text.slice(scheme.length)) ?? [];
  const at = place.lastIndexOf('@') + 1;
  const credentials = place.slice(0, at);
  // The client cuts a password at its second colon, and takes an "@" behind it for one of a host.
  const misread = options.includes('@') && place.includes(':') && at === 0;
  if (misread || (at > 0 && !/^[^:@]+:[^:@]+@$/.test(credentials)))
    throw new BadConnectionString(
      `${noConnectionString}; ":", "@", "/" and "?" in a name, password or file are written as %3A, %40, %2F and %3F`,
    );
  const servers = place.slice(at).replace(/\/+$/, '');
  if (servers === '') throw new BadConnectionString(`${noConnectionString}: it names no host`);
  return { scheme, credentials, servers, options };
};

/** The client warns on the console, and shows the whole string, password included, when it does. */
const withoutConsole = <T>(work: () => T): Readonly<{ made: T; warnings: readonly string[] }> => {
  const warn = console.warn;
  const warnings: string[] = [];
  console.warn = (warning: unknown) => void warnings.push(String(warning).split('\n')[0] ?? '');
  try {
    return { made: work(), warnings };
  } finally {
    console.warn = warn;
  }
};

type ParseFault = Readonly<{ connectionString: string; location: readonly [number, number]; expected: string }>;

const isParseFault = (fault: unknown): fault is ParseFault =>
  fault instanceof Error && 'location' in fault && 'expected' in fault && 'connectionString' in fault;

const reasonOf = (fault: unknown): string => {
  if (!isParseFault(fault)) return fault instanceof Error ? fault.message : String(fault);
  const found = fault.connectionString.slice(...fault.location) || fault.connectionString.slice(fault.location[0]);
  return `${found === '' ? 'it ends' : `it has "${found}"`} where the client expects ${fault.expected}`;
};

const made = (text: string): ReturnType<typeof withoutConsole<EventStoreDBClient>> => {
  try {
    return withoutConsole(() => EventStoreDBClient.connectionString(text));
  } catch (fault) {
    throw new BadConnectionString(`${noConnectionString}: ${reasonOf(fault)}`, { cause: fault });
  }
};

/**
 * Reads a connection string with the client's own parser. `kurrentdb://` is the newer name of
 * `esdb://`. Throws `BadConnectionString`.
 */
export const readConnectionString = (given: string): ReadConnectionString => {
  const { scheme, credentials, servers, options } = partsOf(given);
  // Read without the credentials, so that no message can show them.
  const { warnings } = made(`${scheme}${servers}${options}`);
  if (credentials !== '') {
    try {
      decodeURIComponent(credentials);
    } catch (fault) {
      throw new BadConnectionString(`${noConnectionString}: its credentials have a "%" that encodes nothing`, {
        cause: fault,
      });
    }
  }
  const discovers = scheme.includes('+') || servers.includes(',');
  const timeout = discovers && !/[?&]gossip[_-]?timeout=/i.test(options) ? `gossipTimeout=${gossipTimeoutSeconds}` : '';
  const all = timeout === '' ? options : `${options === '' ? '?' : `${options}&`}${timeout}`;
  return { text: `${scheme}${credentials}${servers}${all}`, servers, warnings };
};

/** A client for a connection string. It connects with its first call. */
export const clientFor = (connectionString: string): EventStoreDBClient =>
  made(readConnectionString(connectionString).text).made;
