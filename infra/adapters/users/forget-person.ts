import type { Kysely } from 'kysely';
import type { CommandHandler } from '../../../commands/kernel/handle.ts';
import { forgotten } from '../../../domain/kernel/personal.ts';
import { user } from '../../../domain/users/user.ts';
import { forgetMailsTo } from '../mail/sandbox-mailer.ts';
import { forgetRequestsOf } from '../../stores/postgres/request-log.ts';
import type { SubjectKeys } from '../../stores/secrets/subject-keys.ts';

type Parts = Readonly<{ commands: CommandHandler; db: Kysely<unknown>; subjectKeys: SubjectKeys }>;

/**
 * Erases a person: first the mails kept for test workspaces, while the address can still be read,
 * then the key of all other data, then their requests. Safe to repeat.
 */
export const forgetPersonBy =
  ({ commands, db, subjectKeys }: Parts) =>
  async (userId: string): Promise<void> => {
    const known = (await commands.load(user, userId, undefined))?.state;
    if (known && known.email !== forgotten) await forgetMailsTo(known.email, db);
    await subjectKeys.destroy(userId);
    // After the key: requests that are written from then on leave the person out by themselves.
    await forgetRequestsOf(userId, db);
  };
