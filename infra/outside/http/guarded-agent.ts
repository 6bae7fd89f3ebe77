import { lookup } from 'node:dns/promises';
import type { LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import type { Ranges } from '../network/address-ranges.ts';
import { mayReach } from './address-guard.ts';
import { defined } from '../../../domain/kernel/defined.ts';
import { errorOf } from '../../../domain/kernel/error-of.ts';

/**
 * Refused before any byte was sent: the target is, or resolves to, an address that is not public. The message goes to the
 * tenant, so it repeats what the tenant named and no address that a name service answered.
 */
export class BlockedTarget extends Error {
  override readonly name = 'BlockedTarget';
  /** Errors of the socket layer carry a code. So does this one when it is the cause of another error. */
  readonly code = 'BLOCKED_ADDRESS';
}

export type Resolve = (host: string) => Promise<readonly LookupAddress[]>;

export type GuardOptions = Readonly<{
  /** Ranges that may be reached although they are not public. */
  exempt: Ranges;
  /** The name service; the system's by default. */
  resolve?: Resolve;
  /** Certificate authorities in PEM in place of Node's own (which NODE_EXTRA_CA_CERTS adds to). */
  ca?: string;
  connectTimeoutMs?: number;
  /** Connections to one origin at once; 16 by default. */
  connections?: number;
}>;

/**
 * An agent that only ever holds connections to addresses it has checked. Three gates, because each has a way round it:
 * literals never reach a lookup function; a name may resolve to several addresses and to others a moment later, so all
 * are checked and the connection takes one of exactly those; and the address that the socket reports is checked again.
 */
export const guardedAgent = ({
  exempt,
  resolve,
  ca,
  connectTimeoutMs = 10_000,
  connections = 16,
}: GuardOptions): Agent => {
  const resolveAll = resolve ?? ((host: string) => lookup(host, { all: true, verbatim: true }));
  const checked = async (host: string): Promise<readonly LookupAddress[]> => {
    const addresses = await resolveAll(host);
    const bad = addresses.find(({ address }) => !mayReach(address, exempt));
    if (bad) throw new BlockedTarget(`${host} resolves to something that is not a public address`);
    if (addresses.length === 0) throw new Error(`${host} has no address`);
    return addresses;
  };
  const guardedLookup: LookupFunction = (host, options, done) => {
    checked(host).then(
      (addresses) => {
        const [first] = addresses;
        if (options.all || !first) done(null, [...addresses]);
        else done(null, first.address, first.family);
      },
      (error: Error) => done(error, []),
    );
  };
  const connect = buildConnector({
    timeout: connectTimeoutMs,
    lookup: guardedLookup,
    maxCachedSessions: 0,
    ...defined({ ca }),
  });
  return new Agent({
    connections,
    pipelining: 1,
    connect: (options, done) => {
      const host = options.hostname.replace(/^\[|\]$/g, '');
      if (options.protocol !== 'https:') return done(new BlockedTarget('only https is spoken'), null);
      if (isIP(host) !== 0 && !mayReach(host, exempt))
        return done(new BlockedTarget(`${host} is not a public address`), null);
      connect(options, (error, socket) => {
        if (error) return done(error, null);
        const remote = socket.remoteAddress ?? '';
        if (mayReach(remote, exempt)) return done(null, socket);
        socket.destroy();
        done(new BlockedTarget(`${host} led to something that is not a public address`), null);
      });
    },
  });
};

/**
 * One request that ends, with the signal's reason, when the signal aborts. The agent itself listens
 * to a signal only once it is connected; a request aborted before that is never sent, even if the
 * connection succeeds afterwards.
 */
export const requestWithin = async (
  agent: Agent,
  options: Dispatcher.RequestOptions & { origin: string },
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> => {
  signal.throwIfAborted();
  let giveUp = (): void => undefined;
  const abandoned = new Promise<never>((_resolve, reject) => {
    giveUp = () => reject(errorOf(signal.reason));
    signal.addEventListener('abort', giveUp, { once: true });
  });
  try {
    return await Promise.race([agent.request({ ...options, signal }), abandoned]);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
};
