import { expect } from 'chai';
import { signIn } from '../../../../domain/sign-in/sign-in.ts';
import { tryLimits } from '../../../../infra/adapters/sign-in/tries.ts';
import { adminSteps } from '../../../../infra/cli/admin/admin-steps.ts';
import { locationOf } from '../../../support/cookie-browser.ts';
import { until } from '../../../support/until.ts';
import { alertIn, linkIn, olga, useSignInSite } from './sign-in-site.ts';

describe('the sign-in by a mailed link', () => {
  const site = useSignInSite();
  const { mails } = site;
  let userId: string;

  before(async () => {
    userId = await site.register(olga);
  });
  beforeEach(() => void mails.splice(0));

  /** A browser that asked for a link. */
  const asked = async (email = olga.email, from?: string) => {
    const browser = site.browser(from);
    const page = locationOf(await browser.go(site.authorization));
    const response = await browser.go(page, { email, by: 'mail' });
    return { ...browser, page, status: response.status, html: await response.text() };
  };
  const theLink = async (): Promise<string> => {
    await until('the mail is sent', () => mails.length > 0);
    return linkIn(mails.at(-1) ?? { text: '' });
  };
  const textOf = (url: string): string => new URL(url).searchParams.get('link') ?? '';

  it('signs in the browser that asked, once, and a look at the link changes nothing', async () => {
    const { go, page } = await asked('Olga@example.com');
    const url = await theLink();
    expect(mails.map(({ to, subject }) => [to, subject])).to.deep.equal([[olga.email, 'Sign in']]);
    for (const look of [await go(url), await go(url)]) {
      expect(look.status).to.equal(200);
      expect(await look.text()).to.include('name="link"');
    }
    const sent = await go(page, { link: textOf(url) });
    const tokens = await site.tokensOf(locationOf(await go(locationOf(sent))));
    const session = await site.issuer.verifySession(tokens['access_token'] ?? '');
    expect(session).to.include({ subject: userId, email: olga.email });
    expect(await site.door.isOpen(userId, session?.sessionId ?? '')).to.equal(true);
    expect((await go(page, { link: textOf(url) })).status, 'replayed').to.not.equal(303);
    const started = (await site.commands.load(signIn, userId, undefined))?.events ?? [];
    expect(started.filter(({ type }) => type === 'SessionStarted')).to.have.length(1);
  });

  it('opens in no other browser, and not in another sign-in of the same one', async () => {
    await asked();
    const url = await theLink();
    const thief = site.browser();
    expect((await thief.go(url)).status, 'without the cookie of the sign-in').to.equal(400);
    const page = locationOf(await thief.go(site.authorization));
    const taken = await thief.go(page, { link: textOf(url) });
    expect([taken.status, alertIn(await taken.text())]).to.deep.equal([400, 'This sign-in has expired. Start again.']);
  });

  it('opens once where it is sent twice at once', async () => {
    const { go, page } = await asked();
    const link = textOf(await theLink());
    const answers = await Promise.all([go(page, { link }), go(page, { link }), go(page, { link })]);
    expect(answers.filter(({ status }) => status === 303)).to.have.length(1);
  });

  it('opens no longer after its time, or after a new password', async () => {
    const { go, page } = await asked();
    const link = textOf(await theLink());
    site.advance(10 * 60_000);
    expect((await go(page, { link })).status).to.equal(400);
    const other = await asked();
    mails.splice(0);
    const again = await asked();
    const fresh = textOf(await theLink());
    const steps = adminSteps(site.commands);
    const set = {
      type: 'set-password',
      userId,
      passwordId: 'p9',
      linkId: null,
      keep: undefined,
      now: steps.now,
    } as const;
    await steps.handle(signIn, userId, set, { shared: true, workspaceId: '' });
    expect((await again.go(again.page, { link: fresh })).status).to.equal(404);
    expect(other.status).to.equal(200);
  });

  it('tells no person from a stranger, mails the person alone, and is counted for both', async () => {
    const hidden = (html: string): string => html.replace(/interaction\/[\w-]+/g, '');
    const [person, stranger] = [await asked(), await asked('no.person@example.com')];
    expect([stranger.status, hidden(stranger.html)]).to.deep.equal([person.status, hidden(person.html)]);
    expect((await asked('no address')).status).to.equal(400);
    await until('the mail is sent', () => mails.length > 0);
    expect(mails.map(({ to }) => to)).to.deep.equal([olga.email]);
    for (const email of [olga.email, 'no.person@example.com']) {
      const times = Array.from({ length: tryLimits.perPerson + 1 });
      const answers = await Promise.all(times.map(() => asked(email, '198.51.100.77')));
      expect(answers.filter(({ status }) => status === 429).length, email).to.be.greaterThan(0);
    }
  });
});
