import type { CommandHandler } from '../../../commands/kernel/handle.ts';
import { account } from '../../../domain/accounts/account.ts';
import { publishingFacts } from '../../../domain/accounts/publishing-facts.ts';
import type { AccountFacts } from '../../../domain/content/account-eligibility.ts';

/**
 * A request names at most a few dozen accounts. Further ids are not looked up, and so are not
 * found.
 */
const maxIds = 200;

/**
 * The facts of accounts that posts need, from the accounts' own streams: a change counts for the
 * very next request, on every node. Accounts of other workspaces are left out.
 */
export const accountDirectory =
  (commands: Pick<CommandHandler, 'load'>) =>
  async (workspaceId: string, ids: readonly string[]): Promise<ReadonlyMap<string, AccountFacts>> => {
    const asked = [...new Set(ids)].slice(0, maxIds);
    const found = await Promise.all(
      asked.map(async (id) => [id, (await commands.load(account, id, workspaceId))?.state] as const),
    );
    return new Map(found.flatMap(([id, state]) => (state ? [[id, publishingFacts(state)] as const] : [])));
  };
