import { sql, type Kysely } from 'kysely';
import type { FullQueues } from '../../../processes/kernel/instance-store.ts';

/** Returns the offset of the test clock from real time, in milliseconds. */
export type TestOffset = () => number;

const none: FullQueues = { lanes: [], workspaces: [] };

/** The timers of test workspaces: the due times of their process instances, on the test clock. */
export class TestTimers {
  readonly #db: Kysely<unknown>;
  readonly #testOffset: TestOffset;

  constructor(db: Kysely<unknown>, testOffset: TestOffset) {
    this.#db = db;
    this.#testOffset = testOffset;
  }

  /** How many timers become due when the test clock is advanced. */
  async countDueWithin(seconds: number): Promise<number> {
    const ahead = this.#testOffset() / 1000;
    const { rows } = await sql<{ due: string }>`
      select count(*) as due from process_instance
      where mode = 'test' and wake_at > now() + make_interval(secs => ${ahead})
        and wake_at <= now() + make_interval(secs => ${ahead + seconds})`.execute(this.#db);
    return Number(rows[0]?.due ?? 0);
  }

  /**
   * Whether any timer is due by a time of the test clock (now, where absent), not leased, and in
   * none of these queues.
   */
  async isAnyWaiting({ by, full = none }: Readonly<{ by?: Date; full?: FullQueues }> = {}): Promise<boolean> {
    const { lanes, workspaces } = full;
    const end = by ? sql`${by}::timestamptz` : sql`now() + make_interval(secs => ${this.#testOffset() / 1000})`;
    const { rows } = await sql`
      select 1 from process_instance
      where mode = 'test' and wake_at <= ${end}
        and (not_before is null or not_before <= now()) and lease_until is null
        and lane <> all(${lanes}::text[])
        and not exists (
          select 1 from unnest(${workspaces.map(({ lane }) => lane)}::text[],
            ${workspaces.map(({ workspaceId }) => workspaceId)}::text[]) as full_for(lane, workspace_id)
          where full_for.lane = process_instance.lane and full_for.workspace_id = process_instance.workspace_id)
      limit 1`.execute(this.#db);
    return rows.length > 0;
  }

  /**
   * Whether any of a workspace's instances of these processes is due, leased or not. An instance
   * that waits after a fault does not count.
   */
  async isAnyDue(workspaceId: string, processes: readonly string[]): Promise<boolean> {
    const { rows } = await sql`
      select 1 from process_instance
      where process = any(${processes}) and workspace_id = ${workspaceId} and mode = 'test'
        and wake_at <= now() + make_interval(secs => ${this.#testOffset() / 1000})
        and (not_before is null or not_before <= now())
      limit 1`.execute(this.#db);
    return rows.length > 0;
  }
}
