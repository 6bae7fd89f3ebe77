import { expect } from 'chai';
import { authorizationAt, signInWithin, tokenAt, type SignedIn } from '../support/console-sign-in.ts';
import { cookieBrowser, locationOf } from '../support/cookie-browser.ts';
import { useInstallation } from '../support/installation.ts';
import { askedIn, SoftwareAuthenticator } from '../support/software-authenticator.ts';
import { until } from '../support/until.ts';

const owner = { name: 'Olga', email: 'olga@example.com', password: '', workspace: 'Acme' };

type Listed = Readonly<{ id: string; name: string; addedAt: string; lastUsedAt: string | null }>;

describe('a person with passkeys over the API', function () {
  this.timeout(120_000);
  const site = useInstallation(() => ({}));
  const call = async ({ token }: SignedIn, line: string, body?: unknown) => {
    const [method, path] = line.split(' ');
    const response = await fetch(`${site.origin}/v1/users/me/${path}`, {
      ...(method && { method }),
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const listed = async (session: SignedIn): Promise<readonly Listed[]> =>
    (await call(session, 'GET passkeys')).body['data'] as readonly Listed[];

  const enter = async (by: SoftwareAuthenticator): Promise<SignedIn> => {
    const { go } = cookieBrowser(site.origin);
    const page = locationOf(await go(authorizationAt(site.origin)));
    const asked = askedIn(await (await go(page)).text());
    const sent = await go(page, { passkey: JSON.stringify(by.get(asked)) });
    if (sent.status !== 303) throw new Error(`the sign-in answered ${sent.status}`);
    return tokenAt(site.origin, locationOf(await go(locationOf(sent))));
  };

  it('sets the installation up with one, signs in with it, and adds, renames and removes others', async () => {
    const [first, second] = [new SoftwareAuthenticator(site.origin), new SoftwareAuthenticator(site.origin)];
    const browser = cookieBrowser(site.origin);
    const options = askedIn(await (await browser.go(site.setUpUrl)).text());
    const userId = Buffer.from(options.user.id, 'base64url').toString();
    const set = { ...owner, userId, passkey: JSON.stringify(first.create(options)) };
    expect((await browser.go(site.setUpUrl, set)).status).to.equal(200);

    const session = await enter(first);
    expect((await call(session, 'GET sessions')).body['data']).to.have.nested.property('[0].method', 'passkey');
    const [only] = await listed(session);
    expect(only).to.include({ name: 'First passkey' });
    expect(only?.lastUsedAt, 'it was used').to.be.a('string');
    const removedOnly = await call(session, `DELETE passkeys/${only?.id}`);
    expect(removedOnly.status, 'the only way in').to.equal(409);

    const begun = await call(session, 'POST passkeys/options', {});
    expect(begun.status).to.equal(200);
    const credential = second.create(begun.body as unknown as Parameters<typeof second.create>[0]);
    const elsewhere = await enter(first);
    const stolen = await call(elsewhere, 'POST passkeys', { name: 'Key', credential });
    expect(stolen.status, 'in another session').to.equal(400);
    const added = await call(session, 'POST passkeys', { name: 'Key', credential });
    expect(added.status).to.equal(201);
    expect((await call(session, 'POST passkeys', { name: 'Key', credential })).status, 'again').to.equal(409);
    const { id } = added.body as { id: string };
    expect((await call(session, `PATCH passkeys/${id}`, { name: 'Safe' })).status).to.equal(200);
    expect((await listed(session)).map(({ name }) => name)).to.deep.equal(['First passkey', 'Safe']);

    const bySecond = await enter(second);
    expect((await call(session, `DELETE passkeys/${id}`)).status).to.equal(200);
    await until('its session has ended', async () => (await call(bySecond, 'GET passkeys')).status === 401);
    expect(await enter(second).catch((error: unknown) => String(error))).to.include('answered 401');
    await enter(first);
  });

  it('is shown and helped by an administrator of the installation', async () => {
    expect(await site.admin('people', 'list')).to.include('with 1 passkey, without a password');
    const [passkey] = JSON.parse(await site.admin('people', 'passkeys', owner.email, '--json')) as readonly Listed[];
    expect(await site.admin('sessions', 'list', owner.email)).to.match(/ passkey /);
    const said = await site.admin('people', 'remove-passkey', owner.email, passkey?.id ?? '');
    expect(said).to.include('has no way in');
    const { link } = JSON.parse(await site.admin('people', 'link', owner.email, '--json')) as { link: string };
    const chosen = { ...owner, password: 'violet-tram-97-pond' };
    expect((await cookieBrowser(site.origin).go(link, chosen)).status).to.equal(200);
    const session = await signInWithin(site.origin, chosen);
    expect((await call(session, 'POST passkeys/options', {})).status, 'without the password').to.equal(400);
    expect((await call(session, 'POST passkeys/options', { currentPassword: 'wrong' })).status).to.equal(403);
    expect((await call(session, 'POST passkeys/options', { currentPassword: chosen.password })).status).to.equal(200);
  });
});
