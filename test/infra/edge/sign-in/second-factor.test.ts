import { expect } from 'chai';
import {
  disableSecondFactor,
  enableSecondFactor,
  offerSecondFactor,
  replaceRecoveryCodes,
} from '../../../../commands/sign-in/second-factor.ts';
import { signIn } from '../../../../domain/sign-in/sign-in.ts';
import { authenticatorCodes } from '../../../../infra/adapters/sign-in/authenticator-codes.ts';
import { tryLimits } from '../../../../infra/adapters/sign-in/tries.ts';
import { adminSteps } from '../../../../infra/cli/admin/admin-steps.ts';
import { halfSignIns } from '../../../../infra/edge/sign-in/half-sign-ins.ts';
import { locationOf } from '../../../support/cookie-browser.ts';
import { Secret, TOTP } from 'otpauth';
import { until } from '../../../support/until.ts';
import { alertIn, linkIn, olga, useSignInSite } from './sign-in-site.ts';

const halfMinute = 30_000;
const halfIn = (html: string): string => /name="half" value="([^"]*)"/.exec(html)?.[1] ?? '';

describe('the second factor of a sign-in', () => {
  const site = useSignInSite();
  let userId: string;
  let secret: string;
  let recovery: readonly string[];

  const codeAt = (at: Date): string =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() });
  /** A code of a half minute in which none was used. */
  const nextCode = (): string => {
    site.advance(halfMinute);
    return codeAt(site.now());
  };
  const stepsNow = () => ({ ...adminSteps(site.commands), now: site.now().toISOString() });
  const eventsOf = async (type: string) =>
    ((await site.commands.load(signIn, userId, undefined))?.events ?? []).filter((event) => event.type === type);

  /** A browser that has proven the password and is asked for a code. */
  const atTheCode = async (from?: string) => {
    const browser = site.browser(from);
    const page = locationOf(await browser.go(site.authorization));
    const asked = await browser.go(page, olga);
    const half = halfIn(await asked.text());
    const present = async (code: string, otherHalf = half) => {
      const response = await browser.go(page, { half: otherHalf, code });
      const says = alertIn(await response.text());
      return { status: response.status, says, retry: response.headers.get('retry-after'), back: locationOf(response) };
    };
    return { status: asked.status, half, page, present, browser };
  };

  before(async () => {
    userId = await site.register(olga);
    const before = await site.enter();
    const sessionId = (await site.issuer.verifySession(before.tokens['access_token'] ?? ''))?.sessionId ?? '';
    const { ports } = site.door;
    ({ secret } = await offerSecondFactor({ userId, ...olga }, ports, stepsNow()));
    const confirm = (code: string) =>
      enableSecondFactor({ userId, code, address: '192.0.2.1', keep: undefined }, ports, stepsNow());
    const wrong = codeAt(new Date(site.now().getTime() - 10 * halfMinute));
    expect((await confirm(wrong).catch((error: unknown) => error)) as Error).to.include({ code: 'VALIDATION_ERROR' });
    recovery = await confirm(codeAt(site.now()));
    expect(await site.door.isOpen(userId, sessionId), 'a session from before').to.equal(false);
  });

  it('is asked for after the password, and no session starts without it', async () => {
    const { status, half, present, browser } = await atTheCode();
    expect(status).to.equal(200);
    expect(half).to.not.equal('');
    expect(await eventsOf('SessionStarted'), 'only the one from before').to.have.length(1);
    const sent = await present(nextCode());
    expect(sent.status).to.equal(303);
    const tokens = await site.tokensOf(locationOf(await browser.go(sent.back)));
    const session = await site.issuer.verifySession(tokens['access_token'] ?? '');
    expect(await site.door.isOpen(userId, session?.sessionId ?? '')).to.equal(true);
  });

  it('takes a code once, also from two browsers at once, and none from before it', async () => {
    const code = nextCode();
    const browsers = await Promise.all([atTheCode(), atTheCode()]);
    const answers = await Promise.all(browsers.map(({ present }) => present(code)));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([303, 401]);
    expect((await (await atTheCode()).present(code)).status, 'replayed').to.equal(401);
    const earlier = codeAt(new Date(site.now().getTime() - halfMinute));
    expect((await (await atTheCode()).present(earlier)).status, 'still in the window').to.equal(401);
  });

  it('takes a recovery code once, in a race of many', async () => {
    const [first = ''] = recovery;
    const browsers = await Promise.all(Array.from({ length: 4 }, () => atTheCode()));
    const answers = await Promise.all(browsers.map(({ present }) => present(first.toUpperCase())));
    expect(answers.filter(({ status }) => status === 303)).to.have.length(1);
    expect(await eventsOf('RecoveryCodeUsed')).to.have.length(1);
    expect((await (await atTheCode()).present(first)).status).to.equal(401);
  });

  it('stops guessing, in parallel too, refuses the right code then, and a replay wins no more guesses', async () => {
    const used = nextCode();
    await (await atTheCode()).present(used);
    const attacker = await atTheCode('203.0.113.7');
    const guesses = Array.from({ length: tryLimits.perPerson + 4 }, (_, index) =>
      index === 3 ? used : String(index).padStart(6, '0'),
    );
    const answers = await Promise.all(guesses.map((code) => attacker.present(code)));
    expect(answers.filter(({ status }) => status === 401)).to.have.length(tryLimits.perPerson);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).to.have.length(4);
    expect(Number(refused[0]?.retry)).to.be.within(1, tryLimits.windowSeconds + 3600);
    expect((await attacker.present(nextCode())).status, 'the right one').to.equal(429);
    expect(await eventsOf('GuessingNoticed')).to.have.length(1);
    expect((await (await atTheCode()).present(nextCode())).status, 'at home').to.equal(303);
  });

  it('takes the first half of no other sign-in, no changed one, and none after its time', async () => {
    const [mine, other] = [await atTheCode(), await atTheCode()];
    expect((await mine.present(nextCode(), other.half)).status).to.equal(400);
    expect((await mine.present(nextCode(), `${mine.half.slice(0, -3)}AAA`)).status).to.equal(400);
    const at = site.now();
    const halves = halfSignIns('a secret');
    const proven = { userId, by: { method: 'password', passwordId: 'p' } } as const;
    const half = halves.make(proven, 's', at);
    expect(halves.read(half, 's', at)).to.deep.equal(proven);
    expect(halves.read(half, 's', new Date(at.getTime() + 10 * 60_000))).to.equal(undefined);
    expect(halfSignIns('another').read(half, 's', at)).to.equal(undefined);
  });

  it('replaces the recovery codes for a code, and the earlier ones are void', async () => {
    const made = await replaceRecoveryCodes(
      { userId, code: nextCode(), address: '192.0.2.1' },
      site.door.ports,
      stepsNow(),
    );
    expect(new Set([...made, ...recovery]).size).to.equal(20);
    expect((await (await atTheCode()).present(recovery[1] ?? '')).status).to.equal(401);
    expect((await (await atTheCode()).present(made[1] ?? '')).status).to.equal(303);
  });

  it('is asked for after a link of a mail too', async () => {
    const browser = site.browser();
    const page = locationOf(await browser.go(site.authorization));
    await browser.go(page, { ...olga, by: 'mail' });
    await until('the mail is sent', () => site.mails.length > 0);
    const link = new URL(linkIn(site.mails[0] ?? { text: '' })).searchParams.get('link') ?? '';
    const asked = await browser.go(page, { link });
    expect(halfIn(await asked.text()), 'the page of the code').to.equal(link);
    expect((await browser.go(page, { half: link, code: '000000' })).status).to.equal(401);
    expect((await browser.go(page, { half: link, code: nextCode() })).status).to.equal(303);
    expect((await browser.go(page, { half: link, code: nextCode() })).status, 'the link is used').to.not.equal(303);
  });

  it('is removed by an administrator, which ends every session', async () => {
    const { present, browser } = await atTheCode();
    const sent = await present(nextCode());
    const tokens = await site.tokensOf(locationOf(await browser.go(sent.back)));
    const sessionId = (await site.issuer.verifySession(tokens['access_token'] ?? ''))?.sessionId ?? '';
    expect(await site.door.isOpen(userId, sessionId)).to.equal(true);
    await disableSecondFactor({ userId, proof: undefined }, site.door.ports, stepsNow());
    expect(await site.door.isOpen(userId, sessionId)).to.equal(false);
    expect((await site.submit(olga)).status, 'the password alone').to.equal(303);
  });

  it('makes codes as RFC 6238 has them', () => {
    // Appendix B: the secret "12345678901234567890", at 59 s; the last six digits of 94287082.
    const ofRfc = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
    expect(authenticatorCodes.stepOf(ofRfc, '287 082', '1970-01-01T00:00:59Z')).to.equal(1);
    expect(authenticatorCodes.stepOf(ofRfc, '287082', '1970-01-01T00:01:20Z'), 'half a minute later').to.equal(1);
    expect(authenticatorCodes.stepOf(ofRfc, '287082', '1970-01-01T00:01:30Z'), 'a minute later').to.equal(undefined);
    expect(authenticatorCodes.stepOf(ofRfc, '287083', '1970-01-01T00:00:59Z')).to.equal(undefined);
    const uri = new URL(authenticatorCodes.uriOf(ofRfc, 'olga@example.com'));
    expect([uri.protocol, uri.searchParams.get('secret')]).to.deep.equal(['otpauth:', ofRfc]);
  });
});
