import { expect } from 'chai';
import { account } from '../../../domain/accounts/account.ts';
import type { Mail } from '../../../domain/mail/mail.ts';
import { consoleLinks } from '../../../domain/notifications/console-links.ts';
import { accountMails } from '../../../processes/notifications/account-mails.ts';
import { connect } from '../../domain/accounts/samples.ts';
import { killedProcess } from '../../support/killed-process.ts';

const accountId = 'a1';
const authors = ['mia', 'zoe'];

/** An account with scheduled posts of two people is disconnected, while the service is killed at a step. */
const story = async (of: Readonly<{ killAt: number; nodes?: number }>) => {
  const mails: Mail[] = [];
  const world = await killedProcess(
    accountMails,
    ({ outside }) => ({
      // A mail server drops a mail whose id it has had.
      mailer: { reaches: () => true, send: (mail: Mail) => outside(() => void mails.push(mail)) },
      recipients: {
        author: async (_workspace: string, userId: string | null) => [
          { userId: userId ?? 'owner', email: `${userId}@example.com` },
        ],
      },
      consoleLinkOf: consoleLinks('https://social.example'),
      unsubscribeLinks: { urlOf: () => 'https://social.example/unsubscribe' },
      scheduledOn: () =>
        outside(() =>
          authors.map((createdById) => ({
            id: `p-${createdById}`,
            createdById,
            content: 'Hello',
            scheduledFor: '2026-03-05T08:00:00.000Z',
          })),
        ),
    }),
    of,
  );
  const { send, log } = world;
  await send(account, accountId, connect({ accountId }));
  await send(account, accountId, { type: 'disconnect', reason: 'user_disconnected' });
  await world.untilNothingIsOwed();
  const noted = log.log.filter(({ type }) => type === 'NotificationMailed').length;
  return { world, noted, mails };
};

/** What the recipients see: the mails by their ids, with all texts that were sent under one. */
const seen = (mails: readonly Mail[]) => [...new Set(mails.map(({ id, to, text }) => JSON.stringify([id, to, text])))];

describe('the mails of a lost account, sent by a process', () => {
  it('reach each person once by their id and are recorded once, at whatever step it is killed', async () => {
    for (let killAt = 0; ; killAt += 1) {
      const { world, noted, mails } = await story({ killAt });
      expect([seen(mails).length, noted], `killed at step ${killAt}`).to.deep.equal([2, 1]);
      if (!world.wasKilled()) return expect(killAt, 'steps that were killed').to.be.greaterThan(5);
    }
  });

  it('reach each person once by their id where two nodes send them at the same time', async () => {
    const { noted, mails } = await story({ killAt: Infinity, nodes: 2 });
    expect([seen(mails).length, noted]).to.deep.equal([2, 1]);
  });
});
