import { z } from 'zod';
import { addPasskey, beginPasskey } from '../../../commands/sign-in/passkeys.ts';
import { choosePassword, requirePassword } from '../../../commands/sign-in/register-person.ts';
import { Refused } from '../../../domain/kernel/refused.ts';
import { minPasswordLength } from '../../../domain/sign-in/password-rules.ts';
import { isOpenLink, signIn, usedLink } from '../../../domain/sign-in/sign-in.ts';
import { user } from '../../../domain/users/user.ts';
import type { CommandHandler } from '../../../commands/kernel/handle.ts';
import type { PlainHandler } from '../http/plain-handler.ts';
import { jsonOf, type Door } from './door.ts';
import { commandsLoad } from './commands-load.ts';
import { firstName, passkeyPart } from './passkey-part.ts';
import { closedPage, entryHandler } from './entry-handler.ts';
import { alertOf, entryPage, escaped, fieldOf } from './page.ts';
import { fieldsOf } from './form.ts';

type Parts = Readonly<{
  door: Door;
  commands: Pick<CommandHandler, 'load'>;
  prefix: string;
  readLink(token: string): Readonly<{ userId: string; linkId: string }> | undefined;
  now(): Date;
}>;

const Form = z.object({ password: z.string(), passkey: z.string().default('') });

/** A challenge of the page counts for one link. */
const purposeOf = (linkId: string): string => `link ${linkId}`;

/** The page of a link that chooses a password: for people who were invited, and who forgot theirs. */
export const passwordPage = ({ door, commands, prefix, readLink, now }: Parts): PlainHandler => {
  const personOf = async (token: string) => {
    const link = readLink(token);
    if (!link) return undefined;
    const [state, person] = await Promise.all([
      commands.load(signIn, link.userId, undefined),
      commands.load(user, link.userId, undefined),
    ]);
    if (!state || state.state.disabled || !isOpenLink(state.state, link.linkId, now().toISOString())) return undefined;
    const { email, name, deleted } = person?.state ?? {};
    return email === undefined || deleted ? undefined : { ...link, email, name: name ?? '' };
  };
  const closed = closedPage(usedLink().message);
  return entryHandler(prefix, {
    show: async (token, _given, problem) => {
      const person = await personOf(token);
      if (!person) return closed;
      const { passkeys } = door.ports;
      const at = { load: commandsLoad(commands), now: now().toISOString() };
      const options = passkeys && (await beginPasskey(person, purposeOf(person.linkId), { passkeys }, at));
      return {
        html: entryPage(
          options ? 'Choose a password or a passkey' : 'Choose a password',
          `<p>For ${escaped(person.email)}. Every other session ends.${options ? ' A passkey replaces the password.' : ''}</p>
${alertOf(problem)}
<form method="post">
<input type="hidden" name="email" autocomplete="username" value="${escaped(person.email)}">
${fieldOf({ name: 'password', label: 'New password', type: 'password', autocomplete: 'new-password', hint: `At least ${minPasswordLength} characters that are hard to guess`, more: `minlength="${minPasswordLength}" autofocus` })}
<button>Use this password</button>
${passkeyPart({ options, label: 'Use a passkey instead' })}
</form>`,
        ),
      };
    },
    take: async (token, given, request) => {
      const person = await personOf(token);
      if (!person) throw new Refused('NOT_FOUND', usedLink().message);
      const { userId, linkId, email, name } = person;
      const { password, passkey } = fieldsOf(Form, given);
      const steps = door.steps(request);
      if (passkey !== '') {
        const added = { userId, linkId, answer: jsonOf(passkey), purpose: purposeOf(linkId), name: firstName };
        await addPasskey(added, door.ports, steps);
        return { html: entryPage('The passkey is added', '<p><a href="/console">Sign in</a></p>') };
      }
      await requirePassword(password, [email, name], door.ports);
      await choosePassword({ userId, password, linkId }, door.ports, steps);
      return { html: entryPage('The password is set', '<p><a href="/console">Sign in</a></p>') };
    },
  });
};
