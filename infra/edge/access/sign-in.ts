import { randomUUID } from 'node:crypto';
import type { CommandHandler } from '../../../commands/kernel/handle.ts';
import { user } from '../../../domain/users/user.ts';
import type { Session } from '../identity/session.ts';

type Options = Readonly<{ commands: CommandHandler; now: () => Date }>;

/** Registers people of a foreign provider. Refuses people who deleted their account here with AUTHENTICATION_ERROR. */
export const signInBy =
  ({ commands, now }: Options) =>
  async ({ userId, session }: Readonly<{ userId: string; session: Session }>): Promise<void> => {
    const commandId = randomUUID();
    const { subject, email = '', name = null } = session;
    await commands.handle(
      user,
      userId,
      { type: 'sign-in', userId, externalId: subject, email, name, avatarUrl: null },
      {
        commandId,
        meta: {
          workspaceId: '',
          mode: 'live',
          actor: { kind: 'user', id: userId },
          $correlationId: commandId,
          occurredAt: now().toISOString(),
        },
        shared: true,
      },
    );
  };
