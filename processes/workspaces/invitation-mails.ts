import { commandIdFor } from '../../commands/kernel/deterministic-ids.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import { forgotten } from '../../domain/kernel/personal.ts';
import type { Mail, Mailer } from '../../domain/mail/mail.ts';
import { invitationDays, type NoteInvitationMailed } from '../../domain/workspaces/invitation.ts';
import type { InvitationLinks, InvitationName } from '../../domain/workspaces/invitation-links.ts';
import { workspace, type WorkspaceState } from '../../domain/workspaces/workspace.ts';
import { type WorkspaceEvent } from '../../domain/workspaces/workspace-events.ts';
import { processOf } from '../kernel/process.ts';

/** A pending mail to an invited person. `at`: since when, ISO 8601. */
export type OwedInvitation = Readonly<{ invitationId: string; sending: number; at: string }>;

export type InvitationMailPorts = Readonly<{
  mailer: Mailer;
  invitationLinks: Pick<InvitationLinks, 'tokenOf' | 'urlOf'>;
}>;

/** The address of a sending; undefined where the sending is obsolete. */
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
  { tokenOf, urlOf }: InvitationMailPorts['invitationLinks'],
): Mail => ({
  id: commandIdFor('invitation', name.invitationId, String(name.sending)),
  to,
  subject: `You are invited to ${workspaceName}`,
  text: `You are invited to join the workspace ${workspaceName}.\n\nAccept within ${invitationDays} days:\n${urlOf(tokenOf(name))}\n`,
  action: { label: `Join ${workspaceName}`, url: urlOf(tokenOf(name)) },
});

/**
 * Sends one mail for each sending of an invitation, until it is handed over or obsolete. A mail
 * that the server refuses is retried until the invitation ends.
 */
export const invitationMails = processOf<OwedInvitation, OwedInvitation, InvitationMailPorts>()({
  name: 'invitation-mails',
  description: 'Mails invitations.',
  on: {
    InvitationSent: (_, { data, meta }) => ({ invitationId: data.invitationId, sending: 1, at: meta.occurredAt }),
    InvitationResent: (_, { data, meta }) => ({
      invitationId: data.invitationId,
      sending: data.sending,
      at: meta.occurredAt,
    }),
    InvitationMailed: (owed, { data }) => (owed?.sending === data.sending ? undefined : owed),
    InvitationAccepted: () => undefined,
    InvitationDeleted: () => undefined,
  },
  instancesOf: ({ data }) => data.invitationId,
  next: (owed) => ({ at: owed.at, action: owed }),
  act: async (owed, context, { mailer, invitationLinks }) => {
    const { workspaceId, mode } = context;
    const { invitationId, sending } = owed;
    const note = (outcome: NoteInvitationMailed['outcome']) =>
      context.send(
        workspace,
        workspaceId,
        { type: 'note-invitation-mailed', invitationId, sending, outcome },
        { step: `mailed/${sending}` },
      );
    const loaded = await context.load(workspace, workspaceId);
    const to = loaded && addressee(owed, loaded.state, loaded.events, context.now());
    if (to === undefined) await note('not_needed');
    else if (!mailer.reaches(mode)) await note('no_mail_server');
    else {
      const name = { workspaceId, invitationId, sending };
      const mail = invitationMail(name, to, loaded?.state?.name ?? '', invitationLinks);
      await mailer.send(mail, { workspaceId, mode, sentAt: context.now().toISOString() });
      await note('handed_over');
    }
  },
});
