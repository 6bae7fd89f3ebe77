import type { Recorded } from '../../domain/kernel/event.ts';
import { foldInstances, touchedInstances, type InstanceRow } from '../../processes/kernel/fold-instances.ts';
import type { Claimed, InstanceStore, LaneRoom, Renewed } from '../../processes/kernel/instance-store.ts';
import type { ProcessManager } from '../../processes/kernel/process.ts';
import { foldedTypes } from '../../processes/kernel/workspace-end.ts';
import type { Dice } from './dice.ts';
import type { Io } from './service.ts';

export type Row = {
  process: string;
  instance: string;
  workspaceId: string;
  mode: 'live' | 'test';
  state: object;
  revision: number;
  wakeAt: number | null;
  lane: string;
  notBefore: number;
  leaseOwner: string | undefined;
  leaseUntil: number;
  leaseToken: string;
  failures: number;
  correlationId: string;
};

const keyOf = ({ process, instance }: Pick<Row, 'process' | 'instance'>): string => `${process}/${instance}`;

/** The instance rows with the rules of `infra/stores/postgres/process-instances.ts` and `instance-rows.ts`, each statement whole. */
export class InstanceTable {
  readonly rows = new Map<string, Row>();
  readonly #now: () => number;
  readonly #types = new Map<ProcessManager, ReadonlySet<string>>();
  #tokens = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Folds a batch; answers whether somebody may have to wake up. Throws what a fold throws: it must not. */
  fold(manager: ProcessManager, events: readonly Recorded[]): boolean {
    const types = this.#typesOf(manager);
    const handled = events.filter(({ type }) => types.has(type));
    if (handled.length === 0) return false;
    const before = new Map(
      touchedInstances(manager, handled).flatMap((instance) => {
        const row = this.rows.get(keyOf({ process: manager.name, instance }));
        return row ? [[instance, row] as const] : [];
      }),
    );
    const { changed, ended, endedWorkspaces, failed } = foldInstances(manager, handled, before);
    if (failed[0]) throw failed[0].error;
    if (endedWorkspaces.length > 0)
      for (const [key, { process, workspaceId }] of this.rows)
        if (process === manager.name && endedWorkspaces.includes(workspaceId)) this.rows.delete(key);
    for (const row of changed) this.#put(manager.name, row);
    for (const instance of ended) this.rows.delete(keyOf({ process: manager.name, instance }));
    return changed.some(({ wakeAt }) => wakeAt !== null);
  }

  /** Puts instances where none are: what another process owes. */
  owe(process: string, owed: readonly InstanceRow[]): void {
    for (const row of owed) if (!this.rows.has(keyOf({ process, instance: row.instance }))) this.#put(process, row);
  }

  /** Moves what waits in one lane to another. */
  move(process: string, from: string, to: string): void {
    for (const row of this.rows.values()) if (row.process === process && row.lane === from) row.lane = to;
  }

  claim(owner: string, lanes: readonly LaneRoom[], leaseMilliseconds: number): readonly Claimed[] {
    const now = this.#now();
    const due: Row[] = [];
    for (const row of this.rows.values())
      if (row.wakeAt !== null && Math.max(row.wakeAt, row.notBefore) <= now && isFree(row, now)) due.push(row);
    if (due.length === 0) return [];
    due.sort((a, b) => (a.wakeAt ?? 0) - (b.wakeAt ?? 0));
    const isDue = new Set(due.map(({ lane }) => lane));
    const rooms = new Map(
      lanes
        .filter(({ lane }) => isDue.has(lane))
        .map(({ lane, room, running }) => [lane, { lane, room, running: new Map(running) }]),
    );
    const turns = due.map((row) => {
      const running = rooms.get(row.lane)?.running;
      const turn = (running?.get(row.workspaceId) ?? 0) + 1;
      running?.set(row.workspaceId, turn);
      return { row, turn };
    });
    turns.sort((a, b) => a.turn - b.turn);
    const claimed: Claimed[] = [];
    for (const { row, turn } of turns) {
      const lane = rooms.get(row.lane);
      // A workspace takes a slot while it has fewer than are free.
      if (!lane || turn - 1 >= lane.room) continue;
      lane.room -= 1;
      row.leaseOwner = owner;
      row.leaseUntil = now + leaseMilliseconds;
      row.leaseToken = `${(this.#tokens += 1)}`;
      const { process, instance, workspaceId, mode, state, revision, lane: name, failures, leaseToken: token } = row;
      const dueAt = new Date(Math.max(row.wakeAt ?? 0, row.notBefore)).toISOString();
      const one = { process, instance, workspaceId, mode, state, revision, lane: name, failures };
      claimed.push({ ...one, dueAt, owner, token, correlationId: row.correlationId });
    }
    return claimed;
  }

  proveLease(claimed: Claimed): boolean {
    const row = this.#held(claimed);
    return row !== undefined && row.leaseUntil > this.#now();
  }

  acted(claimed: Claimed, recheckMilliseconds: number): boolean {
    const row = this.#held(claimed);
    if (!row) return true;
    const waits = row.revision === claimed.revision;
    if (waits) row.notBefore = this.#now() + recheckMilliseconds;
    Object.assign(row, { leaseOwner: undefined, leaseUntil: 0, failures: 0 });
    return waits;
  }

