import type { Mailer } from '../../domain/mail/mail.ts';
import type { ConsoleLinkOf } from '../../domain/notifications/console-links.ts';
import { notification } from '../../domain/notifications/notification.ts';
import type { Recipients } from '../../domain/notifications/recipients.ts';
import type { UnsubscribeLinks } from '../../domain/notifications/unsubscribe-links.ts';
import { partsOfStream } from '../../domain/kernel/stream-names.ts';
import { processOf } from '../kernel/process.ts';
import { endOf } from './post-mails.ts';
import { byPerson, linesOf, maxPosts, type WaitingPost } from './waiting-posts.ts';

/** A pending mail about a deleted file. */
export type OwedFileMail = Readonly<{
  notificationId: string;
  mediaId: string;
  /** The answer of the deletion names the posts to this person. */
  deletedById: string | null;
  at: string;
}>;

export type FileMailPorts = Readonly<{
  mailer: Mailer;
  recipients: Pick<Recipients, 'author'>;
  consoleLinkOf: ConsoleLinkOf;
  unsubscribeLinks: Pick<UnsubscribeLinks, 'urlOf'>;
  /** The scheduled posts with a file, the next one first, once every earlier write counts. */
  scheduledWith(workspaceId: string, mediaId: string, limit: number): Promise<readonly WaitingPost[]>;
}>;

/**
 * Warns the authors of scheduled posts whose file another person has deleted, so that the posts get another file before
 * they are due. A registered file has no bytes here: posts go on publishing it from its address.
 */
export const fileMails = processOf<OwedFileMail, OwedFileMail, FileMailPorts>()({
  name: 'file-mails',
  description: 'Warns people of scheduled posts whose file was deleted.',
  on: {
    MediaDeleted: (_, { data: { mediaId, keys }, meta: { actor, occurredAt } }, notificationId) =>
      keys.length === 0
        ? undefined
        : { notificationId, mediaId, deletedById: actor.kind === 'user' ? actor.id : null, at: occurredAt },
    NotificationMailed: () => undefined,
  },
  instancesOf: (event) =>
    event.type === 'NotificationMailed'
      ? event.data.notificationId
      : `media_${partsOfStream(event.stream).id}-${event.revision}`,
  next: (owed) => ({ at: owed.at, action: owed }),
  act: async ({ notificationId, mediaId, deletedById }, context, ports) => {
    const { workspaceId, mode } = context;
    const { mailer, consoleLinkOf, unsubscribeLinks } = ports;
    const posts = mailer.reaches(mode) ? await ports.scheduledWith(workspaceId, mediaId, maxPosts) : [];
    const warned = await byPerson(posts, workspaceId, ports.recipients);
    const people = warned.filter(({ userId }) => userId !== deletedById);
    if (people.length === 0) return context.endInstance();
    for (const { userId, email, posts: theirs } of people) {
      const unsubscribeUrl = unsubscribeLinks.urlOf({ userId, workspaceId, kind: 'postFailed' });
      const action = { label: 'See the posts', url: consoleLinkOf('posts', workspaceId) };
      const text = [
        'A file was deleted, and scheduled posts wait with it. They fail when they are due unless they get another file ' +
          'before:',
        linesOf(theirs),
        `The posts: ${action.url}`,
        endOf(unsubscribeUrl),
      ].join('\n\n');
      await mailer.send(
        {
          id: `${notificationId}/${email}`,
          to: email,
          subject: 'Scheduled posts wait with a deleted file',
          text,
          action,
          unsubscribeUrl,
        },
        { workspaceId, mode, sentAt: context.now().toISOString() },
      );
    }
    const note = { notificationId, kind: 'file_deleted' as const, recipients: people.map(({ userId }) => userId) };
    await context.send(notification, notificationId, { type: 'note-mailed', ...note }, { step: 'mailed', fresh: true });
  },
});
