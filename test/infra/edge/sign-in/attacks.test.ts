import { expect } from 'chai';
import { choosePassword, personAt } from '../../../../commands/sign-in/register-person.ts';
import { signIn } from '../../../../domain/sign-in/sign-in.ts';
import { tryLimits } from '../../../../infra/adapters/sign-in/tries.ts';
import { adminSteps } from '../../../../infra/cli/admin/admin-steps.ts';
import { forgotPath } from '../../../../infra/edge/sign-in/forgot-page.ts';
import { setUpPrefix } from '../../../../infra/edge/sign-in/set-up-page.ts';
import { locationOf as location } from '../../../support/cookie-browser.ts';
import { until } from '../../../support/until.ts';
import { alertIn, beatMs, linkIn, olga, token, useSignInSite } from './sign-in-site.ts';

describe('attacks on the sign-in by password', () => {
  const site = useSignInSite();
  const { browser, authorization, submit, enter, idOfOlga, mails } = site;

  it('lets one of many win the race for the set-up link, and none after that', async () => {
    const racers = Array.from({ length: 8 }, (_, index) => ({
      name: `Racer ${index}`,
      email: `racer${index}@example.com`,
      password: `violet-tram-${index}-pond-lamp`,
      workspace: `Racing ${index}`,
    }));
    const wrong = await browser().go(`${setUpPrefix}another-secret`, racers[0]);
    expect(wrong.status).to.equal(404);
    const weak = await browser().go(setUpPrefix + token, { ...racers[0], password: 'password123' });
    expect([weak.status, alertIn(await weak.text())]).to.deep.equal([
      400,
      'This password is in lists of leaked passwords. Choose another.',
    ]);
    const answers = await Promise.all(racers.map((racer) => browser().go(setUpPrefix + token, racer)));
    const pages = await Promise.all(answers.map(async (answer) => [answer.status, await answer.text()] as const));
    const won = pages.filter(([status]) => status === 200);
    expect(won.map(([, html]) => html.includes('svc_live_'))).to.deep.equal([true]);
    expect(pages.filter(([, html]) => html.includes('svc_live_'))).to.have.length(1);
    const registered = await Promise.all(
      racers.map(({ email }) => personAt(email, site.door.ports, adminSteps(site.commands))),
    );
    expect(registered.filter((id) => id !== undefined)).to.have.length(1);
    expect((await browser().go(setUpPrefix + token)).status, 'used').to.equal(404);
  });

  it('makes a link of an administrator the way in, once', async () => {
    const steps = adminSteps(site.commands);
    const { registerPerson } = await import('../../../../commands/sign-in/register-person.ts');
    const userId = steps.newId('user');
    await registerPerson({ userId, email: olga.email, name: 'Olga' }, site.door.ports, steps);
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    const issue = { type: 'issue-password-link', userId, linkId: steps.newId('link'), expiresAt } as const;
    await steps.handle(signIn, userId, issue, { shared: true, workspaceId: '' });
    const url = site.links.urlOf(issue);
    expect((await browser().go(`${url.slice(0, -2)}xx`)).status, 'forged').to.equal(404);
    expect((await browser().go(url)).status, 'a look changes nothing').to.equal(200);
    expect((await browser().go(url, { password: 'olgaolgaolga' })).status, 'weak').to.equal(400);
    expect((await browser().go(url, { password: olga.password })).status).to.equal(200);
    expect((await browser().go(url, { password: 'another-tram-98-pond' })).status, 'replayed').to.equal(404);
    const { tokens } = await enter();
    const session = await site.issuer.verifySession(tokens['access_token'] ?? '');
    expect(session).to.include({ subject: userId, email: olga.email, emailVerified: true });
    expect(await site.door.isOpen(userId, session?.sessionId ?? '')).to.equal(true);
    const ofIdToken = await site.issuer.verifySession(tokens['id_token'] ?? '');
    expect(ofIdToken?.sessionId, 'an ID token belongs to the same session').to.equal(session?.sessionId);
  });

  it('does not tell a person from a stranger, by words or by time', async () => {
    const timed = async (fields: Record<string, string>) => {
      const { go } = browser();
      const page = location(await go(authorization));
      const began = performance.now();
      const response = await go(page, fields);
      const html = await response.text();
      return { ms: performance.now() - began, said: [response.status, html.replaceAll(fields['email'] ?? '', '')] };
    };
    const known = await timed({ email: olga.email, password: 'wrong-tram-97-pond' });
    const unknown = await timed({ email: 'nina@example.com', password: 'wrong-tram-97-pond' });
    /** The names of the sign-in and of the challenge are of the browser, not of the person. */
    const withoutNames = (html: string) =>
      html.replace(/interaction\/[\w-]+/, '').replace(/challenge&#34;:&#34;[\w-]+/, '');
    const hidden = ([status, html]: unknown[]) => [status, withoutNames(String(html))];
    expect(hidden(unknown.said)).to.deep.equal(hidden(known.said));
    expect(known.said[0]).to.equal(401);
    expect(Math.min(known.ms, unknown.ms), 'the answer waits for the beat').to.be.at.least(beatMs - 5);
  });

  it('stops guessing, also where it guesses in parallel, and the person goes on from a known address', async () => {
    await enter(browser('192.0.2.1'));
    const guesses = await Promise.all(
      Array.from({ length: tryLimits.perPerson + 6 }, (_, index) =>
        submit({ email: olga.email, password: `guess-number-${index}-of-many` }, '203.0.113.7'),
      ),
    );
    expect(guesses.filter(({ status }) => status === 401)).to.have.length(tryLimits.perPerson);
    const refused = guesses.filter(({ status }) => status === 429);
    expect(refused).to.have.length(6);
    expect(Number(refused[0]?.retry)).to.be.within(1, tryLimits.windowSeconds);
    expect((await submit(olga, '203.0.113.7')).status, 'the right one is refused as well').to.equal(429);
    expect((await submit(olga, '198.51.100.4')).status, 'from elsewhere too').to.equal(429);
    const events = (await site.commands.load(signIn, await idOfOlga(), undefined))?.events ?? [];
    expect(events.filter(({ type }) => type === 'GuessingNoticed')).to.have.length(1);
    expect((await submit(olga, '192.0.2.1')).status, 'at home').to.equal(303);
  });

  it('counts an unknown address like a known one, and many people from one address together', async () => {
    const strangers = await Promise.all(
      Array.from({ length: tryLimits.perPerson + 1 }, () =>
        submit({ email: 'nina@example.com', password: 'some-tram-97-pond' }, '203.0.113.8'),
      ),
    );
    expect(strangers.filter(({ status }) => status === 429)).to.have.length(1);
    const spread = await Promise.all(
      Array.from({ length: tryLimits.perAddress + 2 }, (_, index) =>
        submit({ email: `p${index}@example.com`, password: 'some-tram-97-pond' }, `2001:db8:1:2::${index + 1}`),
      ),
    );
    expect(
      spread.filter(({ status }) => status === 429),
      'one network',
    ).to.have.length(2);
  }).timeout(60_000);

  it('mails a link to choose a password, which opens once, and tells no person from a stranger', async () => {
    mails.length = 0;
    const ask = async (email: string, from?: string) => {
      const response = await browser(from).go(forgotPath, { email });
      return { status: response.status, html: await response.text() };
    };
    const { tokens } = await enter();
    const sessionId = (await site.issuer.verifySession(tokens['access_token'] ?? ''))?.sessionId ?? '';

    const [ofPerson, ofStranger] = [await ask('Olga@example.com'), await ask('no.person@example.com')];
    expect(ofPerson.status).to.equal(200);
    expect(ofStranger).to.deep.equal(ofPerson);
    await until('the mail is sent', () => mails.length > 0);
    expect(mails.map(({ to, subject }) => [to, subject])).to.deep.equal([[olga.email, 'Choose a new password']]);

    // Asking again gives no stranger a way to void the link.
    await ask(olga.email, '203.0.113.50');
    await until('the second mail is sent', () => mails.length > 1);
    const [link = '', again = ''] = mails.map(linkIn);
    expect(again).to.equal(link);

    expect((await browser().go(`${link.slice(0, -2)}xx`, { password: 'amber-kite-31-moss' })).status).to.equal(404);
    expect((await browser().go(link, { password: 'amber-kite-31-moss' })).status).to.equal(200);
    expect((await browser().go(link, { password: 'another-kite-32-moss' })).status, 'replayed').to.equal(404);
    expect(await site.door.isOpen(await idOfOlga(), sessionId), 'other sessions end').to.equal(false);
    expect((await submit({ email: olga.email, password: 'amber-kite-31-moss' })).says).to.equal('');
    // The tests that follow know the first password.
    await choosePassword(
      { userId: await idOfOlga(), password: olga.password, linkId: null },
      site.door.ports,
      adminSteps(site.commands),
    );
  });

  it('mails few links, for an address of a person and of a stranger alike, and leaves the sign-in open', async () => {
    mails.length = 0;
    const ask = async (email: string) => (await browser('198.51.100.77').go(forgotPath, { email })).status;
    const times = Array.from({ length: tryLimits.perPerson + 1 });
    const answers: number[][] = [];
    for (const email of [olga.email, 'no.person@example.com'])
      answers.push(await Promise.all(times.map(() => ask(email))));
    for (const of of answers) expect(of.filter((status) => status === 429)).to.have.length(1);
    await until('the mails are sent', () => mails.length === tryLimits.perPerson);
    expect(new Set(mails.map(linkIn)).size, 'askings at once name one link').to.equal(1);
    expect((await submit(olga, '198.51.100.77')).says).to.equal('');
    expect((await browser().go(`${forgotPath}/other`, { email: olga.email })).status).to.equal(404);
    expect((await browser().go(forgotPath, { email: 'no address' })).status).to.equal(400);
  });

  it('closes a stolen session when the person ends it, and asks its browser to sign in again', async () => {
    const { tokens, go } = await enter();
    const session = await site.issuer.verifySession(tokens['access_token'] ?? '');
    const userId = await idOfOlga();
    const sessionId = session?.sessionId ?? '';
    expect(location(await go(authorization)), 'still signed in').to.include('code=');
    await adminSteps(site.commands).handle(
      signIn,
      userId,
      { type: 'end-session', userId, sessionId },
      { shared: true },
    );
    expect(await site.door.isOpen(userId, sessionId)).to.equal(false);
    expect(location(await go(authorization)), 'asked again').to.match(/\/oidc\/interaction\//);
    const refreshed = await fetch(`${site.origin}/oidc/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        client_id: 'console',
        refresh_token: tokens['refresh_token'] ?? '',
      }),
    });
    expect(refreshed.status, 'its refresh token').to.equal(400);
  });

  it('takes no sign-in page of another browser, and no password that was replaced', async () => {
    const first = browser();
    const page = location(await first.go(authorization));
    expect((await browser().go(page, olga)).status).to.equal(400);
    const userId = await idOfOlga();
    await adminSteps(site.commands).handle(
      signIn,
      userId,
      { type: 'set-disabled', userId, disabled: true },
      { shared: true },
    );
    expect(await submit(olga)).to.deep.include({ status: 401, says: 'The e-mail address or the password is wrong.' });
  });
});
