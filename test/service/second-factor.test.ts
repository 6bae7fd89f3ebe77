import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { Secret, TOTP } from 'otpauth';
import { signInWithin, type SignedIn } from '../support/console-sign-in.ts';
import { useInstallation } from '../support/installation.ts';
import { until } from '../support/until.ts';
import { cookieBrowser } from '../support/cookie-browser.ts';

const owner = { name: 'Olga', email: 'olga@example.com', password: 'violet-tram-97-pond', workspace: 'Acme' };

const codeOf = (secret: string, halfMinutes = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + halfMinutes * 30_000 });

describe('a person with a second factor over the API', function () {
  this.timeout(120_000);
  const site = useInstallation(() => ({}));
  const callOnce = async ({ token }: SignedIn, line: string, body?: unknown) => {
    const [method, path] = line.split(' ');
    const response = await fetch(`${site.origin}/v1/users/me/${path}`, {
      ...(method && { method }),
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };

  /** A busy machine may answer that the service is not there for the moment: as patient as any client has to be. */
  const call: typeof callOnce = async (...asked) => {
    for (;;) {
      const answer = await callOnce(...asked);
      if (answer.status !== 503) return answer;
      await pause(1_000);
    }
  };

  it('sets it up with the password and a code, signs in with codes, and switches it off', async () => {
    expect((await cookieBrowser(site.origin).go(site.setUpUrl, owner)).status).to.equal(200);
    const before = await signInWithin(site.origin, owner);
    expect((await call(before, 'POST second-factor', {})).status, 'without the password').to.equal(400);
    expect((await call(before, 'POST second-factor', { currentPassword: 'wrong' })).status).to.equal(403);
    const offered = await call(before, 'POST second-factor', { currentPassword: owner.password });
    expect(offered.status).to.equal(200);
    const secret = String(offered.body['secret']);
    expect((await call(before, 'GET second-factor')).body).to.deep.equal({
      enabled: false,
      enabledAt: null,
      recoveryCodesLeft: 0,
    });
    expect((await call(before, 'POST second-factor/confirm', { code: '12345' })).status).to.equal(400);
    const confirmed = await call(before, 'POST second-factor/confirm', { code: codeOf(secret) });
    const [first, second] = confirmed.body['recoveryCodes'] as readonly string[];
    expect((await call(before, 'GET second-factor')).body).to.include({ enabled: true, recoveryCodesLeft: 10 });

    const alone = await signInWithin(site.origin, owner).catch((error: unknown) => String(error));
    expect(alone, 'the password alone').to.include('asked for a code');
    const signedIn = await signInWithin(site.origin, owner, first);
    expect((await call(signedIn, 'GET second-factor')).body).to.include({ recoveryCodesLeft: 9 });
    expect((await call(signedIn, 'POST second-factor/disable', { code: first })).status, 'used').to.equal(403);
    expect((await call(signedIn, 'POST second-factor', { currentPassword: owner.password })).status).to.equal(409);
    const replaced = await call(signedIn, 'POST second-factor/recovery-codes', { code: second });
    expect(replaced.body['recoveryCodes']).to.have.length(10);
    expect((await call(signedIn, 'POST second-factor/disable', { code: codeOf(secret, 1) })).status).to.equal(200);
    await signInWithin(site.origin, owner);
  });

  it('gets in again by an administrator of the installation, who ends every session', async () => {
    const signedIn = await signInWithin(site.origin, owner);
    const offered = await call(signedIn, 'POST second-factor', { currentPassword: owner.password });
    const code = codeOf(String(offered.body['secret']));
    expect((await call(signedIn, 'POST second-factor/confirm', { code })).status).to.equal(200);
    await until('the list has it', async () => (await site.admin('people', 'list')).includes('with a second factor'));
    const said = await site.admin('people', 'reset-second-factor', owner.email, '--json');
    expect(JSON.parse(said)).to.include({ removed: true });
    await until('the session has ended', async () => (await call(signedIn, 'GET second-factor')).status === 401);
    await signInWithin(site.origin, owner);
  });

  it('belongs to an installation whose log says how long each phase of the start took', () => {
    const phases = [...site.output.matchAll(/"phase":"([^"]+)","ms":\d+/g)].map(([, phase]) => phase);
    expect(phases).to.deep.equal([
      'stores',
      'event log',
      'projector',
      'access, platforms and processes',
      'HTTP server',
    ]);
  });
});
