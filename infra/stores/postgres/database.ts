import { setTimeout as pause } from 'node:timers/promises';
import {
  Kysely,
  type PostgresCursor,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
} from 'kysely';
import pg from 'pg';
import { errorOf } from '../../../domain/kernel/error-of.ts';
import { CopyData } from '../../../projections/kernel/copy-rows.ts';
import { copyIn } from './copy-in.ts';
import { StatementNames } from './statement-names.ts';
import { DatabaseUnavailable, isConnectionFault, isOutdatedPlan } from './unavailable.ts';

/** No tables: every module adds its own with `kysely.withTables<…>()`. */
export type NoTables = Record<never, never>;

export interface Database {
  /** For plain SQL. Its `connect` and `query` throw the driver's own errors. */
  readonly pool: pg.Pool;
  /**
   * Waits a bounded time for a connection, and throws `DatabaseUnavailable` when none is free or it
   * broke.
   */
  readonly kysely: Kysely<NoTables>;
  /**
   * The settings of a connection outside the pool: for LISTEN and for session locks. Same database,
   * same schema.
   */
  readonly connection: pg.ClientConfig;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** `postgres://user:password@host:port/database`. */
  readonly url: string;
  /** Shown in pg_stat_activity: the part of the service that holds a connection. */
  readonly applicationName: string;
  /** The most connections; default 10. More do not help on a small machine. */
  readonly connections?: number;
  /** The longest a statement may take; default 30 seconds. */
  readonly statementTimeoutMs?: number;
  /** How long a caller waits for a connection before `DatabaseUnavailable`; default 5 seconds. */
  readonly connectWithinMs?: number;
  /** Called with the error of a connection that broke while it was idle. */
  readonly onIdleFault?: (fault: Error) => void;
}

const parsers: Readonly<Record<number, (value: string) => unknown>> = {
  // A day is text, not a moment, so the machine's timezone never shifts it.
  [pg.types.builtins.DATE]: (value) => value,
  // A moment is the same ISO 8601 text everywhere: in events, in rows and in answers.
  [pg.types.builtins.TIMESTAMPTZ]: (value) => new Date(value).toISOString(),
};

const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    parsers[oid] ?? (pg.types.getTypeParser(oid, format as 'text') as never),
};

/**
 * An idle session is closed after this long. The pool uses the last returned session first, so a
 * node that runs only its rounds of 5 seconds keeps one.
 */
const idleTimeoutMillis = 10_000;

/** The driver's client as Kysely sees it, which takes prepared statements as well. */
type DriverClient = PostgresPoolClient & {
  query<R>(prepared: pg.QueryConfig): Promise<PostgresQueryResult<R>>;
};

/** A client whose lost connection shows as `DatabaseUnavailable` rather than as one of the driver's many errors. */
class TranslatingClient implements PostgresPoolClient {
  readonly #client: DriverClient;
  readonly #driverClient: pg.PoolClient;
  readonly #release: (broken: boolean) => void;
  readonly #names: StatementNames;
  #broken = false;

  constructor(client: pg.PoolClient, names: StatementNames) {
    this.#names = names;
    this.#client = client as DriverClient;
    this.#driverClient = client;
    this.#release = (broken) => client.release(broken);
  }

  query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query<R>(
    statement: string | PostgresCursor<R>,
    parameters: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    if (typeof statement !== 'string') return this.#client.query(statement);
    const [first] = parameters;
    const answer =
      first instanceof CopyData
        ? copyIn<R>(this.#driverClient, statement, first.bytes)
        : this.#run<R>(statement, parameters);
    return answer.catch((fault: unknown) => {
      this.#broken ||= isConnectionFault(fault);
      throw this.#broken ? new DatabaseUnavailable(fault) : fault;
    });
  }

  async #run<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    const name = this.#names.nameOf(text);
    if (name === undefined) return this.#client.query<R>(text, values);
    try {
      return await this.#client.query<R>({ name, text, values: [...values] });
    } catch (fault) {
      if (!isOutdatedPlan(fault)) throw fault;
      // The connection has prepared it for good, so it ends. The refused statement did nothing, and is planned again by its text; in a
      // transaction it fails again, as the whole transaction does.
      this.#broken = true;
      return this.#client.query<R>(text, values).catch(() => Promise.reject(errorOf(fault)));
    }
  }

  /**
   * The server's last message arrives before the connection ends. Such a client must not return to
   * the pool.
   */
  release(): void {
    this.#release(this.#broken);
  }
}

const patient = (pool: pg.Pool, withinMs: number, names = new StatementNames()): PostgresPool => ({
  connect: async () => {
    const giveUpAt = performance.now() + withinMs;
    for (let wait = 20; ; wait = Math.min(wait * 2, 500)) {
      try {
        return new TranslatingClient(await pool.connect(), names);
      } catch (fault) {
        if (!isConnectionFault(fault)) throw fault;
        if (performance.now() + wait > giveUpAt) throw new DatabaseUnavailable(fault);
        await pause(wait);
      }
    }
  },
  end: () => pool.end(),
});

/** The pool hands a connection out when what this answers has settled, though its types know of no answer. */
const prepareConnection = (client: pg.ClientBase): unknown => {
  // An error of a connection without an error listener would end the process. The pool listens to idle connections; this listener is
  // for one in use. The running statement fails as well, so the error is reported there.
  client.on('error', () => undefined);
  // A plan for any values may be a bad one for a workspace with most of the rows: each use plans for its own. What a named statement
  // saves is its text and the parsing.
  return client.query('set plan_cache_mode = force_custom_plan');
};

/** Opens the pool lazily: nothing is connected until the first query. */
export const openDatabase = (options: DatabaseOptions): Database => {
  const connectWithinMs = options.connectWithinMs ?? 5000;
  const statementTimeout = options.statementTimeoutMs ?? 30_000;
  const connection: pg.ClientConfig = {
    connectionString: options.url,
    application_name: options.applicationName,
    connectionTimeoutMillis: connectWithinMs,
    keepAlive: true,
    types: typeParsers,
  };
  const pool = new pg.Pool({
    ...connection,
    max: options.connections ?? 10,
    idleTimeoutMillis,
    statement_timeout: statementTimeout,
    // The server's own limit should end a statement first; this one is for a server that no longer answers.
    query_timeout: statementTimeout + 5000,
    idle_in_transaction_session_timeout: 15_000,
    onConnect: prepareConnection,
  });
  pool.on('error', (fault) => options.onIdleFault?.(fault));
  const kysely = new Kysely<NoTables>({ dialect: new PostgresDialect({ pool: patient(pool, connectWithinMs) }) });
  let closed: Promise<void> | undefined;
  return { pool, kysely, connection, close: () => (closed ??= pool.end()) };
};
