import { sql, type Kysely } from 'kysely';
import type { PersonaPorts } from '../../../commands/personas/ports.ts';
import type { EventLog } from '../../../domain/kernel/event-store.ts';
import { Refused } from '../../../domain/kernel/refused.ts';
import type { ReadModels } from '../../../projections/database.ts';
import type { Freshness } from '../../stores/postgres/freshness.ts';

type Parts = Readonly<{
  db: Kysely<ReadModels>;
  log: Pick<EventLog, 'head'>;
  freshness: Pick<Freshness, 'wait'>;
}>;

const patienceMs = 2_000;

/**
 * Counts the posts that refer to a persona, with all that are in the log when it is asked. A calendar post counts until
 * it is handed over: from then on its post does.
 */
export const postsOfPersona =
  ({ db, log, freshness }: Parts): PersonaPorts['postsOf'] =>
  async (workspaceId, personaId) => {
    const head = await log.head();
    if (head && !(await freshness.wait(['persona_posts', 'calendar_posts'], head.commit, patienceMs)))
      throw new Refused('SERVICE_UNAVAILABLE', 'The posts of the persona could not be counted in time; try again');
    const { count } = await db
      .selectFrom('persona_posts')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('workspace_id', '=', workspaceId)
      .where('persona_id', '=', personaId)
      .executeTakeFirstOrThrow();
    const planned = await db
      .selectFrom('calendar_posts')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('workspace_id', '=', workspaceId)
      .where('post_id', 'is', null)
      .where(sql<boolean>`view ->> 'personaId' = ${personaId}`)
      .executeTakeFirstOrThrow();
    return Number(count) + Number(planned.count);
  };
