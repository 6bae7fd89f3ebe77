import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';

/**
 * A named lock that this process holds. It avoids double work; the guard of each write ensures
 * correctness.
 */
export interface HeldLock {
  /** Aborts when another process may have the lock: the connection broke or no longer answers. */
  readonly lost: AbortSignal;
  release(): Promise<void>;
}

type Options = Readonly<{
  /** The interval of the connection's heartbeats; default 5 seconds. */
  heartbeatMs?: number;
  /** The time without a heartbeat after which the server ends the session; default 15 seconds. */
  silenceLimitMs?: number;
  /** Ends the waiting. */
  signal?: AbortSignal;
  /** A lock that the holders of its parts share. The named lock is one of the parts. */
  partOf?: string | undefined;
}>;

/** Locks belong to a schema, so services that share a database do not wait for each other. */
const key = "hashtextextended(current_schema() || ':' || $1, 0)";

/** The key of a named lock, for statements that query it. */
export const lockKey = (name: string) => sql`hashtextextended(current_schema() || ':' || ${name}, 0)`;

/**
 * The server ends a session that sends no heartbeat for this long: a process that is stopped or cut
 * off loses its locks even if its socket stays open. Three heartbeats fit into it.
 */
const silenceMs = 15_000;
const defaultHeartbeatMs = 5_000;

/**
 * The server soon releases the lock of an unreachable process, and this process soon notices that
 * its server is unreachable.
 */
const settings = (
  idleMs: number,
): string => `set statement_timeout = 0; set idle_session_timeout = ${idleMs}; set tcp_keepalives_idle = 5;
  set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3; set tcp_user_timeout = '15s';
  set client_connection_check_interval = '1s'`;

const openSession = async (connection: pg.ClientConfig, idleMs: number): Promise<pg.Client> => {
  const client = new pg.Client(connection);
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(settings(idleMs));
    return client;
  } catch (fault) {
    void client.end().catch(() => undefined);
    throw fault;
  }
};

const held = (
  client: pg.Client,
  heartbeatMs: number,
  beat: () => Promise<unknown> = () => client.query('select 1'),
): HeldLock => {
  const lost = new AbortController();
  const end = (): void => {
    clearInterval(heartbeat);
    lost.abort();
    void client.end().catch(() => undefined);
  };
  const heartbeat = setInterval(() => {
    const limit = setTimeout(end, heartbeatMs);
    beat().then(
      () => clearTimeout(limit),
      () => (clearTimeout(limit), end()),
    );
  }, heartbeatMs);
  heartbeat.unref();
  client.on('error', end);
  client.on('end', end);
  return {
    lost: lost.signal,
    release: async () => {
      clearInterval(heartbeat);
      client.removeListener('end', end);
      // The end of the session releases the lock, in every state of the session.
      await client.end().catch(() => undefined);
    },
  };
};

/** A session that holds any number of locks until it ends. */
export type LockSession = HeldLock &
  Readonly<{
    /** Takes a lock if no other session holds it. The session itself may take it again. */
    take(name: string): Promise<boolean>;
    free(name: string): Promise<void>;
  }>;

export const openLockSession = async (connection: pg.ClientConfig): Promise<LockSession> => {
  const client = await openSession(connection, silenceMs);
  let last: Promise<unknown> = Promise.resolve();
  /** A session runs one statement at a time. */
  const inTurn = <T>(ask: () => Promise<T>): Promise<T> => {
    const asked = last.then(ask);
    last = asked.catch(() => undefined);
    return asked;
  };
  const beat = (): Promise<unknown> => inTurn(() => client.query('select 1'));
  const taken = `select pg_try_advisory_lock(${key}) as taken`;
  const freed = `select pg_advisory_unlock(${key})`;
  return {
    ...held(client, defaultHeartbeatMs, beat),
    take: async (name) => {
      const { rows } = await inTurn(() => client.query<{ taken: boolean }>(taken, [name]));
      return rows[0]?.taken === true;
    },
    free: async (name) => {
      // Where the lock cannot be freed, the end of the session frees it with all others.
      await inTurn(() => client.query(freed, [name])).catch(() => client.end().catch(() => undefined));
    },
  };
};

/** Takes the lock if it is free; undefined if another holds it. */
export const tryLock = async (
  connection: pg.ClientConfig,
  name: string,
  { heartbeatMs = defaultHeartbeatMs, silenceLimitMs = silenceMs }: Options = {},
): Promise<HeldLock | undefined> => {
  const client = await openSession(connection, silenceLimitMs);
  const { rows } = await client.query<{ taken: boolean }>(`select pg_try_advisory_lock(${key}) as taken`, [name]);
  if (rows[0]?.taken) return held(client, heartbeatMs);
  await client.end();
  return undefined;
};

const firstPauseMs = 20;
const longestPauseMs = 500;

/**
 * Asks for the lock until it is free. A statement that waits for a lock in the queue of the server keeps its snapshot, and no vacuum
 * removes what was updated or deleted since. A node in reserve waits for as long as the other one lives: every table would grow
 * meanwhile.
 */
const askUntilTaken = async (
  client: pg.Client,
  lock: Readonly<{ name: string; isShared: boolean }>,
  signal: AbortSignal | undefined,
): Promise<void> => {
  const ask = `select pg_try_advisory_lock${lock.isShared ? '_shared' : ''}(${key}) as taken`;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    const { rows } = await client.query<{ taken: boolean }>(ask, [lock.name]);
    if (rows[0]?.taken) return;
    await pause(pauseMs, undefined, { signal });
  }
};

/**
 * Waits until the lock is free and takes it, at most half a second later. Undefined when `signal` ended the wait. Throws when the
 * connection breaks during the wait: call again.
 */
export const waitForLock = async (
  connection: pg.ClientConfig,
  name: string,
  { heartbeatMs = defaultHeartbeatMs, silenceLimitMs = silenceMs, signal, partOf }: Options = {},
): Promise<HeldLock | undefined> => {
  if (signal?.aborted) return undefined;
  const client = await openSession(connection, silenceLimitMs);
  const leave = (): void => void client.end().catch(() => undefined);
  signal?.addEventListener('abort', leave, { once: true });
  if (signal?.aborted) leave();
  try {
    if (partOf !== undefined) await askUntilTaken(client, { name: partOf, isShared: true }, signal);
    await askUntilTaken(client, { name, isShared: false }, signal);
  } catch (fault) {
    leave();
    if (signal?.aborted) return undefined;
    throw fault;
  } finally {
    signal?.removeEventListener('abort', leave);
  }
  return held(client, heartbeatMs);
};
