import { expect } from 'chai';
import { destinationRule } from '../../../../domain/accounts/destination-rules.ts';
import { sandboxPlatforms } from '../../../../infra/products/platform-sandbox/all.ts';
import type { ProvisionRequest } from '../../../../infra/products/platform-sandbox/platform.ts';
import { Lab } from '../../outside/platforms/lab.ts';

type Case = Pick<ProvisionRequest, 'platform' | 'accountType' | 'oauthVersion'>;

const cases: readonly Case[] = [
  ...sandboxPlatforms.map(({ platform }) => ({ platform })),
  { platform: 'INSTAGRAM', oauthVersion: 'fb_login' },
  { platform: 'LINKEDIN', accountType: 'member' },
];

describe('the destinations of an account that the sandbox made', () => {
  const lab = new Lab();
  before(() => lab.start());
  after(() => lab.stop());

  for (const { platform, ...wants } of cases)
    it(`are those that the connector lists: ${[platform, ...Object.values(wants)].join(' ')}`, async () => {
      const { account, grant, destinations } = await lab.person(platform, wants);
      const { connector } = lab.adapter(platform);
      const hasSeveral = destinationRule({ platform, oauthVersion: account.oauthVersion }) !== undefined;
      expect(destinations).to.deep.equal(
        hasSeveral ? await connector.destinations(account, grant.credentials) : undefined,
      );
    });
});
