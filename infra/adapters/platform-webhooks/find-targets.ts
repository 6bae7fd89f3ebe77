import { sql, type Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { CommandHandler } from '../../../commands/kernel/handle.ts';
import { account } from '../../../domain/accounts/account.ts';
import type { Mode } from '../../../domain/kernel/mode.ts';
import type { ReadModels } from '../../../projections/database.ts';
import type { NativeChange } from '../../outside/platforms/webhook.ts';
import { batched } from '../../stores/postgres/batched.ts';
import type { Target } from './target.ts';

type Asked = Pick<NativeChange, 'platform' | 'to'>;

/** The accounts that a change is about. */
export type FindTargets = (change: Asked, mode: Mode) => Promise<readonly Target[]>;

type Parts = Readonly<{ db: Kysely<ReadModels>; commands: Pick<CommandHandler, 'load'> }>;

type Connected = Readonly<{ asked: string; id: string; workspace_id: string }>;

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
    const platform = changes[0]?.platform;
    const column = sql.id(platform === 'FACEBOOK' ? 'page_id' : 'native_id');
    const asked = [...new Set(changes.map(({ to }) => to))];
    const { rows } = await sql<Connected>`
      select asked, found.id, found.workspace_id
      from unnest(${asked}::text[]) as asked cross join lateral (
        select id, workspace_id from accounts
        where platform = ${platform} and ${column} = asked and status <> 'disconnected'
        limit ${maxTargets}) as found`.execute(db);
    return changes.map(({ to }) => rows.filter((row) => row.asked === to));
  };
  const connectedTo = batched(look, { maxBatch: maxAsked, keyOf: ({ platform }) => platform });

  /** The mode of an account never changes. */
  const modes = new LRUCache<string, Mode>({ max: 10_000 });
  const modeOf = async ({ id, workspace_id }: Connected): Promise<Mode | undefined> => {
    const known = modes.get(id);
    if (known) return known;
    const mode = (await commands.load(account, id, workspace_id))?.events[0]?.meta.mode;
    if (mode) modes.set(id, mode);
    return mode;
  };

  return async ({ platform, to }, mode) => {
    const rows = await connectedTo({ platform, to });
    const found: Target[] = [];
    for (const row of rows)
      if ((await modeOf(row)) === mode) found.push({ id: row.id, workspaceId: row.workspace_id, platform, mode });
    return found;
  };
};
