import type { CommandHandler } from '../../../commands/kernel/handle.ts';
import { issueAskedLink } from '../../../commands/sign-in/ask-for-password-link.ts';
import type { SignInSteps } from '../../../commands/sign-in/ports.ts';
import type { Mail } from '../../../domain/mail/mail.ts';
import { forgotten } from '../../../domain/kernel/personal.ts';
import { user } from '../../../domain/users/user.ts';
import type { PasswordLinks } from './password-links.ts';

type Parts = Readonly<{
  commands: Pick<CommandHandler, 'load'>;
  links: PasswordLinks;
  send(mail: Mail): Promise<void>;
}>;

/**
 * Issues a link and mails it. The event of the link comes first. A mail that is lost afterwards is no harm: the person asks
 * again, and gets the same link.
 */
export const mailPasswordLink =
  ({ commands, links, send }: Parts) =>
  async (userId: string, steps: SignInSteps): Promise<void> => {
    const person = (await commands.load(user, userId, undefined))?.state;
    if (!person || person.deleted || person.email === undefined || person.email === forgotten) return;
    const link = await issueAskedLink(userId, steps);
    const url = links.urlOf(link);
    await send({
      id: `password-link-${link.linkId}-${steps.now}`,
      to: person.email,
      subject: 'Choose a new password',
      action: { label: 'Choose a new password', url },
      text: `A new password was asked for, for the sign-in with ${person.email}. This link opens once, within an hour:

${url}

If it was not you, nothing has to be done: without the link nothing changes.
`,
    });
  };
