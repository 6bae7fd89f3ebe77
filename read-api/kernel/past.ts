import type { QueryCreator } from 'kysely';
import type { Asked, Endpoint, Reply } from '../../commands/kernel/endpoint.ts';
import type { Moment, Origins } from '../../domain/kernel/moment.ts';
import type { ReadModels } from '../../projections/database.ts';
import type { ReadContext } from './endpoint.ts';

/** The read models, to be asked: as they are, or as they were at a moment. */
export type ReadModelTables = QueryCreator<ReadModels>;

/** The port to read models as they were. `infra/history` implements it. */
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

/**
 * What an endpoint would have answered this caller at a moment that has come: the same endpoint, asked over the read models of then. Throws what the
 * endpoint throws, NOT_FOUND where there was nothing yet or no more. Beside a running API (the command line) the context is made of a caller of the
 * resource's workspace and `new PastReadModels(…)` of `infra/history`; two such answers are compared by `differences` of `domain/kernel`.
 */
export const answerAt = async <Params, Query, Body>(
  { past, reads = [], run }: Endpoint<ReadContext, Params, Query, Body>,
  asked: Asked<Params, Query, Body>,
  context: ReadContext,
  moment: Moment,
): Promise<Reply> => {
  if (!past) throw new Error('this endpoint answers for the present only');
  const then = await context.past.at(moment, reads, await past.origins(asked.params, context, moment));
  return run(asked, { ...context, db: then.db, now: then.now ?? context.now });
};
