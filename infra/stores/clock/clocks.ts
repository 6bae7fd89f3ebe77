import type { Mode } from '../../../domain/kernel/mode.ts';
import { Refused } from '../../../domain/kernel/refused.ts';
import { sql, type Kysely } from 'kysely';
import type { Notifications } from '../postgres/listen.ts';

const channel = 'test_clock';

/** Ids, tokens and databases hold dates for so long at least: a clock without an end would reach years they cannot. */
const maxAheadMs = 10 * 365 * 24 * 60 * 60 * 1000;

/**
 * The two clocks. Live workspaces follow real time. Test workspaces follow one shared clock, which
 * runs with real time and can be advanced, never set back. Postgres stores the offset, and every
 * process follows it.
 */
export class Clocks {
  readonly #db: Kysely<unknown>;
  #aheadMs = 0;

  private constructor(db: Kysely<unknown>) {
    this.#db = db;
  }

  static async open(
    db: Kysely<unknown>,
    notifications: Pick<Notifications, 'subscribe'>,
    onAdvance: () => void,
  ): Promise<Clocks> {
    const clocks = new Clocks(db);
    const refresh = async (): Promise<void> => {
      const { rows } = await sql<{ ahead: string }>`select ahead_ms::text as ahead from test_clock`.execute(db);
      // Notifications may arrive out of order; the clock never goes back.
      clocks.#aheadMs = Math.max(clocks.#aheadMs, Number(rows[0]?.ahead ?? 0));
      onAdvance();
    };
    await notifications.subscribe(channel, () => void refresh().catch(() => undefined));
    await refresh();
    return clocks;
  }

  /** Milliseconds the test clock is ahead of real time. */
  get aheadMs(): number {
    return this.#aheadMs;
  }

  now(mode: Mode): Date {
    return new Date(Date.now() + (mode === 'test' ? this.#aheadMs : 0));
  }

  /** Advances the test clock for every process of the service. */
  async advance(seconds: number): Promise<Date> {
    const { rows } = await sql<{ ahead: string }>`
      update test_clock set ahead_ms = ahead_ms + ${seconds * 1000}
      where ahead_ms + ${seconds * 1000} <= ${maxAheadMs}
      returning ahead_ms::text as ahead`.execute(this.#db);
    if (rows.length === 0)
      throw new Refused('VALIDATION_ERROR', 'seconds: the test clock can be ten years ahead at most', {
        field: 'seconds',
      });
    this.#aheadMs = Math.max(this.#aheadMs, Number(rows[0]?.ahead ?? 0));
    await sql`select pg_notify(${channel}, '')`.execute(this.#db);
    return this.now('test');
  }
}
