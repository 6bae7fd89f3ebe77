import { hash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { contactIdOf } from '../../../commands/contacts/contact-ids.ts';
import { idFrom } from '../../../commands/kernel/deterministic-ids.ts';
import { account } from '../../../domain/accounts/account.ts';
import type { Mode } from '../../../domain/kernel/mode.ts';
import { platformWebhook } from '../../../domain/platform-webhooks/platform-webhook.ts';
import type { ReadModels } from '../../../projections/database.ts';
import type { NativeChange } from '../../outside/platforms/webhook.ts';
import { carryOutChange, contextOf, type CarryOutParts } from './carry-out.ts';
import type { Target } from './target.ts';

type Parts = CarryOutParts &
  Readonly<{
    db: Kysely<ReadModels>;
    /** Called where a kept change could not be carried out. */
    onFault(error: unknown): void;
  }>;

/** Several workspaces may have connected the same account. */
const maxTargets = 20;

/** The person of a change, before it is known whether it becomes a comment or a mention. */
const contactOf = ({ workspaceId, platform }: Target, { authorId, raw }: NativeChange): string =>
  contactIdOf(workspaceId, platform, authorId === '' ? `unknown ${hash('sha256', raw)}` : authorId);

const webhookIdOf = ({ id }: Target, { raw }: NativeChange): string =>
  idFrom(0, JSON.stringify(['platform-webhook', id, hash('sha256', raw)]));

/** Records what platforms report: first the change as it was received, then what it means, each once. */
export const receiveWebhooks = (parts: Parts) => {
  const { db, commands, onFault } = parts;
  const carryOut = carryOutChange(parts);

  const targetsOf = async ({ platform, to }: NativeChange, mode: Mode): Promise<readonly Target[]> => {
    const column = platform === 'FACEBOOK' ? 'page_id' : 'native_id';
    const rows = await db
      .selectFrom('accounts')
      .select(['id', 'workspace_id'])
      .where('platform', '=', platform)
      .where(column, '=', to)
      .where('status', '!=', 'disconnected')
      .limit(maxTargets)
      .execute();
    const found: Target[] = [];
    for (const { id, workspace_id: workspaceId } of rows) {
      const connected = (await commands.load(account, id, workspaceId))?.events[0];
      if (connected?.meta.mode === mode) found.push({ id, workspaceId, platform, mode });
    }
    return found;
  };

  return {
    /** Settles when every change is in the log. One that could not be carried out waits there for its retry. */
    receive: async (changes: readonly NativeChange[], mode: Mode): Promise<void> => {
      for (const change of changes)
        for (const target of await targetsOf(change, mode)) {
          const { handle } = contextOf(target, parts);
          const webhookId = webhookIdOf(target, change);
          const { id: accountId, platform } = target;
          const contactId = contactOf(target, change);
          const received = { webhookId, contactId, accountId, platform, body: change.raw };
          const { state } = await handle(platformWebhook, webhookId, { type: 'receive-webhook', ...received });
          if (state === 'handled') continue;
          const isDone = await carryOut(target, change).catch((error: unknown) => (onFault(error), false));
          if (isDone) await handle(platformWebhook, webhookId, { type: 'note-handled', webhookId });
        }
    },
  };
};
