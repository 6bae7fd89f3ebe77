import { expect } from 'chai';
import type { Mail } from '../../../domain/mail/mail.ts';
import { consoleLinks } from '../../../domain/notifications/console-links.ts';
import { fileMails } from '../../../processes/notifications/file-mails.ts';
import type { WaitingPost } from '../../../processes/notifications/waiting-posts.ts';
import { event } from '../../../projections/authoring/projection-spec.ts';
import { processSpec } from '../../support/process-spec.ts';

const deleted = (...keys: string[]) =>
  event(
    'MediaDeleted',
    { mediaId: 'm1', keys },
    { workspaceId: 'w', stream: 'media-m1', at: '2026-03-02T10:00:00.000Z', actor: { kind: 'user', id: 'zoe' } },
  );
const waiting = (id: string, createdById: string): WaitingPost => ({
  id,
  createdById,
  content: 'Hello',
  scheduledFor: '2026-03-05T08:00:00.000Z',
});

describe('mails of deleted files', () => {
  const given = processSpec(fileMails);
  const portsWith = (...posts: readonly WaitingPost[]) => {
    const mails: Mail[] = [];
    const ports = {
      mailer: { send: async (mail: Mail) => void mails.push(mail), reaches: () => true },
      recipients: {
        author: async (_workspace: string, userId: string | null) => [
          { userId: userId ?? 'owner', email: `${userId}@example.com` },
        ],
      },
      consoleLinkOf: consoleLinks('https://social.example'),
      unsubscribeLinks: { urlOf: ({ userId }: { userId: string }) => `https://social.example/unsubscribe/${userId}` },
      scheduledWith: async () => posts,
    };
    return { mails, ports };
  };

  it('name the posts that wait to their authors, but not to the person who deleted the file', async () => {
    const { mails, ports } = portsWith(waiting('p1', 'mia'), waiting('p2', 'zoe'));
    await given(deleted('k'))
      .acting(ports)
      .sends({ type: 'note-mailed', notificationId: 'media_m1-0', kind: 'file_deleted', recipients: ['mia'] });
    expect(mails.map(({ to, subject }) => [to, subject])).to.deep.equal([
      ['mia@example.com', 'Scheduled posts wait with a deleted file'],
    ]);
    expect(mails[0]?.text)
      .to.include('- Hello, 2026-03-05 08:00 UTC')
      .and.include('https://social.example/console?workspace=w#/posts')
      .and.include('https://social.example/unsubscribe/mia');
    expect(mails[0]?.action).to.deep.equal({
      label: 'See the posts',
      url: 'https://social.example/console?workspace=w#/posts',
    });
  });
  it('are not sent where no post waits, or only posts of the person who deleted it', async () => {
    for (const posts of [[], [waiting('p1', 'zoe')]]) {
      const { mails, ports } = portsWith(...posts);
      await given(deleted('k')).acting(ports).endsInstance();
      expect(mails).to.deep.equal([]);
    }
  });
  it('are not owed for a registered file, which is published from its address', () => {
    given(deleted()).owesNothing();
  });
});
