import type { EventLog } from '../../../domain/kernel/event-store.ts';
import { readCheckpoints, type Checkpoint } from '../../../projections/kernel/checkpoint.ts';
import { countParkedKeys } from '../../../projections/kernel/parking.ts';
import { buildName, listBuilds, type Build } from '../../../projections/kernel/read-models.ts';
import type { Database } from '../../stores/postgres/database.ts';
import { HeadSamples } from './head-samples.ts';

export const consumerWatchIntervalMs = 5_000;

/**
 * So many rounds in a row leave Postgres alone while the log has not grown and every consumer is at its end. It is half a minute: so
 * late does a node without events notice a rebuild that another node begins.
 */
const restingRounds = 5;

/** The consumers of the log in this release, whether or not a process runs them. */
export type KnownConsumers = Readonly<{
  /** Names of read models: each of their builds is a consumer. */
  readModels: readonly string[];
  /** Names of the checkpoints of processes. */
  processes: readonly string[];
  /** Names of the checkpoints of the tree over the log and of the snapshots. */
  audit: readonly string[];
}>;

/** A consumer of the log, by its checkpoint in Postgres. */
export type ConsumerState = Readonly<{
  kind: 'projection' | 'process' | 'audit';
  name: string;
  /** Whether it is a build of a read model that readers do not see yet. */
  isBuilding: boolean;
  lagPositions: number;
  lagSeconds: number;
  isParked: boolean;
  parkedKeys: number;
}>;

type Named = Pick<ConsumerState, 'kind' | 'name' | 'isBuilding'>;

type Seen = Readonly<{
  builds: readonly Build[];
  checkpoints: ReadonlyMap<string, Checkpoint>;
  parkedKeys: ReadonlyMap<string, number>;
}>;

type Parts = Readonly<{
  database: Pick<Database, 'kysely'>;
  store: Pick<EventLog, 'head'>;
  consumers: KnownConsumers;
  now?: () => number;
}>;

/**
 * Watches all consumers of the log from this process, whichever process runs them: their
 * checkpoints and parked keys are in Postgres, and this process samples the head of the log. A
 * failed round keeps the previous values, so a lag continues to grow while Postgres is away.
 */
export class ConsumerWatch {
  readonly #parts: Parts;
  readonly #now: () => number;
  readonly #heads = new HeadSamples();
  #seen: Seen | undefined;
  #restedRounds = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#now = parts.now ?? Date.now;
  }

  /**
   * Reads the positions of the log and of Postgres, and answers whether states may have changed. Throws the first fault, after it has
   * read both.
   */
  async refresh(): Promise<boolean> {
    const before = this.#heads.head;
    const [head] = await Promise.allSettled([this.#readHead()]);
    const rests = head.status === 'fulfilled' && this.#heads.head === before && this.#areAllAtHead();
    if (rests && this.#restedRounds < restingRounds) {
      this.#restedRounds += 1;
      return false;
    }
    this.#restedRounds = 0;
    const [rows] = await Promise.allSettled([this.#readPostgres()]);
    const positions = this.#named().map(({ name }) => this.#positionOf(name));
    if (positions.length > 0) this.#heads.forget(positions.reduce((one, other) => (other < one ? other : one)));
    const failed = [head, rows].find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
    return true;
  }

  async #readHead(): Promise<void> {
    const head = await this.#parts.store.head();
    if (head) this.#heads.add(head.commit, this.#now());
  }

  #areAllAtHead(): boolean {
    if (!this.#seen) return false;
    const { head } = this.#heads;
    return this.states().every(
      ({ name, isBuilding, isParked, parkedKeys }) =>
        !isBuilding && !isParked && parkedKeys === 0 && this.#positionOf(name) >= head,
    );
  }

  /** The statements run in sequence, so that an idle node uses one session for them. */
  async #readPostgres(): Promise<void> {
    const db = this.#parts.database.kysely;
    const builds = await listBuilds(db);
    const checkpoints = await readCheckpoints(db);
    this.#seen = { builds, checkpoints, parkedKeys: await countParkedKeys(db) };
  }

  /** Empty until the first answer of Postgres. */
  states(): readonly ConsumerState[] {
    return this.#named().map((consumer) => {
      const position = this.#positionOf(consumer.name);
      return {
        ...consumer,
        lagPositions: Math.max(0, Number(this.#heads.head - position)),
        lagSeconds: this.#heads.lagAt(position, this.#now()) / 1000,
        isParked: typeof this.#seen?.checkpoints.get(consumer.name)?.parked === 'string',
        parkedKeys: this.#seen?.parkedKeys.get(consumer.name) ?? 0,
      };
    });
  }

  #positionOf(name: string): bigint {
    return this.#seen?.checkpoints.get(name)?.position.commit ?? -1n;
  }

  #named(): readonly Named[] {
    if (!this.#seen) return [];
    const { readModels, processes, audit } = this.#parts.consumers;
    const builds = this.#seen.builds.filter(({ status }) => status !== 'retired');
    const named = (kind: ConsumerState['kind']) => (name: string) => ({ kind, name, isBuilding: false });
    return [
      ...readModels.flatMap((model): readonly Named[] => {
        const own = builds.filter((build) => build.model === model);
        // A read model without a checkpoint has read nothing.
        if (own.length === 0) return [named('projection')(model)];
        return own.map((build) => ({
          kind: 'projection',
          name: buildName(build),
          isBuilding: build.status === 'building',
        }));
      }),
      ...processes.map(named('process')),
      ...audit.map(named('audit')),
    ];
  }
}
