import { issueOptions, provisioned, wantsOf } from '../issue.ts';
import type { SandboxPlatform } from '../platform.ts';
import { boardsOf, createPerson, everyScope, issue, newId } from './accounts.ts';
import { noPath } from './answers.ts';
import { mediaRoutes } from './media.ts';
import { oauthRoutes } from './oauth.ts';
import { pinRoutes } from './pins.ts';

/** Pinterest API v5, simulated: closed request schemas, images by address, registered videos, rotating refresh tokens. */
export const pinterestSandbox: SandboxPlatform = {
  platform: 'PINTEREST',
  containers: false,
  routes: [...oauthRoutes, ...mediaRoutes, ...pinRoutes],
  unknownPath: noPath,
  newId,
  async provision(world, request) {
    const account = await createPerson(world, wantsOf(request));
    const issued = await issue(world, account, everyScope, issueOptions(request));
    const boards = boardsOf(account);
    return provisioned(account, issued, {
      details: { accountType: 'business' },
      page: boards[0],
      destinations: boards.map(({ id, name }) => ({ id, name, kind: 'board' })),
      scopes: everyScope.split(' '),
    });
  },
};
