import { expect } from 'chai';
import { addPasskey, beginPasskey, removePasskey } from '../../../../commands/sign-in/passkeys.ts';
import { signIn } from '../../../../domain/sign-in/sign-in.ts';
import { tryLimits } from '../../../../infra/adapters/sign-in/tries.ts';
import { passkeysAt } from '../../../../infra/adapters/sign-in/passkeys.ts';
import { adminSteps } from '../../../../infra/cli/admin/admin-steps.ts';
import { setUpPrefix } from '../../../../infra/edge/sign-in/set-up-page.ts';
import { locationOf } from '../../../support/cookie-browser.ts';
import { askedIn, SoftwareAuthenticator, type Deviation } from '../../../support/software-authenticator.ts';
import { alertIn, olga, publicUrl, token, useSignInSite } from './sign-in-site.ts';

const refused = 'The passkey was not accepted. Try again, or sign in another way.';

describe('the sign-in by a passkey', () => {
  const site = useSignInSite();
  let userId: string;
  let key: SoftwareAuthenticator;

  const stepsNow = () => ({ ...adminSteps(site.commands), now: site.now().toISOString() });
  const eventsOf = async (type: string) =>
    ((await site.commands.load(signIn, userId, undefined))?.events ?? []).filter((event) => event.type === type);

  /** Adds a passkey to a person, as the console does. */
  const addTo = async (of: string, authenticator: SoftwareAuthenticator, deviation: Deviation = {}) => {
    const { ports } = site.door;
    const options = await beginPasskey({ userId: of, email: 'x@example.com', name: null }, 'p', ports, stepsNow());
    const answer = authenticator.create(options, deviation);
    const add = () => addPasskey({ userId: of, answer, purpose: 'p', name: 'Key', linkId: null }, ports, stepsNow());
    return { passkeyId: await add(), answer, add };
  };

  /** A browser at the sign-in page. */
  const atTheDoor = async (from?: string) => {
    const browser = site.browser(from);
    const page = locationOf(await browser.go(site.authorization));
    const asked = askedIn(await (await browser.go(page)).text());
    const send = async (answer: unknown) => {
      const response = await browser.go(page, {
        passkey: typeof answer === 'string' ? answer : JSON.stringify(answer),
      });
      const says = alertIn(await response.text());
      return { status: response.status, says, retry: response.headers.get('retry-after'), back: locationOf(response) };
    };
    return { browser, page, asked, send };
  };
  const present = async (deviation: Deviation = {}, of = key, from?: string) => {
    const { asked, send } = await atTheDoor(from);
    return send(of.get(asked, deviation));
  };

  before(async () => {
    userId = await site.register(olga);
    key = new SoftwareAuthenticator(publicUrl);
    await addTo(userId, key);
  });

  it('opens a session without an address, a password or a code', async () => {
    const { browser, asked, send } = await atTheDoor();
    expect(asked).to.include({ rpId: 'social.example.com', userVerification: 'required' });
    const sent = await send(key.get(asked));
    expect(sent.status, sent.says).to.equal(303);
    const tokens = await site.tokensOf(locationOf(await browser.go(sent.back)));
    const session = await site.issuer.verifySession(tokens['access_token'] ?? '');
    expect(session).to.include({ subject: userId, email: olga.email });
    expect(await site.door.isOpen(userId, session?.sessionId ?? '')).to.equal(true);
    expect((await eventsOf('SessionStarted')).at(-1)?.data).to.include({ method: 'passkey' });
  });

  it('takes an answer once, also from two requests at once', async () => {
    const { asked, send } = await atTheDoor();
    const answer = key.get(asked);
    const answers = await Promise.all([send(answer), send(answer), send(answer)]);
    expect(answers.filter(({ status }) => status === 303)).to.have.length(1);
    expect((await send(answer)).status, 'replayed').to.not.equal(303);
    const silent = new SoftwareAuthenticator(publicUrl, { counts: false });
    await addTo(userId, silent);
    const again = await atTheDoor();
    const uncounted = silent.get(again.asked);
    expect((await again.send(uncounted)).status).to.equal(303);
    const events = (await eventsOf('SessionStarted')).length;
    await again.send(uncounted);
    expect(await eventsOf('SessionStarted'), 'replayed, by a passkey that does not count').to.have.length(events);
  });

  it('takes no answer to a challenge of another sign-in, of its own, or after five minutes', async () => {
    const other = await atTheDoor();
    expect(await present({ challenge: other.asked.challenge })).to.include({ status: 401, says: refused });
    expect((await present({ challenge: Buffer.alloc(54).toString('base64url') })).status).to.equal(401);
    const { asked, send } = await atTheDoor();
    site.advance(5 * 60_000);
    expect((await send(key.get(asked))).status).to.equal(401);
  });

  it('takes no answer of another origin, for another service, without verification, or of another kind', async () => {
    for (const deviation of [
      { origin: 'https://social.example.com.evil.example' },
      { origin: 'http://social.example.com' },
      { rpId: 'example.com' },
      { verifies: false },
      { type: 'webauthn.create' },
    ])
      expect(await present(deviation), JSON.stringify(deviation)).to.include({ status: 401, says: refused });
  });

  it('takes no copy of an authenticator, whose counter falls behind', async () => {
    expect((await present()).status).to.equal(303);
    expect((await present({ counter: 2 })).status).to.equal(401);
    expect((await present({ counter: 0 })).status).to.equal(401);
    expect((await present()).status).to.equal(303);
  });

  it('takes no passkey of another person, and tells an unknown person by nothing', async () => {
    const nina = await site.register({ email: 'nina@example.com', password: 'amber-kite-31-moss' });
    const hers = new SoftwareAuthenticator(publicUrl);
    await addTo(nina, hers);
    const handleOf = (id: string) => Buffer.from(id).toString('base64url');
    const asOlga = await present({ userHandle: handleOf(userId) }, hers);
    const asStranger = await present({ userHandle: handleOf('c00000000000000000000abcd') }, hers);
    expect(asOlga).to.deep.equal({ status: 401, says: refused, retry: null, back: '' });
    expect(asStranger).to.deep.equal(asOlga);
    expect((await present({}, hers)).status).to.equal(303);
    for (const junk of ['no json', '{}', '[]', '"x"', JSON.stringify({ ...hers, id: 1 })])
      expect((await (await atTheDoor()).send(junk)).status, junk).to.equal(401);
  });

  it('adds none of another service, without verification, twice, or for a used challenge', async () => {
    const problemOf = async (deviation: Deviation) =>
      addTo(userId, new SoftwareAuthenticator(publicUrl), deviation).catch((error: unknown) => error);
    for (const deviation of [
      { origin: 'https://evil.example' },
      { rpId: 'evil.example' },
      { verifies: false },
      { challenge: Buffer.alloc(54).toString('base64url') },
      { type: 'webauthn.get' },
    ])
      expect(await problemOf(deviation), JSON.stringify(deviation)).to.include({ code: 'VALIDATION_ERROR' });
    const another = new SoftwareAuthenticator(publicUrl);
    const { passkeyId, add } = await addTo(userId, another, { attestsItself: true });
    expect(await add().catch((error: unknown) => error), 'again').to.include({ code: 'CONFLICT' });
    await removePasskey({ userId, passkeyId, by: 'person' }, stepsNow());
    expect(await add().catch((error: unknown) => error), 'replayed').to.include({ code: 'CONFLICT' });
  });

  it('is added once where the same challenge is answered at once, by one authenticator or by several', async () => {
    const { ports } = site.door;
    const race = async (authenticators: readonly SoftwareAuthenticator[]) => {
      const options = await beginPasskey({ userId, email: olga.email, name: null }, 'p', ports, stepsNow());
      const before = (await eventsOf('PasskeyAdded')).length;
      const tries = authenticators.map((each) =>
        addPasskey(
          { userId, answer: each.create(options), purpose: 'p', name: 'Key', linkId: null },
          ports,
          stepsNow(),
        ).catch((error: unknown) => error),
      );
      const results = await Promise.all(tries);
      expect(results.filter((each) => typeof each === 'string')).to.have.length(1);
      const refusals = results.filter((each) => typeof each !== 'string');
      for (const refusal of refusals) expect(refusal).to.include({ code: 'CONFLICT' });
      expect((await eventsOf('PasskeyAdded')).length - before).to.equal(1);
      const [made] = results.filter((each) => typeof each === 'string');
      await removePasskey({ userId, passkeyId: String(made), by: 'person' }, stepsNow());
    };
    const one = new SoftwareAuthenticator(publicUrl);
    await race([one, one, one]);
    await race(Array.from({ length: 3 }, () => new SoftwareAuthenticator(publicUrl)));
  });

  it('asks every browser for the same, and names no passkey', async () => {
    const askedAt = async (from: string): Promise<object> => {
      const { challenge, ...asked } = (await atTheDoor(from)).asked;
      expect(challenge).to.be.a('string');
      return asked;
    };
    // The first address is known of the person, the other one is not.
    expect((await present({}, key, '192.0.2.1')).status).to.equal(303);
    const known = await askedAt('192.0.2.1');
    expect(known).to.deep.include({ allowCredentials: [] });
    expect(await askedAt('198.51.100.9')).to.deep.equal(known);
  });

  it('opens nothing after its removal, and the sessions that it opened end', async () => {
    const another = new SoftwareAuthenticator(publicUrl);
    const { passkeyId } = await addTo(userId, another);
    const { browser, asked, send } = await atTheDoor();
    const tokens = await site.tokensOf(locationOf(await browser.go((await send(another.get(asked))).back)));
    const sessionId = (await site.issuer.verifySession(tokens['access_token'] ?? ''))?.sessionId ?? '';
    expect(await site.door.isOpen(userId, sessionId)).to.equal(true);
    await removePasskey({ userId, passkeyId, by: 'person' }, stepsNow());
    expect(await site.door.isOpen(userId, sessionId)).to.equal(false);
    expect((await present({}, another)).status).to.equal(401);
  });

  it('stops after many tries from elsewhere, also the right one, and goes on from a known address', async () => {
    const attacker = await atTheDoor('203.0.113.7');
    const wrong = key.get(attacker.asked, { verifies: false });
    const answers = await Promise.all(Array.from({ length: tryLimits.perPerson + 2 }, () => attacker.send(wrong)));
    expect(answers.filter(({ status }) => status === 401)).to.have.length(tryLimits.perPerson);
    expect(answers.filter(({ retry }) => Number(retry) > 0)).to.have.length(2);
    expect((await present({}, key, '203.0.113.7')).status).to.equal(429);
    expect(await eventsOf('GuessingNoticed')).to.have.length(1);
    expect((await present()).status, 'at home').to.equal(303);
    expect((await site.submit(olga, '203.0.113.7')).status, 'the password is counted apart').to.equal(303);
  });

  it('is chosen with a link instead of the password, once, and ends every session', async () => {
    const { tokens } = await site.enter();
    const sessionId = (await site.issuer.verifySession(tokens['access_token'] ?? ''))?.sessionId ?? '';
    const linkId = stepsNow().newId('link');
    const expiresAt = new Date(site.now().getTime() + 60_000).toISOString();
    const issue = { type: 'issue-password-link', userId, linkId, expiresAt } as const;
    await stepsNow().handle(signIn, userId, issue, { shared: true, workspaceId: '' });
    const url = site.links.urlOf({ userId, linkId });
    const browser = site.browser();
    const options = askedIn(await (await browser.go(url)).text());
    const chosen = new SoftwareAuthenticator(publicUrl);
    const forged = chosen.create(options, { origin: 'https://evil.example' });
    const fields = (answer: object) => ({ password: '', passkey: JSON.stringify(answer) });
    expect((await browser.go(url, fields(forged))).status).to.equal(400);
    const answer = chosen.create(options);
    const sent = await browser.go(url, fields(answer));
    expect(await sent.text()).to.include('The passkey is added');
    expect((await browser.go(url, fields(answer))).status, 'replayed').to.equal(404);
    expect(await site.door.isOpen(userId, sessionId), 'another session').to.equal(false);
    expect((await site.submit(olga)).status, 'the password').to.equal(401);
    expect((await present({}, chosen)).status).to.equal(303);
  });

  it('opens nothing for a disabled person', async () => {
    const disable = (disabled: boolean) =>
      stepsNow().handle(signIn, userId, { type: 'set-disabled', userId, disabled }, { shared: true, workspaceId: '' });
    await disable(true);
    expect(await present()).to.include({ status: 401, says: refused });
    await disable(false);
    expect((await present()).status).to.equal(303);
  });

  it('sets the installation up without a password', async () => {
    const browser = site.browser();
    const options = askedIn(await (await browser.go(setUpPrefix + token)).text());
    const owner = new SoftwareAuthenticator(publicUrl);
    const idOf = ({ user }: typeof options) => Buffer.from(user.id, 'base64url').toString();
    const fields = { name: 'Olaf', email: 'olaf@example.com', password: '', workspace: 'Acme' };
    const passkey = JSON.stringify(owner.create(options));
    const ofAnother = await browser.go(setUpPrefix + token, { ...fields, passkey, userId });
    expect(ofAnother.status, 'the id of another person').to.equal(400);
    const sent = await browser.go(setUpPrefix + token, { ...fields, passkey, userId: idOf(options) });
    const done = await sent.text();
    expect(alertIn(done)).to.equal('');
    expect(done).to.include('svc_live_');
    expect((await present({}, owner)).status).to.equal(303);
    expect((await browser.go(setUpPrefix + token)).status, 'used').to.equal(404);
    site.advance(24 * 3600_000);
    const steps = stepsNow();
    const remove = async () => {
      const [passkeyId = ''] = Object.keys((await steps.load(signIn, idOf(options)))?.state.passkeys ?? {});
      await removePasskey({ userId: idOf(options), passkeyId, by: 'administrator' }, stepsNow());
    };
    await remove();
    expect((await browser.go(setUpPrefix + token)).status, 'also without a way in').to.equal(404);
  });

  it('is for names over HTTPS, and for this machine', () => {
    const isOffered = (url: string): boolean => passkeysAt(url, 's') !== undefined;
    expect(['https://social.example.com', 'http://localhost:3000', 'https://a.localhost'].map(isOffered)).to.deep.equal(
      [true, true, true],
    );
    expect(['http://social.example.com', 'http://127.0.0.1:3000', 'https://[::1]'].map(isOffered)).to.deep.equal([
      false,
      false,
      false,
    ]);
  });
});
