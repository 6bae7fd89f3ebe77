import type { QueryCreator } from 'kysely';
import type { Moment, Origins } from './as-of.ts';
import type { ReadModels } from '../../projections/database.ts';

/** The read models, in the present or at a past moment. */
export type ReadModelTables = QueryCreator<ReadModels>;

/** The port to past read models. `infra/log/history` implements it. */
export interface Past {
  /**
   * The named read models as of this moment, with rows of these origins only; and the time on the
   * workspace's clock (for a position: when the last event up to it happened).
   */
  at(
    moment: Moment,
    models: readonly string[],
    origins: Origins,
  ): Promise<Readonly<{ db: ReadModelTables; now: string | undefined }>>;
  /** The position of the newest event of the log; 0 while it is empty. */
  head(): Promise<bigint>;
  /** The number of events of a stream at a moment. */
  lengthOf(stream: string, moment: Moment): Promise<number>;
  /**
   * Throws VALIDATION_ERROR for a future moment, whose answer is not known yet. `now`: on the
   * workspace's clock; `field`: the parameter with the moment.
   */
  requireReached(moment: Moment, now: string, field: string): Promise<void>;
}
