import { sql, type Kysely, type Transaction } from 'kysely';
import type { Recorded } from '../../../domain/kernel/event.ts';
import { isAfter, lastPlaceBy, positionAt } from '../../../domain/kernel/position.ts';
import type { Folded, Moment } from '../../../read-api/kernel/as-of.ts';
import { webhookEndpoints } from '../../../projections/webhook-endpoints/webhook-endpoints.ts';
import { outcomeIn, type WebhookOutcomeRow } from '../../../projections/webhook-outcomes/webhook-outcomes.ts';
import type { EndpointBegun } from '../../../read-api/kernel/past.ts';
import type { StreamReader } from '../../../domain/kernel/event-store.ts';
import { foldName } from './fold-name.ts';
import { foldOnto } from './fold-onto.ts';
import { streamOf } from '../../../domain/streams.ts';

/** A snapshot is kept after so many outcomes of deliveries to an endpoint. */
export const outcomesApart = 50;
/** Who would have to read more than this finds that some are due, and makes them first. */
const mostOutcomes = 4 * outcomesApart;

type Executor = Kysely<unknown> | Transaction<unknown>;
type Parts = Readonly<{ sealed: StreamReader; db: Executor }>;

const projection = webhookEndpoints;
const handled: ReadonlySet<string> = new Set(projection.handles);
/** A changed fold or event begins anew. */
const fold = foldName([projection], (type) => handled.has(type));

type Stored = Readonly<{ commit: string; latest: string; rows: readonly object[] }>;

const told = ({ commit, latest, rows }: Stored): Folded => ({
  ...{ commit: BigInt(commit), latest },
  rows: { [projection.name]: rows },
});

/**
 * Rows of webhook endpoints as they were at places of the log: an endpoint's row counts how its deliveries ended, so it is folded from the endpoint's own
 * stream and from what `webhook_outcomes` holds of all its deliveries' streams. They can be dropped at any time and are made again; nobody's data are in them.
 */
export class EndpointSnapshots {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async before(endpointId: string, workspaceId: string, moment: Moment): Promise<EndpointBegun> {
    const begun = await this.#nearest(endpointId, workspaceId, moment);
    if (begun.isWhole) return begun;
    await this.extend(endpointId);
    return this.#nearest(endpointId, workspaceId, moment);
  }

  /** Makes those that have come to be due. `db`: the transaction they are written in, where there is one. */
  async extend(endpointId: string, db: Executor = this.#parts.db): Promise<void> {
    await sql`delete from webhook_endpoint_snapshot where endpoint_id = ${endpointId} and fold <> ${fold}`.execute(db);
    const { rows } = await sql<Stored>`
      select "commit", latest, rows from webhook_endpoint_snapshot
      where endpoint_id = ${endpointId} and fold = ${fold} order by "commit" desc limit 1`.execute(db);
    let last = rows[0] && told(rows[0]);
    let own: readonly Recorded[] | undefined;
    for (;;) {
      const outcomes = await nextOutcomes(endpointId, last, db);
      const commit = outcomes.at(-1)?.position.commit;
      if (commit === undefined) return;
      // What stands before an outcome in the log is there to be read when that is.
      own ??= (await this.#parts.sealed.read(streamOf('webhookEndpoint', endpointId))).events;
      const since = last?.commit ?? -1n;
      const between = own.filter(({ position }) => position.commit > since && position.commit <= commit);
      const made = followed(last, commit, [...between, ...outcomes]);
      if (!made) return;
      await sql`
        insert into webhook_endpoint_snapshot (endpoint_id, fold, "commit", latest, rows)
        values (${endpointId}, ${fold}, ${commit.toString()}, ${made.latest},
          ${JSON.stringify(made.rows[projection.name])}::json)
        on conflict do nothing`.execute(db);
      last = made;
    }
  }

  /** The last snapshot that tells of nothing after a moment, and the outcomes from there on: by one statement, for both are asked for always. */
  async #nearest(endpointId: string, workspaceId: string, moment: Moment): Promise<EndpointBegun> {
    const [reached, happened] =
      moment.kind === 'position'
        ? [sql`"commit" <= ${moment.commit.toString()}`, sql`place <= ${lastPlaceBy(moment.commit)}`]
        : [sql`latest <= ${moment.at}`, sql`occurred_at <= ${moment.at}`];
    const { rows } = await sql<
      (Stored | Record<keyof Stored, null>) & Readonly<{ outcomes: readonly WebhookOutcomeRow[] | null }>
    >`
      select near.*, (
        select json_agg(outcome order by outcome.place) from (
          select * from webhook_outcomes
          where endpoint_id = ${endpointId} and workspace_id = ${workspaceId}
            and place > coalesce(lpad(to_hex("commit"), 16, '0') || '~', '') and ${happened}
          order by place limit ${mostOutcomes + 1}) as outcome) as outcomes
      from (select 1) as once left join lateral (
        select "commit", latest, rows from webhook_endpoint_snapshot
        where endpoint_id = ${endpointId} and fold = ${fold} and ${reached} order by "commit" desc limit 1) as near on true`.execute(
      this.#parts.db,
    );
    const found = rows[0];
    const outcomes = found?.outcomes ?? [];
    return {
      known: found && found.commit !== null ? told(found) : undefined,
      outcomes: outcomes.map(outcomeIn),
      isWhole: outcomes.length <= mostOutcomes,
    };
  }
}

/** The outcomes that lead to the next snapshot; none where there are too few yet. */
const nextOutcomes = async (
  endpointId: string,
  last: Folded | undefined,
  db: Executor,
): Promise<readonly Recorded[]> => {
  const after = sql`endpoint_id = ${endpointId} and place > ${last ? lastPlaceBy(last.commit) : ''}`;
  const { rows: due } = await sql<Pick<WebhookOutcomeRow, 'place'>>`
    select place from webhook_outcomes where ${after} order by place offset ${outcomesApart - 1} limit 1`.execute(db);
  if (!due[0]) return [];
  // Whole commits, because moments name those.
  const end = lastPlaceBy(positionAt(due[0].place).commit);
  const { rows } = await sql<WebhookOutcomeRow>`
    select * from webhook_outcomes where ${after} and place <= ${end} order by place`.execute(db);
  return rows.map(outcomeIn);
};

const followed = (last: Folded | undefined, commit: bigint, events: readonly Recorded[]): Folded | undefined => {
  const ordered = [...events].sort((a, b) => (isAfter(a.position, b.position) ? 1 : -1));
  const { rows, whole } = foldOnto(projection, last?.rows[projection.name] ?? [], ordered);
  if (!whole) return undefined;
  const latest = ordered.reduce(
    (so, { meta: { occurredAt } }) => (occurredAt > so ? occurredAt : so),
    last?.latest ?? '',
  );
  return { commit, latest, rows: { [projection.name]: rows } };
};
