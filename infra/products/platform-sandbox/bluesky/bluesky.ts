import { issueOptions, provisioned, wantsOf } from '../issue.ts';
import type { SandboxPlatform } from '../platform.ts';
import { createAccount, home } from './accounts.ts';
import { error } from './answers.ts';
import { appviewRoutes } from './appview.ts';
import { chatRoutes } from './chat.ts';
import { newDid, newTid } from './ids.ts';
import { oauthRoutes } from './oauth.ts';
import { repositoryRoutes } from './repository.ts';
import { session, sessionRoutes } from './session.ts';

/** A server of the AT Protocol with its view of the network, simulated: chosen record keys, sessions, DPoP-bound OAuth. */
export const blueskySandbox: SandboxPlatform = {
  platform: 'BLUESKY',
  containers: false,
  routes: [...sessionRoutes, ...oauthRoutes, ...repositoryRoutes, ...appviewRoutes, ...chatRoutes],
  unknownPath: () => error(501, 'MethodNotImplemented', 'Method Not Implemented'),
  newId: async (world) => `at://${newDid()}/app.bsky.feed.post/${await newTid(world)}`,
  async provision(world, request) {
    const account = await createAccount(world, wantsOf(request));
    const { access, refresh, seconds } = await session(world, account, issueOptions(request));
    const extra = { did: account.nativeId, pds: home };
    return provisioned(
      account,
      { access, refresh, expiresInSeconds: seconds },
      { details: { instanceUrl: home }, extra },
    );
  },
};
