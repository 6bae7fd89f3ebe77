import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import type { PlainHandler } from '../http/plain-handler.ts';
import type { Door } from './door.ts';
import { closedPage, entryHandler } from './entry-handler.ts';
import { fieldsOf } from './form.ts';
import { alertOf, entryPage, fieldOf } from './page.ts';

/** Where a person who forgot the password asks for a link. */
export const forgotPath = '/forgot-password';

type Parts = Readonly<{
  door: Pick<Door, 'personForLink'>;
  /** Issues a link and mails it. The answer does not wait for it. */
  mailLink(userId: string, request: IncomingMessage): Promise<void>;
  failed(error: unknown): void;
}>;

const Form = z.object({ email: z.email('The e-mail address is not valid').max(254) });

/** One answer for every address, so that it does not tell who has an account. */
const asked = entryPage(
  'Look into your mails',
  `<p>If a person signs in here with this address, a link to choose a new password is on its way to it. It opens once, within
an hour.</p>
<p><a href="/console">Back to the sign-in</a></p>`,
);

export const forgotPage = ({ door, mailLink, failed }: Parts): PlainHandler => {
  const closed = closedPage('There is no such page');
  return entryHandler(forgotPath, {
    show: async (rest, given, problem) =>
      rest !== ''
        ? closed
        : {
            html: entryPage(
              'Choose a new password',
              `<p>A link comes by mail.</p>
${alertOf(problem)}
<form method="post">
${fieldOf({ name: 'email', label: 'E-mail', type: 'email', autocomplete: 'username', value: given.get('email') ?? '', more: 'autofocus' })}
<button>Send the link</button>
</form>`,
            ),
          },
    take: async (rest, given, request) => {
      if (rest !== '') return closed;
      const { email } = fieldsOf(Form, given);
      const userId = await door.personForLink(email, request);
      if (userId !== undefined) void mailLink(userId, request).catch(failed);
      return { html: asked };
    },
  });
};
