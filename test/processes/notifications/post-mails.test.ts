import { expect } from 'chai';
import type { Mail } from '../../../domain/mail/mail.ts';
import { consoleLinks } from '../../../domain/notifications/console-links.ts';
import type { Unsubscription } from '../../../domain/notifications/unsubscribe-links.ts';
import type { Recipients } from '../../../domain/notifications/recipients.ts';
import { postMails } from '../../../processes/notifications/post-mails.ts';
import { event } from '../../../projections/authoring/projection-spec.ts';
import { contentOf } from '../../domain/posts/a-post.ts';
import { processSpec } from '../../support/process-spec.ts';

const at = '2026-03-02T10:00:00.000Z';
const postId = 'c000000000000000000000001';
const of = { workspaceId: 'w', stream: `post-${postId}`, at };
const draft = { ...contentOf(), content: 'Hello  world', postId, scheduledFor: null, createdById: 'mia' };
const created = event('PostCreated', { ...draft, destinations: [] }, of);
const completed = (outcome: 'PUBLISHED' | 'PARTIAL' | 'FAILED') => ({
  ...event('PostPublishingCompleted', { outcome, round: 1 }, of),
  revision: 1,
});
const notificationId = `${postId}-1`;

const linked = {
  consoleLinkOf: consoleLinks('https://social.example'),
  unsubscribeLinks: {
    urlOf: ({ userId, kind }: Unsubscription) => `https://social.example/unsubscribe/${userId}.${kind}`,
  },
};

describe('mails of posts', () => {
  const given = processSpec(postMails);
  const portsWith = (wanted: boolean, reaches = true) => {
    const mails: Mail[] = [];
    const asked: unknown[] = [];
    const recipients: Recipients = {
      among: async () => [],
      owner: async () => [],
      author: async (...question) => {
        asked.push(question);
        return wanted ? [{ userId: 'mia', email: 'mia@example.com' }] : [];
      },
    };
    const mailer = { send: async (mail: Mail) => void mails.push(mail), reaches: () => reaches };
    return { mails, asked, ports: { mailer, recipients, ...linked } };
  };

  it('are sent at the end of a run, and recorded', async () => {
    const { mails, asked, ports } = portsWith(true);
    const note = { type: 'note-mailed', notificationId, kind: 'post_failed', recipients: ['mia'] };
    await given(created, completed('FAILED')).acting(ports).sends(note);
    expect(asked).to.deep.equal([['w', 'mia', ['postFailed']]]);
    expect(mails.map(({ id, to, subject }) => ({ id, to, subject }))).to.deep.equal([
      { id: `${notificationId}/mia@example.com`, to: 'mia@example.com', subject: 'Not published: Hello world' },
    ]);
  });
  it('have the text of the post and links, and no methods of the API', async () => {
    const { mails, ports } = portsWith(true);
    const gone = event('DestinationSkipped', { postPlatformId: 'pp1', skipReason: 'account_paused' }, of);
    const destinations = [{ postPlatformId: 'pp1', platform: 'TELEGRAM', accountId: 'a1' }] as const;
    const withAccount = event('PostCreated', { ...draft, destinations: [...destinations] }, of);
    await given(withAccount, gone, { ...completed('FAILED'), revision: 2 })
      .acting(ports)
      .sends({ type: 'note-mailed', notificationId: `${postId}-2`, kind: 'post_failed', recipients: ['mia'] });
    const unsubscribeUrl = 'https://social.example/unsubscribe/mia.postFailed';
    expect(mails[0]).to.include({ unsubscribeUrl });
    expect(mails[0]?.text)
      .to.include('Hello  world')
      .and.include(`https://social.example/console?workspace=w#/posts/${postId}`);
    expect(mails[0]?.action?.url, 'its button').to.equal(`https://social.example/console?workspace=w#/posts/${postId}`);
    expect(mails[0]?.text)
      .to.include('TELEGRAM: left out. The plan had no room for the account')
      .and.include(unsubscribeUrl);
    expect(mails[0]?.text).not.to.match(/\b(GET|POST|PUT)\b/);
  });
  it('of a run that failed in part concern those who want to hear of either', async () => {
    const { asked, ports } = portsWith(false);
    await given(created, completed('PARTIAL')).acting(ports).endsInstance();
    expect(asked).to.deep.equal([['w', 'mia', ['postFailed', 'postPublished']]]);
  });
  it('end unsent where they are not wanted and where there is no mail server', async () => {
    for (const { ports } of [portsWith(false), portsWith(true, false)])
      await given(created, completed('PUBLISHED')).acting(ports).endsInstance();
  });
});
