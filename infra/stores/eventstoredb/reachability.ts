import { StoreUnavailable } from '../../../domain/kernel/event-store.ts';
import type { Position } from '../../../domain/kernel/event.ts';
import { Connection } from './connection.ts';
import { readConnectionString } from './connection-string.ts';
import {
  asUnavailable,
  expectingTls,
  isDistrust,
  isFinal,
  isUnreached,
  nothingListensAt,
  sentenceOf,
} from './faults.ts';
import { newestEvent } from './newest-event.ts';
import { speaksTls } from './speaks-tls.ts';
import { within, withTries } from './tries.ts';

/** The time limit for asking one node why it cannot be reached. */
const askMs = 1_000;

/** The connection strings of each node alone. */
const eachAlone = (connectionString: string): readonly string[] => {
  const { text, servers } = readConnectionString(connectionString);
  const [before = '', after = ''] = text.split(servers);
  return servers.split(',').map((server) => `${before.replace('+discover', '')}${server}${after}`);
};

/** What one node says when it is asked for its newest event; undefined where it answers. */
const faultOf = async (connectionString: string): Promise<unknown> => {
  const connection = new Connection(connectionString);
  const asking = newestEvent(connection, { by: 'anyNode', timeoutMs: askMs });
  const fault = await within(askMs, asking).then(
    () => undefined,
    (error: unknown) => error,
  );
  connection.client.dispose().catch(() => undefined);
  return fault;
};

/**
 * Why a cluster cannot be used. The client says only that it found no node, or what the last one
 * said, so each is asked alone. The first that says more than silence is believed. Nodes that do not
 * listen explain it only where no node listens: otherwise the others are silent, or have no leader.
 */
export const whyNoneWasFound = async (connectionString: string): Promise<Error> => {
  const { servers } = readConnectionString(connectionString);
  const faults = await Promise.all(eachAlone(connectionString).map(faultOf));
  const unreached = servers.split(',').filter((_, node) => isUnreached(faults[node]));
  const silent = sentenceOf(undefined, servers);
  const sentences = faults.filter((fault) => !isUnreached(fault)).map((fault) => sentenceOf(fault, servers));
  if (sentences.length === 0) return new StoreUnavailable(nothingListensAt(servers));
  const said = sentences.find((sentence) => sentence !== silent);
  const away = unreached.length === 0 ? '' : `; nothing listens at ${unreached.join(',')}`;
  return new StoreUnavailable(said ?? `${silent}${away}`);
};

/** Why a store is silent: a node that expects TLS says nothing to a connection without. */
const whySilent = async (connectionString: string): Promise<Error> => {
  const { text, servers } = readConnectionString(connectionString);
  const [first = ''] = servers.split(',');
  const expectsTls = /[?&]tls=false\b/i.test(text) && (await speaksTls(first));
  return new StoreUnavailable(expectsTls ? expectingTls(first) : sentenceOf(undefined, servers));
};

/** One probe of a store at a time, shared by all callers. A caller whose time is over gets the last known reason. */
export class Reachability {
  readonly #probe: () => Promise<Position | undefined>;
  readonly #connectionString: string;
  #probing: Promise<void> | undefined;
  #reason: Error | undefined;

  /** @param probe reads the newest event once. */
  constructor(connectionString: string, probe: () => Promise<Position | undefined>) {
    this.#connectionString = connectionString;
    this.#probe = probe;
  }

  /** Resolves when the leader answers. Rejects with the reason, or with the last known one when the time is over. */
  async within(milliseconds: number): Promise<void> {
    this.#probing ??= this.#once().finally(() => (this.#probing = undefined));
    // The probe continues when this caller has gone; the next caller gets its reason.
    this.#probing.catch(() => undefined);
    const late = new StoreUnavailable('no answer in time');
    await within(milliseconds, this.#probing).catch((fault: unknown) => {
      const isLate = fault instanceof StoreUnavailable && fault.message === late.message;
      throw isLate ? (this.#reason ?? new StoreUnavailable(sentenceOf(late, ''))) : fault;
    });
  }

  /** The same, with repeated probes until the time is over or the store refuses permanently. */
  eventually(milliseconds: number): Promise<void> {
    return withTries((leftMs) => this.within(leftMs), {
      milliseconds,
      isFinal: (fault) => isDistrust(fault) || (fault instanceof Error && isFinal(fault.cause)),
    });
  }

  async #once(): Promise<void> {
    try {
      await this.#probe();
      this.#reason = undefined;
    } catch (fault) {
      const { servers } = readConnectionString(this.#connectionString);
      const notFound = fault instanceof Error && fault.message.startsWith('Failed to discover');
      const isOneOfMany = servers.includes(',') && isUnreached(fault);
      const reason =
        notFound || isOneOfMany ? await whyNoneWasFound(this.#connectionString) : asUnavailable(fault, servers);
      const isSilent = reason.message === sentenceOf(undefined, servers);
      throw (this.#reason = isSilent ? await whySilent(this.#connectionString) : reason);
    }
  }
}
