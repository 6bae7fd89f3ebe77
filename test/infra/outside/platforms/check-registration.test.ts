import { expect } from 'chai';
import { appNames, type AppName } from '../../../../infra/outside/platforms/adapter.ts';
import { platformAdapters } from '../../../../infra/outside/platforms/all.ts';
import { checkable, checkRegistration } from '../../../../infra/outside/platforms/check-registration.ts';
import { sandboxHosts } from '../../../../infra/outside/platforms/hosts.ts';
import { platformHttp } from '../../../../infra/outside/platforms/http.ts';
import { runCli } from '../../../support/command-line.ts';
import { testApps } from '../../../support/sandbox-apps.ts';
import { Lab } from './lab.ts';

describe('the check of a registration, against the sandbox over sockets', () => {
  let lab: Lab;
  before(async () => {
    lab = new Lab();
    await lab.start();
  });
  after(() => lab.stop());

  const wrongSecret = 'a-secret-that-was-copied-wrongly';
  const checked = (registration: AppName, clientSecret: string, origin = lab.origin) => {
    const apps = { ...testApps, [registration]: { ...testApps[registration], clientSecret } };
    const adapters = platformAdapters({ http: platformHttp(), hosts: sandboxHosts(origin), apps });
    return checkRegistration(registration, { adapters, apps, redirectUri: 'https://app.example.com/back' });
  };

  for (const registration of checkable(testApps))
    it(`tells right credentials of ${registration} from wrong ones`, async () => {
      const right = await checked(registration, testApps[registration].clientSecret);
      expect(right, JSON.stringify(right)).to.include({ registration, result: 'accepted' });
      const wrong = await checked(registration, wrongSecret);
      expect(wrong, JSON.stringify(wrong)).to.include({ registration, result: 'refused' });
      expect(JSON.stringify([right, wrong]))
        .to.not.include(wrongSecret)
        .and.not.include(testApps[registration].clientSecret);
    });

  it('leaves out what has no secret that a token endpoint could judge', () => {
    const left = appNames.filter((name) => !checkable(testApps).includes(name));
    expect(left).to.deep.equal(['BLUESKY', 'TELEGRAM', 'MASTODON', 'TWITTER_WEBHOOKS']);
    expect(checkable({ TWITTER: { clientId: 'id', clientSecret: '' } })).to.deep.equal(['TWITTER']);
  });

  it('says where no answer came', async () => {
    expect(await checked('TWITTER', 'secret', 'http://127.0.0.1:9')).to.include({ result: 'no answer' });
  });

  it('is a command, which ends with 1 where a platform refuses the application', async function () {
    this.timeout(60_000);
    const check = async (clientSecret: string, ...args: string[]) => {
      const { code, out, err } = await runCli('admin', ['platforms', 'check', ...args], {
        TWITTER_CLIENT_ID: testApps.TWITTER.clientId,
        TWITTER_CLIENT_SECRET: clientSecret,
        TWITTER_TOKEN_URL: `${lab.origin}/sandbox/twitter/api.x.com/2/oauth2/token`,
      });
      expect(out + err).to.not.include(clientSecret);
      return { code, out, err };
    };
    const right = await check(testApps.TWITTER.clientSecret, 'twitter', '--json');
    expect(right.code, right.err).to.equal(0);
    const [first] = JSON.parse(right.out) as readonly object[];
    expect(first, right.out).to.include({ registration: 'TWITTER', result: 'accepted' });
    const wrong = await check(wrongSecret);
    expect(wrong.code).to.equal(1);
    expect(wrong.out).to.match(/^TWITTER\s+refused\s+the platform refuses the application/m);
    const absent = await check(wrongSecret, 'PINTEREST');
    expect([absent.code, absent.err]).to.deep.equal([
      1,
      'PINTEREST_CLIENT_ID is not set, or PINTEREST has no registration that can be checked\n',
    ]);
  });
});
