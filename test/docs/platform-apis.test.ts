import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { platforms } from '../../domain/platforms/platform.ts';
import { platformRequirements } from '../../infra/outside/platforms/all-requirements.ts';
import { scope as blueskyScope } from '../../infra/outside/platforms/bluesky/oauth.ts';
import { realHosts } from '../../infra/outside/platforms/hosts.ts';
import { Lab } from '../infra/outside/platforms/lab.ts';
import { platformApisPage, platformApisText } from './platform-apis-page.ts';
import { root } from './pages.ts';

describe('the page of the platforms’ APIs', () => {
  let lab: Lab;
  before(async () => {
    lab = new Lab();
    await lab.start();
  });
  after(() => lab.stop());

  it('is what the declarations say now (npm run docs)', async () => {
    const file = path.join(root, platformApisPage);
    const text = await format(platformApisText(), { ...(await resolveConfig(file)), parser: 'markdown' });
    expect(await readFile(file, 'utf8')).to.equal(text);
  });

  /** The scopes of a consent, by the address that a person is sent to. */
  const askedBy = async (platform: (typeof platforms)[number], login: string): Promise<readonly string[]> => {
    // Bluesky's are in the request that the service pushes, not in the address.
    if (platform === 'BLUESKY') return blueskyScope.split(' ');
    const { url } = await lab.adapter(platform).connector.authorizationUrl({
      state: 's',
      redirectUri: 'https://service.example.com/back',
      codeVerifier: 'v'.repeat(64),
      ...((login === 'member' || login === 'organization') && { accountType: login }),
      ...((login === 'instagram_login' || login === 'fb_login') && { oauthVersion: login }),
    });
    return (new URL(url).searchParams.get('scope') ?? '').split(/[ ,]/);
  };

  for (const platform of platforms)
    for (const { name, scopes } of platformRequirements[platform].logins)
      it(`names a review for exactly the scopes that ${platform} is asked for by ${name}`, async () => {
        expect([...(await askedBy(platform, name))].sort()).to.deep.equal(Object.keys(scopes).sort());
      });

  it('names a version for every address of a platform that contains one', () => {
    const { urls } = realHosts();
    for (const platform of platforms) {
      const named = platformRequirements[platform].versions.map(({ called }) => called(realHosts()));
      expect(named, platform).not.to.include(undefined);
      for (const [name, url] of Object.entries(urls[platform])) {
        const version = /\/(v\d+(?:\.\d+)?)(?:\/|$)/.exec(url)?.[1];
        const isLogin = /authorize|token|revoke|userinfo/i.test(name);
        if (version !== undefined && !isLogin) expect(named, `${platform} ${name}`).to.include(version);
      }
    }
  });
});
