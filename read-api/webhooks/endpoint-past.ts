import type { Recorded } from '../../domain/kernel/event.ts';
import type { PastFold, Moment, Origins } from '../kernel/as-of.ts';
import { lastPlaceBy } from '../../domain/kernel/position.ts';
import { outcomeIn } from '../../projections/webhooks/webhook-outcomes.ts';
import type { ReadContext } from '../kernel/endpoint.ts';
import { streamOf } from '../../domain/streams.ts';

export type EndpointBegun = Readonly<{
  /** The row of the endpoint at some position of the log before the moment. */
  known: PastFold | undefined;
  /** The outcomes of its attempts from there to the moment, in the order of the log. */
  outcomes: readonly Recorded[];
  /** False where there are more outcomes than one read returns: they have to be read in pages. */
  isWhole: boolean;
}>;

/** The port to snapshots of endpoints. `infra/log/history` implements it. */
export interface EndpointHistory {
  before(endpointId: string, workspaceId: string, moment: Moment): Promise<EndpointBegun>;
}

/** Outcomes per read: a busy endpoint has very many. */
const pageSize = 5_000;

/**
 * The delivery events behind an endpoint's row by a moment, after the snapshot, in the order of the
 * log.
 */
const outcomesBy = async (
  moment: Moment,
  endpointId: string,
  begun: PastFold | undefined,
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

/** The past of a webhook endpoint: its own events, and the outcomes of its delivery attempts. */
export const endpointPast = (history?: EndpointHistory) => ({
  reads: ['webhook_outcomes'],
  origins: async ({ id }: Readonly<{ id: string }>, context: ReadContext, moment: Moment): Promise<Origins> => {
    const begun = await history?.before(id, context.caller.workspaceId, moment);
    const beside = begun?.isWhole ? begun.outcomes : await outcomesBy(moment, id, begun?.known, context);
    return { streams: [streamOf('webhookEndpoint', id)], beside, begun: begun?.known };
  },
});
