import { expect } from 'chai';
import { canReport } from '../../../../domain/accounts/event-subscription.ts';
import { isPolled } from '../../../../domain/comments/reading-schedule.ts';
import { platforms } from '../../../../domain/platforms/platform.ts';
import { receivers } from '../../../../infra/adapters/platform-webhooks/receivers.ts';
import { platformAdapters } from '../../../../infra/outside/platforms/all.ts';
import { realHosts } from '../../../../infra/outside/platforms/hosts.ts';
import { platformHttp } from '../../../../infra/outside/platforms/http.ts';

describe('what comes in from a platform', () => {
  const adapters = platformAdapters({ http: platformHttp(), hosts: realHosts(), apps: {} });

  it('is asked for where the platform has a call for it, and received there', () => {
    const asking = platforms.filter((platform) => adapters.get(platform)?.subscriber);
    expect(platforms.filter(canReport)).to.deep.equal(asking);
    expect(asking.filter((platform) => !receivers[platform])).to.deep.equal([]);
  });

  it('is read where the platform lists comments', () => {
    const listing = platforms.filter((platform) => adapters.get(platform)?.community.comments);
    expect(platforms.filter(isPolled)).to.deep.equal(listing);
  });
});
