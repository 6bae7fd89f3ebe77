import { account } from '../../domain/accounts/account.ts';
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
import { endOf, excerptOf } from './post-mails.ts';

/** A pending mail about one loss of an account. */
export type OwedAccountMail = Readonly<{
  notificationId: string;
  accountId: string;
  platform: Platform;
  how: TokenFailure | 'DISCONNECTED';
  at: string;
}>;

/** A scheduled post that is to go out on an account. */
export type WaitingPost = Readonly<{
  id: string;
  createdById: string | null;
  content: string;
  scheduledFor: string | null;
}>;

export type AccountMailPorts = Readonly<{
  mailer: Mailer;
  recipients: Pick<Recipients, 'author'>;
  consoleLinkOf: ConsoleLinkOf;
  unsubscribeLinks: Pick<UnsubscribeLinks, 'urlOf'>;
  /** The scheduled posts with a destination on an account, the next one first, once every earlier write counts. */
  scheduledOn(workspaceId: string, accountId: string, limit: number): Promise<readonly WaitingPost[]>;
}>;

const reasons: Readonly<Record<OwedAccountMail['how'], string>> = {
  EXPIRED: 'has an expired login',
  REVOKED: 'no longer lets this service in',
  ERROR: 'does not answer this service',
  DISCONNECTED: 'is disconnected',
};

const causes: Readonly<Partial<Record<DisconnectReason, TokenFailure>>> = {
  token_revoked: 'REVOKED',
  token_expired: 'EXPIRED',
};

/** More posts than a mail names; their authors are looked for among so many. */
const maxPosts = 500;
const maxNamed = 20;

const lineOf = ({ content, scheduledFor }: WaitingPost): string =>
  `- ${excerptOf(content) || 'a post'}${scheduledFor === null ? '' : `, ${scheduledFor.slice(0, 16).replace('T', ' ')} UTC`}`;

/** The people to whom posts matter, each once, with the posts of each. */
const byPerson = async (
  posts: readonly WaitingPost[],
  workspaceId: string,
  { recipients }: Pick<AccountMailPorts, 'recipients'>,
): Promise<readonly Readonly<{ userId: string; email: string; posts: readonly WaitingPost[] }>[]> => {
  const all = new Map<string, { userId: string; email: string; posts: readonly WaitingPost[] }>();
  for (const author of new Set(posts.map(({ createdById }) => createdById))) {
    const of = posts.filter(({ createdById }) => createdById === author);
    for (const { userId, email } of await recipients.author(workspaceId, author, ['postFailed']))
      all.set(userId, { userId, email, posts: [...(all.get(userId)?.posts ?? []), ...of] });
  }
  return [...all.values()];
};

/**
 * Warns at once of the scheduled posts of an account that no longer publishes, so that it can be connected again before
 * they are due. Their authors get the mail, as they get that of a failed post. A loss that no post waits for is silent.
 */
export const accountMails = processOf<OwedAccountMail, OwedAccountMail, AccountMailPorts>()({
  name: 'account-mails',
  description: 'Warns people of scheduled posts whose account no longer publishes.',
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
    NotificationMailed: () => undefined,
  },
  instancesOf: (event) =>
    event.type === 'NotificationMailed'
      ? event.data.notificationId
      : `account_${partsOfStream(event.stream).id}-${event.revision}`,
  next: (owed) => ({ at: owed.at, action: owed }),
  act: async ({ notificationId, accountId, platform, how }, context, ports) => {
    const { workspaceId, mode } = context;
    const { mailer, consoleLinkOf, unsubscribeLinks } = ports;
    // Connected again meanwhile: the posts go out.
    const isLost = (await context.load(account, accountId))?.state?.status !== 'ACTIVE';
    const posts = mailer.reaches(mode) && isLost ? await ports.scheduledOn(workspaceId, accountId, maxPosts) : [];
    const people = await byPerson(posts, workspaceId, ports);
    if (people.length === 0) return context.endInstance();
    const { name } = platformRules[platform];
    for (const { userId, email, posts: theirs } of people) {
      const unsubscribeUrl = unsubscribeLinks.urlOf({ userId, workspaceId, kind: 'postFailed' });
      const further = theirs.length - maxNamed;
      const text = [
        `An account of ${name} ${reasons[how]}, and scheduled posts wait for it. They are not published there unless it is ` +
          'connected again before their time:',
        [...theirs.slice(0, maxNamed).map(lineOf), ...(further > 0 ? [`and ${further} more`] : [])].join('\n'),
        `Connect the account again: ${consoleLinkOf('accounts')}`,
        endOf(unsubscribeUrl),
      ].join('\n\n');
      const subject = `Scheduled posts wait for an account of ${name}`;
      const sentAt = context.now().toISOString();
      await mailer.send(
        { id: `${notificationId}/${email}`, to: email, subject, text, unsubscribeUrl },
        {
          workspaceId,
          mode,
          sentAt,
        },
      );
    }
    const note = { notificationId, kind: 'account_lost' as const, recipients: people.map(({ userId }) => userId) };
    await context.send(notification, notificationId, { type: 'note-mailed', ...note }, 'mailed', { fresh: true });
  },
});
