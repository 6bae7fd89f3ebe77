import { expect } from 'chai';
import type { Mail } from '../../../domain/mail/mail.ts';
import { consoleLinks } from '../../../domain/notifications/console-links.ts';
import { accountMails } from '../../../processes/notifications/account-mails.ts';
import type { WaitingPost } from '../../../processes/notifications/waiting-posts.ts';
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
      consoleLinkOf: consoleLinks('https://social.example'),
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
      .and.include('https://social.example/console?workspace=w#/accounts')
      .and.include('https://social.example/unsubscribe/mia');
    expect(mails[0]?.action).to.deep.equal({
      label: 'Connect the account again',
      url: 'https://social.example/console?workspace=w#/accounts',
    });
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

  describe('of a login that ends', () => {
    const loginEndsAt = '2026-03-08T08:00:00.000Z';
    const profile = { nativeId: 'n1', username: 'zoe', displayName: 'Zoe', connectedById: 'cleo' };
    const connection = { accountId: 'a1', platform: 'FACEBOOK', ...profile } as const;
    const connected = event('AccountConnected', { ...connection, connectionId: 'c1', tokenVersion: 1 }, of);
    const refreshed = event('AccountTokenRefreshed', { accountId: 'a1', tokenVersion: 2, loginEndsAt }, of);
    const ends = (publishesOn: boolean) =>
      event('AccountLoginEnds', { accountId: 'a1', platform: 'FACEBOOK', loginEndsAt, publishesOn }, of);

    it('go to the person who connected it and to the authors of posts that wait, once each', async () => {
      const { mails, ports } = portsWith(waiting('p1', 'mia'), waiting('p2', 'cleo', 'Later'));
      await given(ends(false))
        .missing(connected, refreshed)
        .acting(ports)
        .sends({
          type: 'note-mailed',
          notificationId: 'account_a1-0',
          kind: 'login_ends',
          recipients: ['mia', 'cleo'],
        });
      expect(mails[0]?.subject).to.equal('The login of an account of Facebook ends');
      expect(mails[0]?.text)
        .to.include('at 2026-03-08 08:00 UTC')
        .and.include('stops publishing then')
        .and.include('- Hello, 2026-03-05 08:00 UTC');
    });
    it('are sent without posts too, and say where the account publishes on', async () => {
      const { mails, ports } = portsWith();
      await given(ends(true)).missing(connected, refreshed).carriedOut(ports);
      expect(mails.map(({ to }) => to)).to.deep.equal(['cleo@example.com']);
      expect(mails[0]?.text).to.include('goes on publishing').and.not.include('Scheduled posts');
    });
    it('are not sent once the account is connected again', async () => {
      const { mails, ports } = portsWith(waiting('p1', 'mia'));
      const again = event('AccountReconnected', { ...connection, connectionId: 'c2', tokenVersion: 3 }, of);
      await given(ends(false)).missing(connected, refreshed, again).acting(ports).endsInstance();
      expect(mails).to.deep.equal([]);
    });
  });
});
