import { idFrom } from '../../../commands/kernel/deterministic-ids.ts';
import type { CommandHandler } from '../../../commands/kernel/handle.ts';
import { messageStatus } from '../../../domain/platform-webhooks/message-status.ts';
import type { MessageStatuses } from '../../outside/platforms/adapter.ts';

/** The stream of what was reported about one message of an account. */
export const messageStatusId = (accountId: string, nativeId: string): string =>
  idFrom(0, JSON.stringify(['message-status', accountId, nativeId]));

/** What platforms have reported about messages, read from the log: another node may have recorded it. */
export const messageStatusesIn = (commands: Pick<CommandHandler, 'load'>): MessageStatuses => ({
  of: async (accountId, nativeId) =>
    (await commands.load(messageStatus, messageStatusId(accountId, nativeId), undefined))?.state ?? { kind: 'unknown' },
});
