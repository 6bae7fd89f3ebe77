import { foldView } from '../../domain/kernel/decider.ts';
import { partsOfStream } from '../../domain/kernel/stream-names.ts';
import type { Mail, Mailer } from '../../domain/mail/mail.ts';
import { notification } from '../../domain/notifications/notification.ts';
import type { ConsoleLinkOf } from '../../domain/notifications/console-links.ts';
import type { NotificationKind } from '../../domain/notifications/preferences.ts';
import type { Recipients } from '../../domain/notifications/recipients.ts';
import type { UnsubscribeLinks } from '../../domain/notifications/unsubscribe-links.ts';
import { post } from '../../domain/posts/post.ts';
import { skipErrors } from '../../domain/posts/values.ts';
import { postView, type PostView } from '../../domain/posts/view.ts';
import { processOf } from '../kernel/process.ts';
import { shortened } from '../../domain/kernel/stored-text.ts';

type Outcome = 'PUBLISHED' | 'PARTIAL' | 'FAILED';

/** A pending mail about the end of one publishing run. */
export type OwedPostMail = Readonly<{ notificationId: string; postId: string; outcome: Outcome; at: string }>;

export type PostMailPorts = Readonly<{
  mailer: Mailer;
  recipients: Recipients;
  consoleLinkOf: ConsoleLinkOf;
  unsubscribeLinks: Pick<UnsubscribeLinks, 'urlOf'>;
}>;

/** The last line of a mail that can be switched off. */
export const endOf = (unsubscribeUrl: string): string => `End these mails: ${unsubscribeUrl}\n`;

const subjects: Readonly<Record<Outcome, string>> = {
  PUBLISHED: 'Published',
  PARTIAL: 'Published in part',
  FAILED: 'Not published',
};

/** A post that failed in part concerns those who want to hear of either. */
const kindsOf: Readonly<Record<Outcome, readonly NotificationKind[]>> = {
  PUBLISHED: ['postPublished'],
  PARTIAL: ['postFailed', 'postPublished'],
  FAILED: ['postFailed'],
};

const loggedKind = { PUBLISHED: 'post_published', PARTIAL: 'post_partial', FAILED: 'post_failed' } as const;

export const excerptOf = (content: string): string => {
  const line = content.replaceAll(/\s+/g, ' ').trim();
  return shortened(line, 60);
};

/** One line a destination: where it is now, or why it is not there. */
const linesOf = ({ post: { destinations } }: PostView): readonly string[] =>
  destinations.map(({ platform, status, skipReason, removal, objects, error }) => {
    const url = objects.find((object) => object.url !== undefined)?.url;
    if (removal === 'removed') return `${platform}: unpublished`;
    if (status === 'published') return `${platform}: published${url === undefined ? '' : ` at ${url}`}`;
    if (status === 'skipped')
      return `${platform}: left out. ${skipErrors[skipReason ?? 'account_disconnected'].message}`;
    return `${platform}: not published${error ? `. ${error.message}` : ''}`;
  });

/** The mails that the link of a mail ends. */
const endedBy: Readonly<Record<Outcome, NotificationKind>> = {
  PUBLISHED: 'postPublished',
  PARTIAL: 'postFailed',
  FAILED: 'postFailed',
};

const postMail = (
  { notificationId, outcome }: OwedPostMail,
  view: PostView,
  to: string,
  links: Readonly<{ post: string; unsubscribe: string }>,
): Mail => ({
  id: `${notificationId}/${to}`,
  to,
  subject: `${subjects[outcome]}: ${excerptOf(view.post.content.content) || 'a post'}`,
  text: [
    ...(view.post.content.content === '' ? [] : [view.post.content.content]),
    linesOf(view).join('\n'),
    ...(outcome === 'PUBLISHED'
      ? [`The post: ${links.post}`]
      : [`The post, where what failed can be sent again: ${links.post}`]),
    endOf(links.unsubscribe),
  ].join('\n\n'),
  action: { label: 'See the post', url: links.post },
  unsubscribeUrl: links.unsubscribe,
});

/**
 * Mails the end of each publishing run to the person who created the post, or to the owner where
 * that person is unknown or has left. A mail that is not wanted leaves no event.
 */
export const postMails = processOf<OwedPostMail, OwedPostMail, PostMailPorts>()({
  name: 'post-mails',
  description: 'Mails people that their posts were published or failed.',
  on: {
    PostPublishingCompleted: (_, { stream, data, meta }, notificationId) => ({
      notificationId,
      postId: partsOfStream(stream).id,
      outcome: data.outcome,
      at: meta.occurredAt,
    }),
    NotificationMailed: () => undefined,
  },
  // A run that a person resolves ends a second time.
  instancesOf: (event) =>
    event.type === 'NotificationMailed'
      ? event.data.notificationId
      : `${partsOfStream(event.stream).id}-${event.revision}`,
  next: (owed) => ({ at: owed.at, action: owed }),
  act: async (owed, context, { mailer, recipients, consoleLinkOf, unsubscribeLinks }) => {
    const { notificationId, postId, outcome } = owed;
    const { workspaceId, mode } = context;
    const view = mailer.reaches(mode)
      ? foldView(postView, (await context.load(post, postId))?.events ?? [])
      : undefined;
    // Who cancels a post knows that it was not published.
    const people =
      view && view.post.status !== 'cancelled'
        ? await recipients.author(workspaceId, view.createdById, kindsOf[outcome])
        : [];
    if (!view || people.length === 0) return context.endInstance();
    for (const { userId, email } of people) {
      const sentAt = context.now().toISOString();
      const unsubscribe = unsubscribeLinks.urlOf({ userId, workspaceId, kind: endedBy[outcome] });
      const links = { post: consoleLinkOf(`posts/${postId}`, workspaceId), unsubscribe };
      await mailer.send(postMail(owed, view, email, links), { workspaceId, mode, sentAt });
    }
    const note = { notificationId, kind: loggedKind[outcome], recipients: people.map(({ userId }) => userId) };
    await context.send(notification, notificationId, { type: 'note-mailed', ...note }, { step: 'mailed', fresh: true });
  },
});
