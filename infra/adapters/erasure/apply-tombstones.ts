import { commandIdFor } from '../../../commands/kernel/deterministic-ids.ts';
import type { CommandHandler } from '../../../commands/kernel/handle.ts';
import { account } from '../../../domain/accounts/account.ts';
import { contact } from '../../../domain/contacts/contact.ts';
import type { Mode } from '../../../domain/kernel/mode.ts';
import type { Tombstone } from '../../../domain/kernel/tombstone.ts';
import { foldersOf } from '../../../domain/media/media-keys.ts';
import type { ObjectStorage } from '../../../domain/media/object-storage.ts';
import { user } from '../../../domain/users/user.ts';
import { workspace } from '../../../domain/workspaces/workspace.ts';
import { workspaceSubject } from '../../stores/secrets/personal-fields.ts';
import type { SubjectKeys } from '../../stores/secrets/subject-keys.ts';
import type { Vault } from '../../stores/secrets/vault.ts';

type Parts = Readonly<{
  commands: Pick<CommandHandler, 'handle' | 'load'>;
  subjectKeys: Pick<SubjectKeys, 'destroy' | 'isDestroyed'>;
  vault: Pick<Vault, 'remove' | 'removeWorkspace'>;
  storage: Pick<ObjectStorage, 'deleteFolder'>;
  forgetPerson(userId: string): Promise<void>;
  now(): Date;
}>;

type Kind = Tombstone['kind'];

/** How many tombstones found something that the restore had brought back, and how many did not. */
export type Reapplied = Readonly<{
  again: Readonly<Record<Kind, number>>;
  /** It was erased in the restored stores too, or is unknown there. */
  already: number;
  /** Lines that are no tombstones: a crash may have cut one off. */
  unreadable: number;
}>;

const contextOf = (workspaceId: string, mode: Mode, at: Date, ...step: readonly string[]) => {
  const commandId = commandIdFor('restore', ...step);
  const actor = { kind: 'process', id: 'restore' } as const;
  return { commandId, meta: { workspaceId, mode, actor, $correlationId: commandId, occurredAt: at.toISOString() } };
};

/**
 * Erases one thing again; answers whether the restored stores still had it. What takes longer than
 * a few statements follows the event of the deletion, as it does after any deletion.
 */
const reapply = async (tombstone: Tombstone, parts: Parts): Promise<boolean> => {
  const { commands, subjectKeys, vault, storage, forgetPerson, now } = parts;
  switch (tombstone.kind) {
    case 'key': {
      if (await subjectKeys.isDestroyed(tombstone.subject)) return false;
      await subjectKeys.destroy(tombstone.subject);
      return true;
    }
    case 'user': {
      const { id } = tombstone;
      const state = (await commands.load(user, id, undefined))?.state;
      await forgetPerson(id);
      if (!state || state.deleted) return false;
      const to = (step: string) => contextOf('', 'live', now(), step, id);
      const shared = { shared: true };
      // Rights that were taken from the person before the deletion are back as well.
      if (state.isSystemAdmin)
        await commands.handle(
          user,
          id,
          { type: 'set-system-admin', isSystemAdmin: false },
          { ...to('no-admin'), ...shared },
        );
      await commands.handle(user, id, { type: 'delete-user', owned: [] }, { ...to('delete-user'), ...shared });
      return true;
    }
    case 'workspace': {
      const { id } = tombstone;
      await vault.removeWorkspace(id);
      await subjectKeys.destroy(workspaceSubject(id));
      for (const folder of foldersOf(id)) await storage.deleteFolder(folder);
      const state = (await commands.load(workspace, id, id))?.state;
      if (state?.status !== 'active') return false;
      const command = { type: 'delete-workspace', by: state.ownerId, otherOwned: 1 } as const;
      await commands.handle(workspace, id, command, contextOf(id, state.mode, now(), 'delete-workspace', id));
      return true;
    }
    case 'contact': {
      const { id, workspaceId, personId, everywhere } = tombstone;
      await subjectKeys.destroy(personId);
      const found = await commands.load(contact, id, workspaceId);
      if (found?.state.kind !== 'existing' || found.state.personId !== personId) return false;
      const mode = found.events[0]?.meta.mode ?? 'live';
      const context = contextOf(workspaceId, mode, now(), 'delete-contact', personId);
      await commands.handle(contact, id, { type: 'delete-contact', everywhere }, context);
      return true;
    }
    case 'account': {
      const { id, workspaceId, connectionId } = tombstone;
      const found = await commands.load(account, id, workspaceId);
      if (found?.state?.connectionId !== connectionId) return false;
      await vault.remove({ kind: 'account', id, workspaceId });
      if (found.state.status === 'disconnected') return false;
      const mode = found.events[0]?.meta.mode ?? 'live';
      const context = contextOf(workspaceId, mode, now(), 'disconnect', id, connectionId);
      await commands.handle(account, id, { type: 'disconnect', reason: 'user_disconnected' }, context);
      return true;
    }
    default:
      return tombstone satisfies never;
  }
};

/**
 * Erases again what the restored stores have and the tombstones name, in the order of the
 * tombstones. Safe to repeat.
 */
export const applyTombstones = async (
  tombstones: AsyncIterable<Tombstone | undefined>,
  parts: Parts,
): Promise<Reapplied> => {
  const again = { key: 0, user: 0, workspace: 0, contact: 0, account: 0 };
  let [already, unreadable] = [0, 0];
  for await (const tombstone of tombstones) {
    if (!tombstone) unreadable++;
    else if (await reapply(tombstone, parts)) again[tombstone.kind]++;
    else already++;
  }
  return { again, already, unreadable };
};
