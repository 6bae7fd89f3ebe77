import { sql, type Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { CommandHandler } from '../../../commands/kernel/handle.ts';
import { account } from '../../../domain/accounts/account.ts';
import type { Mode } from '../../../domain/kernel/mode.ts';
import type { ReadModels } from '../../../projections/database.ts';
import type { Platform } from '../../../domain/platforms/platform.ts';
import type { NativeChange } from '../../outside/platforms/webhook.ts';
import { batched } from '../../stores/postgres/batched.ts';
import type { Target } from './target.ts';
import { defined } from '../../../domain/kernel/defined.ts';

type Asked = Pick<NativeChange, 'platform' | 'to' | 'source' | 'isToSource'>;

/** The accounts that a change is about. */
export type FindTargets = (change: Asked, mode: Mode) => Promise<readonly Target[]>;

type Parts = Readonly<{ db: Kysely<ReadModels>; commands: Pick<CommandHandler, 'load'> }>;

type Connected = Readonly<{ asked: string; id: string; workspace_id: string; event_source: string | null }>;

/** By what a platform names an account in its reports. */
const idOf = (platform: Platform) => {
  if (platform === 'FACEBOOK') return sql.id('page_id');
  // By Facebook Login the account is the one of the chosen Page, which the subscription knows.
  if (platform === 'INSTAGRAM') return sql`coalesce(event_source, native_id)`;
  // The number that was chosen, else the first one of the business.
  return platform === 'WHATSAPP' ? sql`coalesce(page_id, native_id)` : sql.id('native_id');
};

/** An account that another bot reports about gets nothing from this one. */
const isReportedBy = (source: string | undefined, known: string | null): boolean =>
  source === undefined || known === null || known === source;

/** Several workspaces may have connected the same account. */
const maxTargets = 20;
/** The most accounts that one statement looks up. */
const maxAsked = 100;

/**
 * Finds accounts by the platform's ids. Changes that ask while a statement of their platform is under
 * way share the next one, so a flood of webhooks costs a bounded number of statements. Every answer
 * is of a statement that began after the question, so an account that was just connected is found.
 */
export const findTargets = ({ db, commands }: Parts): FindTargets => {
  const look = async (changes: readonly Asked[]): Promise<readonly (readonly Connected[])[]> => {
    const { platform, isToSource } = changes[0] ?? {};
    const column = isToSource ? sql.id('event_source') : platform === undefined ? sql.id('native_id') : idOf(platform);
    const asked = [...new Set(changes.map(({ to }) => to))];
    // What happened to a source happened once in each workspace, to the oldest of its accounts.
    const { rows } = await sql<Connected>`
      select asked, found.id, found.workspace_id, found.event_source
      from unnest(${asked}::text[]) as asked cross join lateral (
        select ${isToSource ? sql`distinct on (workspace_id)` : sql``} id, workspace_id, event_source from accounts
        where platform = ${platform} and ${column} = asked and status <> 'disconnected'
        order by ${isToSource ? sql`workspace_id, id` : sql`id`}
        limit ${maxTargets}) as found`.execute(db);
    return changes.map(({ to, source }) =>
      rows.filter((row) => row.asked === to && isReportedBy(source, row.event_source)),
    );
  };
  const connectedTo = batched(look, {
    maxBatch: maxAsked,
    keyOf: ({ platform, isToSource }) => (isToSource ? `source/${platform}` : platform),
  });

  /** The mode of an account never changes. */
  const modes = new LRUCache<string, Mode>({ max: 10_000 });
  const modeOf = async ({ id, workspace_id }: Connected): Promise<Mode | undefined> => {
    const known = modes.get(id);
    if (known) return known;
    const mode = (await commands.load(account, id, workspace_id))?.events[0]?.meta.mode;
    if (mode) modes.set(id, mode);
    return mode;
  };

  return async ({ platform, to, source, isToSource }, mode) => {
    const rows = await connectedTo({
      platform,
      to,
      ...defined({ source }),
      ...(isToSource && { isToSource }),
    });
    const found: Target[] = [];
    for (const row of rows)
      if ((await modeOf(row)) === mode) found.push({ id: row.id, workspaceId: row.workspace_id, platform, mode });
    return found;
  };
};
