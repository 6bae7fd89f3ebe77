import { idAt } from '../../../domain/kernel/ids.ts';
import type { Database } from '../../stores/postgres/database.ts';
import { isConnectionFault } from '../../stores/postgres/unavailable.ts';
import { sweepRequests, writeRequests, type LoggedRequest } from '../../stores/postgres/request-log.ts';
import type { Clock } from './authenticate.ts';
import { isCounted } from './route.ts';
import type { Answered } from './plain-handler.ts';
import { cutText } from '../../../domain/kernel/stored-text.ts';

type Options = Readonly<{
  database: Pick<Database, 'kysely'>;
  clock: Clock;
  /**
   * Called with batches that could not be written, the number of waiting requests, and the number
   * of dropped ones.
   */
  onFault: (error: unknown, waiting: number, dropped: number) => void;
  /** The number of requests that may wait to be written; default 20,000. Further requests are dropped. */
  maxWaiting?: number;
  /** The longest a request waits to be written; default one second. */
  everyMs?: number;
}>;

const batch = 1000;
const maxPathLength = 500;
/** How many times in a row a batch may fail before it is dropped. */
const patience = 10;
const sweepEveryMs = 60 * 60_000;

/**
 * The request history: caller, request and answer. It is written in batches, outside of the
 * requests: while the database is unavailable the entries wait, and too many of them are dropped,
 * but no request waits for them or fails because of them.
 */
export class RequestLog {
  readonly #options: Options;
  readonly #maxWaiting: number;
  #waiting: LoggedRequest[] = [];
  #dropped = 0;
  #refusals = 0;
  #writing: Promise<void> | undefined;
  /** The write that follows the current one. */
  #following: Promise<void> | undefined;
  /** Runs only while entries wait, so that a service without requests sleeps. */
  #due: NodeJS.Timeout | undefined;
  readonly #sweeping: NodeJS.Timeout;

  constructor(options: Options) {
    this.#options = options;
    this.#maxWaiting = options.maxWaiting ?? 20_000;
    this.#sweeping = setInterval(() => void this.#sweep(), sweepEveryMs).unref();
  }

  /** An observer of the server: records every answer to an authenticated caller of the API. */
  readonly record = ({ exchange, method, path, status, milliseconds }: Answered): void => {
    const { caller, route, requestId } = exchange;
    if (!caller || caller.workspaceId === '' || route === undefined || !isCounted(path)) return;
    if (this.#waiting.length >= this.#maxWaiting) {
      this.#dropped++;
      return;
    }
    const at = this.#options.clock(caller.mode);
    this.#waiting.push({
      workspace_id: caller.workspaceId,
      id: idAt(at, randomDigits() + randomDigits()),
      at: new Date(at).toISOString(),
      method,
      // A token in a path is a secret.
      path: route.includes(':token') ? route : cutText(path, maxPathLength),
      route,
      status,
      milliseconds: Math.round(milliseconds),
      request_id: requestId,
      api_key_id: caller.keyId ?? null,
      actor_type: caller.kind === 'api_key' ? 'api_key' : 'user',
      actor_id: (caller.kind === 'api_key' ? caller.keyId : caller.userId) ?? 'unknown',
      ip_address: caller.address ?? null,
    });
    this.#flushSoon();
  };

  /** Writes the waiting entries, as far as possible. Never rejects. */
  flush(): Promise<void> {
    if (this.#writing) return (this.#following ??= this.#writing.then(() => this.flush()));
    this.#following = undefined;
    this.#writing = this.#write(this.#waiting.length).finally(() => {
      this.#writing = undefined;
      if (this.#waiting.length > 0) this.#flushSoon();
    });
    return this.#writing;
  }

  /** Writes the waiting entries. */
  async close(): Promise<void> {
    clearInterval(this.#sweeping);
    await this.flush();
    clearTimeout(this.#due);
  }

  #flushSoon(): void {
    this.#due ??= setTimeout(() => {
      this.#due = undefined;
      void this.flush();
    }, this.#options.everyMs ?? 1000).unref();
  }

  /**
   * Entries that arrive meanwhile wait for the next write: otherwise a busy service would run a
   * statement for every few requests.
   */
  async #write(count: number): Promise<void> {
    for (let left = count; left > 0; left -= batch) {
      const some = this.#waiting.slice(0, Math.min(batch, left));
      try {
        await writeRequests(this.#options.database.kysely, some);
      } catch (error) {
        this.#options.onFault(error, this.#waiting.length, this.#dropped);
        this.#dropped = 0;
        // A batch that the database rejects repeatedly is dropped, so that it does not block the
        // rest.
        if (isConnectionFault(error) || ++this.#refusals < patience) return;
        this.#dropped = some.length;
      }
      this.#refusals = 0;
      this.#waiting = this.#waiting.slice(some.length);
    }
  }

  async #sweep(): Promise<void> {
    const { database, onFault } = this.#options;
    await sweepRequests(database.kysely, new Date()).catch((error: unknown) => onFault(error, this.#waiting.length, 0));
  }
}

/** Eight or more characters of [0-9a-z]: they only distinguish requests of one millisecond. */
const randomDigits = (): string => Math.random().toString(36).slice(2).padEnd(8, '0');