  failed(claimed: Claimed, retryMilliseconds: number): void {
    const row = this.#held(claimed);
    if (!row) return;
    const notBefore = this.#now() + retryMilliseconds;
    Object.assign(row, { leaseOwner: undefined, leaseUntil: 0, failures: row.failures + 1, notBefore });
  }

  postpone(claimed: Claimed, milliseconds: number): void {
    const row = this.#held(claimed);
    if (row) Object.assign(row, { leaseOwner: undefined, leaseUntil: 0, notBefore: this.#now() + milliseconds });
  }

  release(claimed: Claimed): void {
    const row = this.#held(claimed);
    if (row) Object.assign(row, { leaseOwner: undefined, leaseUntil: 0 });
  }

  end(claimed: Claimed): boolean {
    if (this.#held(claimed)?.revision === claimed.revision) return this.rows.delete(keyOf(claimed));
    this.release(claimed);
    return false;
  }

  renew(owner: string, running: readonly Claimed[], leaseMilliseconds: number): Renewed {
    const now = this.#now();
    const stillHeld = new Map<string, 'prolonged'>();
    for (const claimed of running) {
      const row = this.#held(claimed);
      if (!row) continue;
      Object.assign(row, { leaseOwner: owner, leaseUntil: now + leaseMilliseconds });
      stillHeld.set(claimed.token, 'prolonged');
    }
    const tokens = new Set(running.map(({ token }) => token));
    const leftOver = [...this.rows.values()].filter(
      ({ leaseOwner, leaseUntil, leaseToken }) =>
        leaseOwner === owner && leaseUntil < now + leaseMilliseconds / 2 && !tokens.has(leaseToken),
    );
    for (const row of leftOver) Object.assign(row, { leaseOwner: undefined, leaseUntil: 0 });
    return { stillHeld, released: leftOver.length };
  }

  /** Frees the leases of everybody who is not among `alive`. */
  freeDead(alive: readonly string[]): number {
    const dead = [...this.rows.values()].filter(({ leaseOwner }) => leaseOwner && !alive.includes(leaseOwner));
    for (const row of dead) Object.assign(row, { leaseOwner: undefined, leaseUntil: 0 });
    return dead.length;
  }

  untilNext(): number | undefined {
    const now = this.#now();
    let least: number | undefined;
    for (const row of this.rows.values()) {
      if (row.wakeAt === null) continue;
      const due = Math.max(row.wakeAt, row.notBefore, row.leaseUntil) - now;
      if (least === undefined || due < least) least = due;
    }
    return least === undefined ? undefined : Math.max(0, least);
  }

  #typesOf(manager: ProcessManager): ReadonlySet<string> {
    const known = this.#types.get(manager) ?? new Set(foldedTypes(manager));
    this.#types.set(manager, known);
    return known;
  }

  /** A lease that is held stays held. */
  #put(process: string, { wakeAt, state, ...row }: InstanceRow): void {
    const key = keyOf({ process, instance: row.instance });
    const held = this.rows.get(key);
    this.rows.set(key, {
      process,
      ...row,
      notBefore: 0,
      failures: 0,
      state: JSON.parse(JSON.stringify(state)) as object,
      wakeAt: wakeAt === null ? null : Date.parse(wakeAt),
      leaseOwner: held?.leaseOwner,
      leaseUntil: held?.leaseUntil ?? 0,
      leaseToken: held?.leaseToken ?? '0',
    });
  }

  #held(claimed: Claimed): Row | undefined {
    const row = this.rows.get(keyOf(claimed));
    return row?.leaseOwner === claimed.owner && row.leaseToken === claimed.token ? row : undefined;
  }
}

const isFree = (row: Row, now: number): boolean => row.leaseOwner === undefined || row.leaseUntil < now;

/** Of so many looks at a table with nothing due, one takes time: the others find the same and are most of what services do. */
const timedLook = 1 / 8;

/** How one service reaches the table: over a connection that takes its time and dies with the service. */
export const instancesOver = (
  table: InstanceTable,
  { io, dice, alive }: Readonly<{ io: Io; dice: Dice; alive: () => readonly string[] }>,
): InstanceStore => ({
  claim: async (owner, lanes, lease) =>
    table.untilNext() !== 0 && !dice.chance(timedLook) ? [] : io('a claim', () => table.claim(owner, lanes, lease)),
  proveLease: (claimed) => io('a proof of a lease', () => table.proveLease(claimed)),
  acted: (claimed, recheck) => io('the end of an action', () => table.acted(claimed, recheck)),
  failed: (claimed, _error, retry) => io('the failure of an action', () => table.failed(claimed, retry)),
  postpone: (claimed, wait) => io('the postponing of an action', () => table.postpone(claimed, wait)),
  release: (claimed) => io('the release of a lease', () => table.release(claimed)),
  end: (claimed) => io('the end of an instance', () => table.end(claimed)),
  renew: (owner, running, lease) => io('a renewal of leases', () => table.renew(owner, running, lease)),
  freeDeadLeases: () => io('a freeing of leases', () => table.freeDead(alive())),
  untilNext: async () =>
    dice.chance(timedLook) ? io('a look at what is due', () => table.untilNext()) : table.untilNext(),
});
