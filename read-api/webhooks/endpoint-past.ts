import type { Recorded } from '../../domain/kernel/event.ts';
import type { Folded, Moment, Origins } from '../kernel/as-of.ts';
import { lastPlaceBy } from '../../domain/kernel/position.ts';
import { outcomeIn } from '../../projections/webhook-outcomes/webhook-outcomes.ts';
import type { ReadContext } from '../kernel/endpoint.ts';
import { streamOf } from '../../domain/streams.ts';

/** Outcomes read at once: a busy endpoint has very many. */
const pageSize = 5_000;

/** What of the deliveries' streams an endpoint's row was folded from by a moment, since what is known, in the order of the log. */
const outcomesBy = async (
  moment: Moment,
  endpointId: string,
  begun: Folded | undefined,
  { db, caller }: ReadContext,
): Promise<readonly Recorded[]> => {
  const outcomes: Recorded[] = [];
  for (let after = begun ? lastPlaceBy(begun.commit) : ''; ;) {
    let query = db
      .selectFrom('webhook_outcomes')
      .selectAll()
      .where('endpoint_id', '=', endpointId)
      .where('workspace_id', '=', caller.workspaceId)
      .where('place', '>', after);
    query =
      moment.kind === 'position'
        ? query.where('place', '<=', lastPlaceBy(moment.commit))
        : query.where('occurred_at', '<=', moment.at);
    const rows = await query.orderBy('place').limit(pageSize).execute();
    outcomes.push(...rows.map(outcomeIn));
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return outcomes;
    after = last.place;
  }
};

/** An endpoint's own events, and how the tries to reach it ended. */
export const endpointPast = {
  reads: ['webhook_outcomes'],
  origins: async ({ id }: Readonly<{ id: string }>, context: ReadContext, moment: Moment): Promise<Origins> => {
    const begun = await context.past.endpointBegun(id, context.caller.workspaceId, moment);
    const beside = begun?.isWhole ? begun.outcomes : await outcomesBy(moment, id, begun?.known, context);
    return { streams: [streamOf('webhookEndpoint', id)], beside, begun: begun?.known };
  },
};
