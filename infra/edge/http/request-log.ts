import { idAt } from '../../../domain/kernel/ids.ts';
import type { Database } from '../../stores/postgres/database.ts';
import { isConnectionFault } from '../../stores/postgres/unavailable.ts';
import { sweepRequests, writeRequests, type LoggedRequest } from '../../stores/postgres/request-log.ts';
import type { Clock } from './authenticate.ts';
import { isCounted } from './route.ts';
import type { Answered } from './plain-handler.ts';

type Options = Readonly<{
  database: Pick<Database, 'kysely'>;
  clock: Clock;
  /** Told of batches that could not be written, with how many requests are waiting, and of how many were dropped. */
  onFault: (error: unknown, waiting: number, dropped: number) => void;
  /** The most requests that wait to be written; default 20,000. Beyond it the newest are dropped. */
  most?: number;
  /** The longest a request waits to be written; default one second. */
  everyMs?: number;
}>;

const batch = 1000;
const longestPath = 500;
/** How often in a row a batch may be refused before it is given up. */
const patience = 10;
const sweepEveryMs = 60 * 60_000;

/**
 * The request history: who asked what, and how it was answered. Written behind the answers' back in batches; a database that is
 * away makes them wait, and too many of them are dropped, but no request ever waits for it or fails by it.
 */
export class RequestLog {
  readonly #options: Options;
  readonly #most: number;
  #waiting: LoggedRequest[] = [];
  #dropped = 0;
  #refusals = 0;
  #writing: Promise<void> | undefined;
  /** The writing after the one under way. */
  #following: Promise<void> | undefined;
  readonly #timers: readonly NodeJS.Timeout[];

  constructor(options: Options) {
    this.#options = options;
    this.#most = options.most ?? 20_000;
    this.#timers = [
      setInterval(() => void this.flush(), options.everyMs ?? 1000).unref(),
      setInterval(() => void this.#sweep(), sweepEveryMs).unref(),
    ];
  }

  /** An observer of the server: notes every answer to a known caller of the API. */
  readonly record = ({ exchange, method, path, status, milliseconds }: Answered): void => {
    const { caller, route, requestId } = exchange;
    if (!caller || caller.workspaceId === '' || route === undefined || !isCounted(path)) return;
    if (this.#waiting.length >= this.#most) {
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
      path: route.includes(':token') ? route : path.slice(0, longestPath),
      route,
      status,
      milliseconds: Math.round(milliseconds),
      request_id: requestId,
      api_key_id: caller.keyId ?? null,
      actor_type: caller.kind === 'api_key' ? 'api_key' : 'user',
      actor_id: (caller.kind === 'api_key' ? caller.keyId : caller.userId) ?? 'unknown',
      ip_address: caller.address ?? null,
    });
  };

  /** Writes all that waits by now, or as much as can be written. Never rejects. */
  flush(): Promise<void> {
    if (this.#writing) return (this.#following ??= this.#writing.then(() => this.flush()));
    this.#following = undefined;
    this.#writing = this.#write(this.#waiting.length).finally(() => (this.#writing = undefined));
    return this.#writing;
  }

  /** Writes what still waits. */
  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await this.flush();
  }

  /** What comes meanwhile waits for the next writing: on a busy service there would be a statement for every few requests. */
  async #write(count: number): Promise<void> {
    for (let left = count; left > 0; left -= batch) {
      const some = this.#waiting.slice(0, Math.min(batch, left));
      try {
        await writeRequests(this.#options.database.kysely, some);
      } catch (error) {
        this.#options.onFault(error, this.#waiting.length, this.#dropped);
        this.#dropped = 0;
        // What the database refuses again and again, although it is there, must not block the rest for ever.
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
