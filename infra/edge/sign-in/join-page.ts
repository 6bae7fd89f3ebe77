import { z } from 'zod';
import type { CommandHandler } from '../../../commands/kernel/handle.ts';
import {
  choosePassword,
  personAt,
  registerPerson,
  requirePassword,
} from '../../../commands/sign-in/register-person.ts';
import { notFound } from '../../../domain/kernel/refused.ts';
import { refusedPasskey } from '../../../domain/sign-in/passkeys.ts';
import { forgotten } from '../../../domain/kernel/personal.ts';
import { minPasswordLength } from '../../../domain/sign-in/password-rules.ts';
import type { InvitationLinks, InvitationName } from '../../../domain/workspaces/invitation-links.ts';
import { workspace } from '../../../domain/workspaces/workspace.ts';
import type { PlainHandler } from '../http/plain-handler.ts';
import type { Door } from './door.ts';
import { commandsLoad } from './commands-load.ts';
import { passkeyPart } from './passkey-part.ts';
import { closedPage, entryHandler } from './entry-handler.ts';
import { alertOf, entryPage, escaped, fieldOf } from './page.ts';
import { fieldsOf } from './form.ts';

/** Below this path the mail of an invitation leads. */
export const joinPrefix = '/join/';

type Parts = Readonly<{
  door: Door;
  commands: Pick<CommandHandler, 'load'>;
  links: Pick<InvitationLinks, 'read'>;
  now(): Date;
  forgetInvitation(invitationId: string): Promise<void>;
}>;

/** What a person without an account says of themselves. */
export const Newcomer = z.object({
  name: z.string().trim().min(1, 'Your name is missing').max(100, 'The name is too long'),
  password: z.string(),
});
const Known = z.object({ password: z.string(), passkey: z.string().default('') });

/** A challenge of the page counts for one sending of an invitation. */
const purposeOf = ({ invitationId, sending }: InvitationName): string => `invitation ${invitationId} ${sending}`;

type Opened = InvitationName & Readonly<{ email: string; workspaceName: string; role: string }>;

/** The page of an invitation: a newcomer registers with the invited address, a person who has an account signs in to it. */
export const joinPage = ({ door, commands, links, now, forgetInvitation }: Parts): PlainHandler => {
  const opened = async (token: string): Promise<Opened | undefined> => {
    const name = links.read(token);
    if (!name) return undefined;
    const loaded = await commands.load(workspace, name.workspaceId, name.workspaceId);
    const state = loaded?.state;
    const pending = state?.status === 'active' ? state.invitations[name.invitationId] : undefined;
    if (!state || !pending || pending.sending !== name.sending) return undefined;
    if (Date.parse(pending.expiresAt) <= now().getTime()) return undefined;
    const sent = loaded.events.find(
      ({ type, data }) => type === 'InvitationSent' && data.invitationId === name.invitationId,
    );
    const email = sent?.type === 'InvitationSent' ? sent.data.email : undefined;
    if (email === undefined || email === forgotten) return undefined;
    return { ...name, email, workspaceName: state.name, role: pending.role };
  };
  const closed = closedPage('This invitation was used, was withdrawn or sent again, or has expired');
  return entryHandler(joinPrefix, {
    show: async (token, given, problem) => {
      const invitation = await opened(token);
      if (!invitation) return closed;
      const { email, workspaceName, role } = invitation;
      const at = { load: commandsLoad(commands), now: now().toISOString() };
      const isKnown = (await personAt(email, door.ports, at)) !== undefined;
      const hint = `At least ${minPasswordLength} characters that are hard to guess`;
      return {
        html: entryPage(
          `Join ${workspaceName}`,
          `<p>You join as ${escaped(role.toLowerCase())}, with ${escaped(email)}.</p>
${alertOf(problem)}
<form method="post">
<input type="hidden" name="email" autocomplete="username" value="${escaped(email)}">
${
  isKnown
    ? fieldOf({ name: 'password', label: 'Your password', type: 'password', autocomplete: 'current-password' })
    : fieldOf({ name: 'name', label: 'Your name', autocomplete: 'name', value: given.get('name') ?? '' }) +
      fieldOf({ name: 'password', label: 'Password', type: 'password', autocomplete: 'new-password', hint })
}
<button>Join</button>
${isKnown ? passkeyPart({ options: door.passkeyRequest(purposeOf(invitation)), label: 'Join with a passkey' }) : ''}
</form>`,
        ),
      };
    },
    take: async (token, given, request) => {
      const invitation = await opened(token);
      if (!invitation) return closed;
      const { email, workspaceId, invitationId, sending } = invitation;
      const steps = door.steps(request);
      const known = await personAt(email, door.ports, steps);
      let userId = known;
      if (userId === undefined) {
        const { name, password } = fieldsOf(Newcomer, given);
        await requirePassword(password, [email, name], door.ports);
        userId = steps.newId('user');
        await registerPerson({ userId, email, name }, door.ports, steps);
        await choosePassword({ userId, password, linkId: null }, door.ports, steps);
      } else {
        const { password, passkey } = fieldsOf(Known, given);
        userId =
          passkey === ''
            ? await door.prove({ email, password }, request)
            : await door.proveByPasskey(passkey, purposeOf(invitation), request);
        // The invitation is for the person of its address alone.
        if (userId !== known) throw refusedPasskey();
      }
      const accept = { type: 'accept-invitation', invitationId, sending, userId, now: steps.now } as const;
      const { state } = await steps.handle(workspace, workspaceId, accept, { workspaceId, step: 'accept-invitation' });
      if (state?.members[userId] === undefined) throw notFound('invitation');
      await forgetInvitation(invitationId);
      return { seeOther: '/console' };
    },
  });
};
