import type { QueryCreator } from 'kysely';
import type { Moment, Origins } from './as-of.ts';
import type { ReadModels } from '../../projections/database.ts';

/** The read models, to be asked: as they are, or as they were at a moment. */
export type ReadModelTables = QueryCreator<ReadModels>;

/** The port to read models as they were. `infra/log/history` implements it. */
export interface Past {
  /**
   * The named read models as the log by this moment makes them, with rows of these origins alone; and the time it was then on the
   * workspace's clock (for a position: when the last of what is known by then happened).
   */
  at(
    moment: Moment,
    models: readonly string[],
    origins: Origins,
  ): Promise<Readonly<{ db: ReadModelTables; now: string | undefined }>>;
  /** The place of the newest event of the log; 0 while it is empty. */
  head(): Promise<bigint>;
  /** How many events a stream had at a moment. */
  lengthOf(stream: string, moment: Moment): Promise<number>;
  /**
   * Throws VALIDATION_ERROR for a moment that has not come: what will be answered then is not known. `now`: on the workspace's clock; `field`: where
   * the moment was given.
   */
  requireReached(moment: Moment, now: string, field: string): Promise<void>;
}
