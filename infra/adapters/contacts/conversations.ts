import { contactIdOf } from '../../../commands/contacts/contact-ids.ts';
import type { CommandHandler } from '../../../commands/kernel/handle.ts';
import { account } from '../../../domain/accounts/account.ts';
import { contact } from '../../../domain/contacts/contact.ts';
import type { Conversations } from '../../outside/platforms/adapter.ts';

/** What people have written to accounts, read from the log: another node may have recorded it. */
export const conversationsIn = (commands: Pick<CommandHandler, 'load'>): Conversations => ({
  async lastInboundAt(accountId, platformId) {
    const owner = await commands.load(account, accountId, undefined);
    const workspaceId = owner?.events[0]?.meta.workspaceId;
    if (owner?.state === undefined || workspaceId === undefined) return undefined;
    const id = contactIdOf(workspaceId, owner.state.profile.platform, platformId);
    const person = (await commands.load(contact, id, workspaceId))?.state;
    if (person?.kind !== 'existing' || person.accountId !== accountId) return undefined;
    return person.lastInboundAt ?? undefined;
  },
});
