import type { Kysely } from 'kysely';
import type { CommandHandler } from '../../../commands/kernel/handle.ts';
import { forgotten } from '../../../domain/kernel/personal.ts';
import type { KeepTombstone } from '../../../domain/kernel/tombstone.ts';
import { isObjectKey, type ObjectStorage } from '../../../domain/media/object-storage.ts';
import { user, type UserEvent } from '../../../domain/users/user.ts';
import { signInSecrets } from '../sign-in/secrets-of-person.ts';
import type { Vault } from '../../stores/secrets/vault.ts';
import { forgetMailsTo } from '../mail/sandbox-mailer.ts';
import { forgetRequestsOf } from '../../stores/postgres/request-log.ts';
import type { SubjectKeys } from '../../stores/secrets/subject-keys.ts';

type Parts = Readonly<{
  commands: Pick<CommandHandler, 'load'>;
  db: Kysely<unknown>;
  subjectKeys: Pick<SubjectKeys, 'destroy'>;
  keepTombstone: KeepTombstone;
  storage: Pick<ObjectStorage, 'delete' | 'publicUrl'>;
  vault: Pick<Vault, 'remove'>;
}>;

/** The avatars here that a person has now or had before. Those hosted elsewhere are not this service's. */
const avatarsOf = (events: readonly UserEvent[], { publicUrl }: Parts['storage']): ReadonlySet<string> => {
  const base = publicUrl('');
  const addresses = events.flatMap(({ data }) =>
    'avatarUrl' in data && data.avatarUrl !== null ? [data.avatarUrl] : [],
  );
  const keys = addresses.filter((url) => url.startsWith(base)).map((url) => url.slice(base.length));
  return new Set(keys.filter((key) => key.startsWith('avatars/') && isObjectKey(key)));
};

/**
 * Erases a person: first the mails kept for test workspaces and the avatars, while their addresses can still be read,
 * then the key of all other data, then their requests. Safe to repeat.
 */
export const forgetPersonBy =
  ({ commands, db, subjectKeys, keepTombstone, storage, vault }: Parts) =>
  async (userId: string): Promise<void> => {
    await keepTombstone({ kind: 'user', id: userId });
    const { state: known, events = [] } = (await commands.load(user, userId, undefined)) ?? {};
    if (known && known.email !== forgotten) await forgetMailsTo(known.email, db);
    for (const key of avatarsOf(events, storage)) await storage.delete(key);
    await vault.remove(signInSecrets(userId));
    await subjectKeys.destroy(userId);
    // After the key: requests that are written from then on leave the person out by themselves.
    await forgetRequestsOf(userId, db);
  };
