import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import {
  choosePassword,
  personAt,
  registerPerson,
  requirePassword,
} from '../../../commands/sign-in/register-person.ts';
import { minPasswordLength } from '../../../domain/sign-in/password-rules.ts';
import type { PlainHandler } from '../http/plain-handler.ts';
import type { Door } from './door.ts';
import { closedPage, entryHandler, type EntryAnswer } from './entry-handler.ts';
import { fieldsOf } from './form.ts';
import { Newcomer } from './join-page.ts';
import { alertOf, entryPage, escaped, fieldOf } from './page.ts';

type Parts = Readonly<{
  door: Door;
  /** The path of the page; the link of the mail leads below it. */
  path: string;
  /** The confirmed address of a link. */
  read(token: string): Promise<string | undefined>;
  /** Mails a link that confirms an address. The answer does not wait for it. */
  mailLink(email: string, person: Readonly<{ isKnown: boolean }>): Promise<void>;
  failed(error: unknown): void;
}>;

const Address = z.object({ email: z.email('The e-mail address is not valid').max(254) });

/** One answer for every address, so that it does not tell who has an account. */
const asked = entryPage(
  'Look into your mails',
  '<p>A link to go on is on its way to this address. It opens within a day.</p>',
);

const addressForm = (given: URLSearchParams, problem: string | undefined): EntryAnswer => ({
  html: entryPage(
    'Create an account',
    `<p>A link comes by mail, to confirm the address.</p>
${alertOf(problem)}
<form method="post">
${fieldOf({ name: 'email', label: 'E-mail', type: 'email', autocomplete: 'username', value: given.get('email') ?? '', more: 'autofocus' })}
<button>Send the link</button>
</form>
<p><a href="/console">I have an account</a></p>`,
  ),
});

const personForm = (email: string, given: URLSearchParams, problem: string | undefined): EntryAnswer => ({
  html: entryPage(
    'Create an account',
    `<p>For ${escaped(email)}.</p>
${alertOf(problem)}
<form method="post">
<input type="hidden" name="email" autocomplete="username" value="${escaped(email)}">
${fieldOf({ name: 'name', label: 'Your name', autocomplete: 'name', value: given.get('name') ?? '', more: 'maxlength="100" autofocus' })}
${fieldOf({ name: 'password', label: 'Password', type: 'password', autocomplete: 'new-password', hint: `At least ${minPasswordLength} characters that are hard to guess`, more: `minlength="${minPasswordLength}"` })}
<button>Create the account</button>
</form>`,
  ),
});

/**
 * Where a person registers without an invitation, on an installation that is open for it: first the address, then, behind
 * the link of the mail, the name and the password.
 */
export const registerPage = ({ door, path, read, mailLink, failed }: Parts): PlainHandler => {
  const closed = closedPage('This link is wrong, was used before, or has expired');
  /** The address of a link that still opens. An address registers once, so its links close with it. */
  const confirmed = async (rest: string, request?: IncomingMessage): Promise<string | undefined> => {
    const email = rest.startsWith('/') ? await read(rest.slice(1)) : undefined;
    if (email === undefined || !request) return email;
    return (await personAt(email, door.ports, door.steps(request))) === undefined ? email : undefined;
  };
  return entryHandler(path, {
    show: async (rest, given, problem) => {
      if (rest === '') return addressForm(given, problem);
      const email = await confirmed(rest);
      return email === undefined ? closed : personForm(email, given, problem);
    },
    take: async (rest, given, request) => {
      if (rest === '') {
        const { email } = fieldsOf(Address, given);
        // Counted as those who forgot their password are, and as slow for an address of no person.
        await door.personForLink(email, request);
        const isKnown = (await personAt(email, door.ports, door.steps(request))) !== undefined;
        void mailLink(email, { isKnown }).catch(failed);
        return { html: asked };
      }
      const email = await confirmed(rest, request);
      if (email === undefined) return closed;
      const { name, password } = fieldsOf(Newcomer, given);
      await requirePassword(password, [email, name], door.ports);
      const steps = door.steps(request);
      const userId = steps.newId('user');
      await registerPerson({ userId, email, name }, door.ports, steps);
      await choosePassword({ userId, password, linkId: null }, door.ports, steps);
      return { seeOther: '/console' };
    },
  });
};
