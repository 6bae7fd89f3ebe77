import { createHash } from 'node:crypto';
import type { CommandHandler } from '../../../commands/kernel/handle.ts';
import { forgotten } from '../../../domain/kernel/personal.ts';
import type { Mail } from '../../../domain/mail/mail.ts';
import { user } from '../../../domain/users/user.ts';

type Parts = Readonly<{ commands: Pick<CommandHandler, 'load'>; send(mail: Mail): Promise<void> }>;

/** Mails a link that signs in. A mail that is lost is no harm: the person asks again. */
export const mailSignInLink =
  ({ commands, send }: Parts) =>
  async (userId: string, url: string): Promise<void> => {
    const person = (await commands.load(user, userId, undefined))?.state;
    if (!person || person.deleted || person.email === forgotten) return;
    await send({
      id: `sign-in-link-${createHash('sha256').update(url).digest('hex')}`,
      to: person.email,
      subject: 'Sign in',
      action: { label: 'Sign in', url },
      text: `This link signs you in as ${person.email}. It opens once, within ten minutes, in the browser that asked for it:

${url}

If it was not you, nothing has to be done: in another browser the link does not open.
`,
    });
  };
