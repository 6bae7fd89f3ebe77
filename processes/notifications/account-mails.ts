import { account } from '../../domain/accounts/account.ts';
import type { AccountEvent } from '../../domain/accounts/account-events.ts';
import type { DisconnectReason, TokenFailure } from '../../domain/accounts/account-status.ts';
import type { Mailer } from '../../domain/mail/mail.ts';
import type { ConsoleLinkOf } from '../../domain/notifications/console-links.ts';
import { notification } from '../../domain/notifications/notification.ts';
import type { Recipients } from '../../domain/notifications/recipients.ts';
import type { UnsubscribeLinks } from '../../domain/notifications/unsubscribe-links.ts';
import { partsOfStream } from '../../domain/kernel/stream-names.ts';
import { platformRules } from '../../domain/content/platform-rules.ts';
import type { Platform } from '../../domain/platforms/platform.ts';
import { processOf } from '../kernel/process.ts';
import { endOf } from './post-mails.ts';
import { byPerson, linesOf, maxPosts, momentOf, type WaitingPost } from './waiting-posts.ts';

/** A pending mail about one loss of an account, or of its login. */
export type OwedAccountMail = Readonly<{
  notificationId: string;
  accountId: string;
  platform: Platform;
  /** Why it no longer publishes, or when its login ends. */
  how: TokenFailure | 'DISCONNECTED' | Readonly<{ loginEndsAt: string; publishesOn: boolean }>;
  at: string;
}>;

export type AccountMailPorts = Readonly<{
  mailer: Mailer;
  recipients: Pick<Recipients, 'author'>;
  consoleLinkOf: ConsoleLinkOf;
  unsubscribeLinks: Pick<UnsubscribeLinks, 'urlOf'>;
  /** The scheduled posts with a destination on an account, the next one first, once every earlier write counts. */
  scheduledOn(workspaceId: string, accountId: string, limit: number): Promise<readonly WaitingPost[]>;
}>;

const reasons: Readonly<Record<Extract<OwedAccountMail['how'], string>, string>> = {
  EXPIRED: 'has an expired login',
  REVOKED: 'no longer lets this service in',
  ERROR: 'does not answer this service',
  DISCONNECTED: 'is disconnected',
};

const causes: Readonly<Partial<Record<DisconnectReason, TokenFailure>>> = {
  token_revoked: 'REVOKED',
  token_expired: 'EXPIRED',
};

type Words = Readonly<{ subject: string; lines: readonly string[] }>;

const wordsOf = ({ platform, how }: OwedAccountMail, posts: readonly WaitingPost[]): Words => {
  const { name } = platformRules[platform];
  const list = posts.length === 0 ? [] : [linesOf(posts)];
  if (typeof how === 'string')
    return {
      subject: `Scheduled posts wait for an account of ${name}`,
      lines: [
        `An account of ${name} ${reasons[how]}, and scheduled posts wait for it. They are not published there unless it is ` +
          'connected again before their time:',
        ...list,
      ],
    };
  const { loginEndsAt, publishesOn } = how;
  const then = publishesOn
    ? 'The account goes on publishing with the token of its page, but no other page can be chosen, and a page token ' +
      'that the platform takes back cannot be replaced.'
    : 'The account stops publishing then.';
  const waiting = posts.length === 0 ? '' : ' Scheduled posts wait for it:';
  return {
    subject: `The login of an account of ${name} ends`,
    lines: [
      `${name} ends the login of an account at ${momentOf(loginEndsAt)}, and only a person can log in again. ${then}${waiting}`,
      ...list,
    ],
  };
};

/** The person who connected the account, who can do it again. */
const connectorOf = (events: readonly AccountEvent[]): string | null =>
  events.reduce<string | null>(
    (person, { type, data }) =>
      type === 'AccountConnected' || type === 'AccountReconnected' ? data.connectedById : person,
    null,
  );

/**
 * Warns at once of the scheduled posts of an account that no longer publishes, so that it can be connected again before
 * they are due. Their authors get the mail, as they get that of a failed post. A loss that no post waits for is silent.
 * A login that is about to end concerns the person who connected the account too, whether or not posts wait.
 */
export const accountMails = processOf<OwedAccountMail, OwedAccountMail, AccountMailPorts>()({
  name: 'account-mails',
  description: 'Warns people of scheduled posts whose account no longer publishes, and of logins that end.',
  on: {
    // A revocation is followed by the disconnection.
    AccountErrored: (_, { data: { accountId, platform, status: how }, meta }, notificationId) =>
      how === 'REVOKED' ? undefined : { notificationId, accountId, platform, how, at: meta.occurredAt },
    AccountDisconnected: (_, { data: { accountId, platform, reason }, meta }, notificationId) => ({
      notificationId,
      accountId,
      platform,
      how: causes[reason] ?? 'DISCONNECTED',
      at: meta.occurredAt,
    }),
    AccountLoginEnds: (_, { data: { accountId, platform, loginEndsAt, publishesOn }, meta }, notificationId) => ({
      notificationId,
      accountId,
      platform,
      how: { loginEndsAt, publishesOn },
      at: meta.occurredAt,
    }),
    NotificationMailed: () => undefined,
  },
  instancesOf: (event) =>
    event.type === 'NotificationMailed'
      ? event.data.notificationId
      : `account_${partsOfStream(event.stream).id}-${event.revision}`,
  next: (owed) => ({ at: owed.at, action: owed }),
  act: async (owed, context, ports) => {
    const { notificationId, accountId, how } = owed;
    const { workspaceId, mode } = context;
    const { mailer, recipients, unsubscribeLinks } = ports;
    const loaded = mailer.reaches(mode) ? await context.load(account, accountId) : undefined;
    const isActive = loaded?.state?.status === 'ACTIVE';
    const isEnding = typeof how !== 'string';
    // Connected again meanwhile: the posts go out.
    const isOwed = isEnding ? isActive && loaded?.state?.token.loginEndsAt !== undefined : !isActive;
    if (!loaded || !isOwed) return context.endInstance();
    const posts = await ports.scheduledOn(workspaceId, accountId, maxPosts);
    const authors = await byPerson(posts, workspaceId, recipients);
    const connector = isEnding ? await recipients.author(workspaceId, connectorOf(loaded.events), ['postFailed']) : [];
    const others = connector.filter(({ userId }) => !authors.some((each) => each.userId === userId));
    const people = [...authors, ...others.map((person) => ({ ...person, posts: [] }))];
    if (people.length === 0) return context.endInstance();
    for (const { userId, email, posts: theirs } of people) {
      const unsubscribeUrl = unsubscribeLinks.urlOf({ userId, workspaceId, kind: 'postFailed' });
      const { subject, lines } = wordsOf(owed, theirs);
      const action = { label: 'Connect the account again', url: ports.consoleLinkOf('accounts', workspaceId) };
      const text = [...lines, `${action.label}: ${action.url}`, endOf(unsubscribeUrl)].join('\n\n');
      const mail = { id: `${notificationId}/${email}`, to: email, subject, text, action, unsubscribeUrl };
      await mailer.send(mail, { workspaceId, mode, sentAt: context.now().toISOString() });
    }
    const kind = isEnding ? ('login_ends' as const) : ('account_lost' as const);
    const note = { notificationId, kind, recipients: people.map(({ userId }) => userId) };
    await context.send(notification, notificationId, { type: 'note-mailed', ...note }, { step: 'mailed', fresh: true });
  },
});
