import type { Recorded } from '../../domain/kernel/event.ts';
import { forgotten } from '../../domain/kernel/personal.ts';
import { idOfStream } from '../../domain/kernel/stream-names.ts';
import type { Mailer } from '../../domain/mail/mail.ts';
import type { ConsoleLinkOf } from '../../domain/notifications/console-links.ts';
import { notification } from '../../domain/notifications/notification.ts';
import type { AddressesOf } from '../../domain/notifications/recipients.ts';
import type { SignInEvent } from '../../domain/sign-in/sign-in-events.ts';
import { signIn } from '../../domain/sign-in/sign-in.ts';
import { workspace } from '../../domain/workspaces/workspace.ts';
import { processOf } from '../kernel/process.ts';
import { isSecurityEvent, securityTextOf, type SecurityEvent } from './security-texts.ts';
import { momentOf } from './waiting-posts.ts';

/** A pending mail about one change of a sign-in. */
export type OwedSecurityMail = Readonly<{
  notificationId: string;
  userId: string;
  /** Of the event in the stream of the sign-in. */
  revision: number;
  at: string;
}>;

export type SecurityMailPorts = Readonly<{ mailer: Mailer; addressesOf: AddressesOf; consoleLinkOf: ConsoleLinkOf }>;

const owedFor = (
  _: unknown,
  { stream, revision, meta }: Recorded<SecurityEvent>,
  notificationId: string,
): OwedSecurityMail => ({ notificationId, userId: idOfStream(stream), revision, at: meta.occurredAt });

/** The first way in is the registration itself: the person has just made it. */
const isFirstWayIn = ({ type, revision }: Recorded<SignInEvent>, events: readonly Recorded<SignInEvent>[]): boolean =>
  (type === 'PasswordSet' || type === 'PasskeyAdded') &&
  !events.some((each) => each.revision < revision && (each.type === 'PasswordSet' || each.type === 'PasskeyAdded'));

/** The last name of a passkey before an event. */
const nameOf = (passkeyId: string, before: number, events: readonly Recorded<SignInEvent>[]): string =>
  events.reduce((name, { type, data, revision }) => {
    const isNamed = (type === 'PasskeyAdded' || type === 'PasskeyRenamed') && data.passkeyId === passkeyId;
    return isNamed && revision < before && data.name !== forgotten ? data.name : name;
  }, 'Passkey');

/**
 * Tells a person of each change of their own sign-in, so that one that a thief makes is noticed. These mails cannot be
 * switched off: a thief would switch them off first.
 */
export const securityMails = processOf<OwedSecurityMail, OwedSecurityMail, SecurityMailPorts>()({
  name: 'security-mails',
  description: 'Mails people each change of their password, passkeys, second factor and connected programs.',
  on: {
    PasswordSet: owedFor,
    PasskeyAdded: owedFor,
    PasskeyRemoved: owedFor,
    SecondFactorEnabled: owedFor,
    SecondFactorDisabled: owedFor,
    RecoveryCodesReplaced: owedFor,
    ApplicationConnected: owedFor,
    NotificationMailed: () => undefined,
  },
  instancesOf: (event) =>
    event.type === 'NotificationMailed'
      ? event.data.notificationId
      : `sign-in_${idOfStream(event.stream)}-${event.revision}`,
  outlivesWorkspace: () => true,
  next: (owed) => ({ at: owed.at, action: owed }),
  act: async ({ notificationId, userId, revision, at }, context, { mailer, addressesOf, consoleLinkOf }) => {
    const { workspaceId, mode } = context;
    const loaded = mailer.reaches(mode) ? await context.load(signIn, userId, 'latest', { shared: true }) : undefined;
    const events = loaded?.events ?? [];
    const event = events.find((each) => each.revision === revision);
    if (!event || !isSecurityEvent(event) || isFirstWayIn(event, events)) return context.endInstance();
    const [person] = await addressesOf([userId]);
    if (!person) return context.endInstance();
    const { email } = person;
    const of = event.type === 'ApplicationConnected' ? await context.load(workspace, workspaceId) : undefined;
    const { subject, lines } = securityTextOf(event, {
      email,
      moment: momentOf(at),
      passkeyName: (passkeyId) => nameOf(passkeyId, revision, events),
      workspaceName: of?.state?.name ?? 'a workspace',
    });
    const action = { label: 'Open the page Security', url: consoleLinkOf('security') };
    const text = `${[...lines, `${action.label}: ${action.url}`].join('\n\n')}\n`;
    const mail = { id: notificationId, to: email, subject, text, action };
    await mailer.send(mail, { workspaceId, mode, sentAt: context.now().toISOString() });
    const note = { notificationId, kind: 'security' as const, recipients: [userId] };
    await context.send(notification, notificationId, { type: 'note-mailed', ...note }, { step: 'mailed', fresh: true });
  },
});
