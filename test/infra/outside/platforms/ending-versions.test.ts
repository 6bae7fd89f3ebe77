import { expect } from 'chai';
import { endingVersions } from '../../../../infra/outside/platforms/ending-versions.ts';
import { realHosts } from '../../../../infra/outside/platforms/hosts.ts';

describe('versions of platforms’ APIs that end', () => {
  const app = { clientId: 'id', clientSecret: 'secret' };
  const hosts = realHosts({
    linkedinVersion: '202607',
    urls: { FACEBOOK: { api: 'https://graph.facebook.com/v24.0' } },
  });
  const ending = (day: string, apps = {}) => endingVersions(hosts, apps, new Date(`${day}T00:00:00Z`));

  it('are named half a year before', () => {
    const apps = { LINKEDIN_ORGANIZATION: app, FACEBOOK: app };
    expect(ending('2026-12-31', apps)).to.deep.equal([]);
    expect(ending('2027-01-01', apps)).to.deep.equal(['202607 of LinkedIn ends on 2027-07-01: raise LINKEDIN_VERSION']);
    expect(ending('2027-08-18', apps)[1]).to.equal('v24.0 of Facebook ends on 2028-02-18: raise FACEBOOK_API_URL');
  });

  it('do not matter to a service without a registration', () => {
    expect(ending('2030-01-01')).to.deep.equal([]);
  });

  it('are not known of versions that Meta has not dated', () => {
    const newer = realHosts({ urls: { FACEBOOK: { api: 'https://graph.facebook.com/v99.0' } } });
    expect(endingVersions(newer, { FACEBOOK: app }, new Date('2030-01-01'))).to.deep.equal([]);
  });
});
