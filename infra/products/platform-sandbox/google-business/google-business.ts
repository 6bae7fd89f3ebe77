import { issueOptions, provisioned, wantsOf } from '../issue.ts';
import type { SandboxPlatform } from '../platform.ts';
import { createPerson, everyScope, issue, locationNamed, newNumber, ownLocations } from './accounts.ts';
import { notFound } from './answers.ts';
import { oauthRoutes } from './oauth.ts';
import { postRoutes } from './posts.ts';
import { readingRoutes } from './reading.ts';

/**
 * Google Business Profile, simulated: posts reviewed before they appear, media by address, reviews
 * of locations.
 */
export const googleBusinessSandbox: SandboxPlatform = {
  platform: 'GOOGLE_BUSINESS',
  containers: false,
  routes: [...oauthRoutes, ...postRoutes, ...readingRoutes],
  unknownPath: notFound,
  async newId(world, kind, accountNativeId, data = {}) {
    const number = await newNumber(world);
    if (kind !== 'review') return number;
    const account = await world.store.account('GOOGLE_BUSINESS', accountNativeId);
    const location = account && locationNamed(account, data['locationPath']);
    if (location === undefined) throw new Error('a review names its location');
    return `${location}/reviews/${number}`;
  },
  async provision(world, request) {
    const account = await createPerson(world, wantsOf(request));
    const issued = await issue(world, account, everyScope, issueOptions(request));
    const locations = ownLocations(account).map(({ path: id, title: name }) => ({ id, name, kind: 'location' }));
    return provisioned(account, issued, {
      page: locations[0],
      destinations: locations,
      scopes: everyScope.split(' '),
    });
  },
};
