import type { CommandHandler } from '../../../commands/kernel/handle.ts';
import { account } from '../../../domain/accounts/account.ts';
import { publishingFacts } from '../../../domain/accounts/publishing-facts.ts';
import type { AccountFacts } from '../../../domain/content/account-eligibility.ts';

/** A request names at most a few dozen accounts; more are not looked up, and so are not found. */
const most = 200;

/**
 * What posts must know of the accounts they name. From the accounts' own streams: an account is there for the very next request
 * after it was connected. What another process did to a known one may be a little late here; dispatch looks again. Accounts
 * of other workspaces are not there.
 */
export const accountDirectory =
  (commands: Pick<CommandHandler, 'load'>) =>
  async (workspaceId: string, ids: readonly string[]): Promise<ReadonlyMap<string, AccountFacts>> => {
    const asked = [...new Set(ids)].slice(0, most);
    const found = await Promise.all(
      asked.map(async (id) => [id, (await commands.load(account, id, workspaceId, 'mayBeStale'))?.state] as const),
    );
    return new Map(found.flatMap(([id, state]) => (state ? [[id, publishingFacts(state)] as const] : [])));
  };
