import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { platforms } from '../../domain/platforms/platform.ts';
import { formatted } from '../../infra/cli/formatted.ts';
import { platformRequirements } from '../../infra/outside/platforms/all-requirements.ts';
import { scope as blueskyScope } from '../../infra/outside/platforms/bluesky/oauth.ts';
import { realHosts } from '../../infra/outside/platforms/hosts.ts';
import { Lab } from '../infra/outside/platforms/lab.ts';
import { appNames } from '../../infra/outside/platforms/adapter.ts';
import { platformGuidePages } from './platform-guide-pages.ts';
import { platformGuides } from './platform-guides.ts';
import { platformApisPage, platformApisText } from './platform-apis-page.ts';
import { root } from './pages.ts';

const configuration = readFileSync(path.join(root, 'docs/configuration.md'), 'utf8');

describe('the page of the platforms’ APIs', () => {
  let lab: Lab;
  before(async () => {
    lab = new Lab();
    await lab.start();
  });
  after(() => lab.stop());

  for (const { file, text } of [{ file: platformApisPage, text: platformApisText() }, ...platformGuidePages()])
    it(`is what the declarations say now (npm run docs): ${file}`, async () => {
      const at = path.join(root, file);
      const laidOut = await formatted(text, at);
      expect(await readFile(at, 'utf8')).to.equal(laidOut);
    });

  it('names settings that the service reads, of each registration', () => {
    const known = new Set(appNames.flatMap((app) => [`${app}_CLIENT_ID`, `${app}_CLIENT_SECRET`]));
    for (const platform of platforms) {
      const { register, variables = {} } = platformGuides[platform];
      const others = Object.keys(variables).filter(
        (name) => !known.has(name) && !configuration.includes(`\`${name}\``),
      );
      expect(others, platform).to.deep.equal([]);
      const set = [...Object.keys(variables), ...(register.length === 0 ? [] : [`${platform}_CLIENT_ID`])];
      for (const { registration } of platformRequirements[platform].logins)
        // Bluesky's client is a document that the service publishes itself.
        if (registration !== undefined && registration !== 'BLUESKY')
          expect(set, `${platform}: ${registration}`).to.include(`${registration}_CLIENT_ID`);
    }
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
