import { expect } from 'chai';
import type { Mail } from '../../../domain/mail/mail.ts';
import { accountMails, type WaitingPost } from '../../../processes/notifications/account-mails.ts';
import { event } from '../../../projections/authoring/projection-spec.ts';
import { processSpec } from '../../support/process-spec.ts';

const at = '2026-03-02T10:00:00.000Z';
const of = { workspaceId: 'w', stream: 'account-a1', at };
const named = { accountId: 'a1', platform: 'MASTODON' as const };
const disconnected = (reason: 'user_disconnected' | 'token_revoked') =>
  event('AccountDisconnected', { ...named, reason }, of);
const errored = (status: 'EXPIRED' | 'REVOKED') => event('AccountErrored', { ...named, status, error: 'x' }, of);
const notificationId = 'account_a1-0';
const waiting = (id: string, createdById: string, content = 'Hello'): WaitingPost => ({
  id,
  createdById,
  content,
  scheduledFor: '2026-03-05T08:00:00.000Z',
});

describe('mails of accounts that no longer publish', () => {
  const given = processSpec(accountMails);
  const portsWith = (...posts: readonly WaitingPost[]) => {
    const mails: Mail[] = [];
    const ports = {
      mailer: { send: async (mail: Mail) => void mails.push(mail), reaches: () => true },
      recipients: {
        author: async (_workspace: string, userId: string | null) => [
          { userId: userId ?? 'owner', email: `${userId}@example.com` },
        ],
      },
      consoleLinkOf: (path: string) => `https://social.example/console#/${path}`,
      unsubscribeLinks: { urlOf: ({ userId }: { userId: string }) => `https://social.example/unsubscribe/${userId}` },
      scheduledOn: async () => posts,
    };
    return { mails, ports };
  };

  it('name the posts that wait to each of their authors, and are recorded', async () => {
    const { mails, ports } = portsWith(
      waiting('p1', 'mia'),
      waiting('p2', 'zoe', 'Later'),
      waiting('p3', 'mia', 'Last'),
    );
    await given(disconnected('user_disconnected'))
      .acting(ports)
      .sends({ type: 'note-mailed', notificationId, kind: 'account_lost', recipients: ['mia', 'zoe'] });
    expect(mails.map(({ to, subject }) => [to, subject])).to.deep.equal([
      ['mia@example.com', 'Scheduled posts wait for an account of Mastodon'],
      ['zoe@example.com', 'Scheduled posts wait for an account of Mastodon'],
    ]);
    expect(mails[0]?.text)
      .to.include('- Hello, 2026-03-05 08:00 UTC\n- Last, 2026-03-05 08:00 UTC')
      .and.include('is disconnected')
      .and.include('https://social.example/console#/accounts')
      .and.include('https://social.example/unsubscribe/mia');
    expect(mails[0]?.text).not.to.include('Later');
  });
  it('say why, once where a revocation is a disconnection too', async () => {
    const { mails, ports } = portsWith(waiting('p1', 'mia'));
    given(errored('REVOKED')).owesNothing();
    for (const lost of [errored('EXPIRED'), disconnected('token_revoked')]) await given(lost).carriedOut(ports);
    expect(mails.map(({ text }) => /of Mastodon ([^,]*),/.exec(text)?.[1])).to.deep.equal([
      'has an expired login',
      'no longer lets this service in',
    ]);
  });
  it('are not sent where no post waits', async () => {
    const { mails, ports } = portsWith();
    await given(disconnected('user_disconnected')).acting(ports).endsInstance();
    expect(mails).to.deep.equal([]);
  });
});
