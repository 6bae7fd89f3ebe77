import { expect } from 'chai';
import type { Mail } from '../../../domain/mail/mail.ts';
import { consoleLinks } from '../../../domain/notifications/console-links.ts';
import { signIn } from '../../../domain/sign-in/sign-in.ts';
import { securityMails } from '../../../processes/notifications/security-mails.ts';
import { killedProcess } from '../../support/killed-process.ts';

const userId = 'olga';

/** A person changes the password twice, while the service is killed at a step. */
const story = async (of: Readonly<{ killAt: number; nodes?: number }>) => {
  const mails: Mail[] = [];
  const world = await killedProcess(
    securityMails,
    ({ outside }) => ({
      // A mail server drops a mail whose id it has had, and a reader one whose Message-ID it has had.
      mailer: { reaches: () => true, send: (mail: Mail) => outside(() => void mails.push(mail)) },
      addressesOf: async (ids: readonly string[]) => ids.map((id) => ({ userId: id, email: `${id}@example.com` })),
      consoleLinkOf: consoleLinks('https://social.example'),
    }),
    of,
  );
  const { send, log } = world;
  for (const passwordId of ['p1', 'p2', 'p3'])
    await send(signIn, userId, {
      type: 'set-password',
      userId,
      passwordId,
      linkId: null,
      keep: undefined,
      now: '2026-01-05T09:00:00.000Z',
    });
  await world.untilNothingIsOwed();
  return { world, noted: log.log.filter(({ type }) => type === 'NotificationMailed').length, mails };
};

/** What the person sees: the mails by their ids, with all words that were sent under one. */
const seen = (mails: readonly Mail[]) => new Set(mails.map((mail) => JSON.stringify(mail))).size;

describe('the mails of changes of a sign-in, sent by a process', () => {
  it('reach the person once by their id and are recorded once, at whatever step it is killed', async () => {
    let twice = 0;
    for (let killAt = 0; ; killAt += 1) {
      const { world, noted, mails } = await story({ killAt });
      expect([seen(mails), noted], `killed at step ${killAt}`).to.deep.equal([2, 2]);
      twice += mails.length - 2;
      if (!world.wasKilled()) {
        expect(killAt, 'steps that were killed').to.be.greaterThan(5);
        return expect(twice, 'mails that left again').to.be.greaterThan(0);
      }
    }
  });

  it('reach the person once by their id where two nodes send them at the same time', async () => {
    const { noted, mails } = await story({ killAt: Infinity, nodes: 2 });
    expect([seen(mails), noted]).to.deep.equal([2, 2]);
  });
});
