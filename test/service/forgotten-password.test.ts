import { expect } from 'chai';
import { MailServer } from '../live/service/mail-server.ts';
import { cookieBrowser, locationOf } from '../support/cookie-browser.ts';
import { authorizationAt, signInWithin } from '../support/console-sign-in.ts';
import { useInstallation } from '../support/installation.ts';
import { until } from '../support/until.ts';

describe('an installation with its first owner, who forgets the password', function () {
  this.timeout(120_000);
  const mail = new MailServer();
  const site = useInstallation(async () => ({ SMTP_URL: await mail.listen(), OPEN_REGISTRATION: 'true' }));
  after(() => mail.close());

  it('is set up by the link that the start prints, and gets a link for a new password by mail', async () => {
    const { origin, setUpUrl: setUp } = site;
    const { go } = cookieBrowser(origin);
    const owner = { name: 'Olga', email: 'olga@example.com', password: 'violet-tram-97-pond', workspace: 'Acme' };
    const done = await go(setUp, owner);
    expect(done.status).to.equal(200);
    const key = /svc_live_\w+/.exec(await done.text())?.[0] ?? '';
    // A key whose read model is behind is asked to try again.
    await until('its first key opens', async () => {
      const posts = await fetch(`${origin}/v1/posts`, { headers: { authorization: `Bearer ${key}` } });
      expect(posts.status).to.be.oneOf([200, 503]);
      return posts.status === 200;
    });
    expect((await go(setUp)).status, 'the link is used').to.equal(404);

    const signIn = new URLSearchParams({
      client_id: 'console',
      response_type: 'code',
      redirect_uri: `${origin}/console`,
      scope: 'openid',
      state: 's',
      code_challenge_method: 'S256',
      code_challenge: 'c'.repeat(43),
    });
    const page = await (await go(locationOf(await go(`/oidc/auth?${signIn.toString()}`)))).text();
    const forgot = /<a href="([^"]+)">I forgot my password/.exec(page)?.[1] ?? '';
    expect((await go(forgot, { email: owner.email })).status).to.equal(200);
    await until('the mail arrives', () => mail.mails.length > 0);
    const [text = ''] = mail.mails;
    expect(text)
      .to.match(/^Subject: Choose a new password\r?$/m)
      .and.to.match(/^To: .*olga@example\.com/m);
    // Long lines of a mail are folded with "=" at their end.
    const plain = text.replace(/=\r\n/g, '').replace(/=3D/g, '=');
    const link = /http\S+\/password\/\S+/.exec(plain)?.[0] ?? '';
    expect((await go(link, { password: 'amber-kite-31-moss' })).status, link).to.equal(200);
    expect((await go(link)).status, 'the link is used').to.equal(404);
    await until('the change is mailed', () =>
      mail.mails.some((each) => /^Subject: Your password was changed\r?$/m.test(each)),
    );
    expect(mail.mails, 'the first password was not').to.have.length(2);
  });

  it('is open: a newcomer confirms an address, and signs in', async () => {
    mail.mails.length = 0;
    const { go } = cookieBrowser(site.origin);
    const page = await (await go(locationOf(await go(authorizationAt(site.origin))))).text();
    const register = /<a href="([^"]+)">Create an account/.exec(page)?.[1] ?? '';
    expect((await go(register, { email: 'nina@example.com' })).status).to.equal(200);
    await until('the mail arrives', () => mail.mails.length > 0);
    const plain = (mail.mails[0] ?? '').replace(/=\r\n/g, '').replace(/=3D/g, '=');
    const link = /http\S+\/register\/\S+/.exec(plain)?.[0] ?? '';
    const password = 'amber-kite-31-moss';
    expect(locationOf(await go(link, { name: 'Nina', password })), link).to.equal('/console');
    const { token } = await signInWithin(site.origin, { email: 'nina@example.com', password });
    await until('the person is known', async () => {
      const me = await fetch(`${site.origin}/v1/users/me`, { headers: { authorization: `Bearer ${token}` } });
      return me.status === 200 && ((await me.json()) as { name: string }).name === 'Nina';
    });
  });
});
