import { commandIdFor } from '../../commands/kernel/deterministic-ids.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import { forgotten } from '../../domain/kernel/personal.ts';
import type { Mail, Mailer } from '../../domain/mail/mail.ts';
import {
  InvitationAccepted,
  InvitationDeleted,
  invitationDays,
  InvitationMailed,
  InvitationResent,
  InvitationSent,
  type InvitationEvent,
  type NoteInvitationMailed,
} from '../../domain/workspaces/invitation.ts';
import type { InvitationLinks, InvitationName } from '../../domain/workspaces/invitation-links.ts';
import { workspace, type WorkspaceEvent, type WorkspaceState } from '../../domain/workspaces/workspace.ts';
import { runnable, type ProcessManager, type RunnableProcess } from '../kernel/process-manager.ts';

/** A mail that is owed to somebody who was invited. `at`: since when, ISO 8601. */
export type OwedInvitation = Readonly<{ invitationId: string; sending: number; at: string }>;

export type InvitationMailPorts = Readonly<{
  mailer: Mailer;
  links: Pick<InvitationLinks, 'tokenOf' | 'urlOf'>;
}>;

/** Owes one mail for each sending of an invitation, until it was handed over or is of no use any more. */
export const invitationMails: ProcessManager<OwedInvitation, OwedInvitation> = {
  name: 'invitation-mails',
  description: 'Mails invitations.',
  handles: [InvitationSent, InvitationResent, InvitationMailed, InvitationAccepted, InvitationDeleted].map(
    ({ type }) => type,
  ),
  instancesOf: ({ data }) => [(data as { invitationId: string }).invitationId],
  evolve(owed, recorded) {
    const { type, data, meta } = recorded as Recorded<InvitationEvent>;
    const { invitationId } = data;
    switch (type) {
      case 'InvitationSent':
        return { invitationId, sending: 1, at: meta.occurredAt };
      case 'InvitationResent':
        return { invitationId, sending: data.sending, at: meta.occurredAt };
      case 'InvitationMailed':
        return owed?.sending === data.sending ? undefined : owed;
      case 'InvitationAccepted':
      case 'InvitationDeleted':
      case 'InvitationLapsed':
        return undefined;
    }
  },
  next: (owed) => ({ at: owed.at, action: owed }),
};

/** To whom a sending goes; undefined where it is of no use any more. */
const addressee = (
  { invitationId, sending }: OwedInvitation,
  state: WorkspaceState,
  events: readonly Recorded<WorkspaceEvent>[],
  now: Date,
): string | undefined => {
  const pending = state?.status === 'active' ? state.invitations[invitationId] : undefined;
  if (pending?.sending !== sending || Date.parse(pending.expiresAt) <= now.getTime()) return undefined;
  const sent = events.find((event) => event.type === 'InvitationSent' && event.data.invitationId === invitationId);
  return sent?.type === 'InvitationSent' && sent.data.email !== forgotten ? sent.data.email : undefined;
};

const invitationMail = (
  name: InvitationName,
  to: string,
  workspaceName: string,
  { tokenOf, urlOf }: InvitationMailPorts['links'],
): Mail => ({
  id: commandIdFor('invitation', name.invitationId, String(name.sending)),
  to,
  subject: `You are invited to ${workspaceName}`,
  text: `You are invited to join the workspace ${workspaceName}.\n\nAccept within ${invitationDays} days:\n${urlOf(tokenOf(name))}\n`,
});

/** The process with the hands that mail. A mail that is refused is tried again until the invitation ends. */
export const invitationMailsProcess = ({ mailer, links }: InvitationMailPorts): RunnableProcess =>
  runnable(invitationMails, async (owed, context) => {
    const { workspaceId, mode } = context;
    const { invitationId, sending } = owed;
    const note = (outcome: NoteInvitationMailed['outcome']) =>
      context.send(
        workspace,
        workspaceId,
        { type: 'note-invitation-mailed', invitationId, sending, outcome },
        `mailed/${sending}`,
      );
    const loaded = await context.load(workspace, workspaceId, { latest: true });
    const to = loaded && addressee(owed, loaded.state, loaded.events, context.now());
    if (to === undefined) await note('not_needed');
    else if (!mailer.reaches(mode)) await note('no_mail_server');
    else {
      const mail = invitationMail({ workspaceId, invitationId, sending }, to, loaded?.state?.name ?? '', links);
      await mailer.send(mail, { workspaceId, mode, sentAt: context.now().toISOString() });
      await note('handed_over');
    }
  });
