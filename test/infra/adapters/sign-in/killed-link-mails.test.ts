import { expect } from 'chai';
import type { Mail } from '../../../../domain/mail/mail.ts';
import { isOpenLink, signIn } from '../../../../domain/sign-in/sign-in.ts';
import { foldState } from '../../../../domain/kernel/decider.ts';
import { user } from '../../../../domain/users/user.ts';
import { CommandHandler } from '../../../../commands/kernel/handle.ts';
import { mailPasswordLink } from '../../../../infra/adapters/sign-in/password-link-mail.ts';
import { passwordLinks } from '../../../../infra/adapters/sign-in/password-links.ts';
import { keyedRequests } from '../../../support/keyed-request.ts';

const userId = 'cmk0a2b3c4d5e6f7g8h9j0k1m';

/** A person who forgot the password. `contextOf` is another node each time. */
const begin = async () => {
  const requests = keyedRequests();
  const { log, contextOf } = requests;
  const person = { userId, externalId: userId, email: 'olga@example.com', name: 'Olga', avatarUrl: null };
  await contextOf().handle(user, userId, { type: 'sign-in', ...person }, { workspaceId: '', shared: true });
  const mails: Mail[] = [];
  const links = passwordLinks('a secret', 'https://social.example');
  const ask = (steps = contextOf(), send = async (mail: Mail) => void mails.push(mail)) =>
    mailPasswordLink({ commands: new CommandHandler(log), links, send })(userId, steps);
  const openLinks = (): readonly string[] => {
    const state = foldState(signIn, log.of(`signIn-${userId}`) as never);
    return Object.keys(state.links).filter((id) => isOpenLink(state, id, contextOf().now));
  };
  const urls = () => new Set(mails.map(({ text }) => /^http\S+$/m.exec(text)?.[0]));
  return { ...requests, ask, openLinks, urls, mails };
};

describe('the link for a forgotten password', () => {
  it('is the same where two nodes are asked for it at the same time', async () => {
    const { ask, openLinks, urls, mails } = await begin();
    await Promise.all([ask(), ask()]);
    expect([mails.length, urls().size, openLinks().length]).to.deep.equal([2, 1, 1]);
  });

  for (const [title, at] of [
    ['before the link is stored', 'beforeAppend'],
    ['after the link was stored', 'afterAppend'],
  ] as const)
    it(`is one that opens when the person asks again, where the service was killed ${title}`, async () => {
      const { log, ask, openLinks, urls, later } = await begin();
      log[at] = (stream: string) => {
        if (stream.startsWith('signIn-')) throw new Error('killed');
      };
      expect(await ask().catch((error: unknown) => String(error))).to.equal('Error: killed');
      log[at] = () => {};
      expect(urls().size, 'no mail of a link that is not stored').to.equal(0);
      later(60_000);
      await ask();
      expect([urls().size, openLinks().length]).to.deep.equal([1, 1]);
    });

  it('is sent again where the service was killed before the mail left', async () => {
    const { ask, openLinks, urls, later, contextOf } = await begin();
    const killed = async () => Promise.reject(new Error('killed'));
    expect(await ask(contextOf(), killed).catch((error: unknown) => String(error))).to.equal('Error: killed');
    const [stored] = openLinks();
    later(60_000);
    await ask();
    expect(openLinks()).to.deep.equal([stored]);
    expect([...urls()][0]).to.include(`${userId}.${stored}.`);
  });
});
