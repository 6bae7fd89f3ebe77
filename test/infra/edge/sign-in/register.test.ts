import { expect } from 'chai';
import { personAt } from '../../../../commands/sign-in/register-person.ts';
import { registerPath, registrations } from '../../../../infra/adapters/sign-in/registrations.ts';
import { tryLimits } from '../../../../infra/adapters/sign-in/tries.ts';
import { adminSteps } from '../../../../infra/cli/admin/admin-steps.ts';
import { locationOf } from '../../../support/cookie-browser.ts';
import { until } from '../../../support/until.ts';
import { alertIn, linkIn, olga, useSignInSite } from './sign-in-site.ts';

const nina = { email: 'nina@example.com', name: 'Nina', password: 'amber-kite-31-moss' };

describe('the registration of a person who was not invited', () => {
  const site = useSignInSite();
  const { mails } = site;
  beforeEach(() => void mails.splice(0));

  const ask = async (email: string, from?: string) => {
    const response = await site.browser(from).go(registerPath, { email });
    return { status: response.status, html: await response.text() };
  };
  const linkTo = async (email: string): Promise<string> => {
    await ask(email);
    await until('the mail is sent', () => mails.some(({ to }) => to === email));
    return linkIn(mails.find(({ to }) => to === email) ?? { text: '' });
  };
  const registered = (email: string) => personAt(email, site.door.ports, adminSteps(site.commands));

  it('confirms the address, then asks for name and password, once', async () => {
    const link = await linkTo(nina.email);
    expect(await registered(nina.email), 'not before the link').to.equal(undefined);
    expect(link, 'the address is not in the link').to.not.include('nina');
    const { go } = site.browser();
    expect((await go(link)).status).to.equal(200);
    const weak = await go(link, { ...nina, password: 'ninanina1234' });
    expect([weak.status, alertIn(await weak.text())]).to.deep.equal([
      400,
      'This password is easy to guess. A few words that do not belong together are hard to guess.',
    ]);
    const race = await Promise.all([go(link, nina), go(link, { ...nina, password: 'other-kite-32-moss' })]);
    expect(race.filter(({ status }) => status === 303).map(locationOf)).to.deep.equal(['/console']);
    expect((await go(link, { ...nina, password: 'third-kite-33-moss' })).status, 'used').to.equal(404);
    expect(await registered(nina.email)).to.be.a('string');
  });

  it('takes no changed link, and none after its time', async () => {
    const link = await linkTo('paul@example.com');
    const { go } = site.browser();
    expect((await go(`${link.slice(0, -4)}AAAA`, nina)).status).to.equal(404);
    expect((await go(`${registerPath}/forged`, nina)).status).to.equal(404);
    site.advance(24 * 3_600_000 + 1000);
    expect((await go(link, nina)).status, 'a day later').to.equal(404);
    expect(await registered('paul@example.com')).to.equal(undefined);
    const [one, other] = ['a', 'b'].map((letter) => registrations(letter.repeat(43), 'https://service.test'));
    const token = (await one?.urlOf('x@example.com', new Date()))?.split('/').at(-1) ?? '';
    expect(await one?.read(token, new Date())).to.equal('x@example.com');
    expect(await other?.read(token, new Date()), 'of another installation').to.equal(undefined);
  });

  it('tells no person from a stranger but by mail, and is counted', async () => {
    await site.register(olga);
    const [person, stranger] = [await ask(olga.email), await ask('stranger@example.com')];
    expect(stranger).to.deep.equal(person);
    await until('both mails are sent', () => mails.length === 2);
    expect(Object.fromEntries(mails.map(({ to, subject }) => [to, subject]))).to.deep.equal({
      [olga.email]: 'You have an account already',
      'stranger@example.com': 'Confirm your e-mail address',
    });
    expect((await ask('no address')).status).to.equal(400);
    const times = Array.from({ length: tryLimits.perPerson + 1 });
    const answers = await Promise.all(times.map(() => ask('many@example.com', '198.51.100.78')));
    expect(answers.filter(({ status }) => status === 429)).to.have.length(1);
    await until(
      'the mails are sent',
      () => mails.filter(({ to }) => to === 'many@example.com').length === tryLimits.perPerson,
    );
  });
});
