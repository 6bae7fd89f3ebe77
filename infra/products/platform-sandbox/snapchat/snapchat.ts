import { randomUUID } from 'node:crypto';
import { issueOptions, provisioned, wantsOf } from '../issue.ts';
import type { SandboxPlatform } from '../platform.ts';
import { avatarOf, createProfile } from './accounts.ts';
import { notFound } from './answers.ts';
import { assetRoutes } from './assets.ts';
import { mediaRoutes } from './media.ts';
import { issue, oauthRoutes, scope } from './oauth.ts';

/** Snap's Public Profile API, simulated: encrypted media in parts, stories without an id, spotlights, rotating refresh tokens. */
export const snapchatSandbox: SandboxPlatform = {
  platform: 'SNAPCHAT',
  containers: false,
  routes: [...oauthRoutes, ...mediaRoutes, ...assetRoutes],
  unknownPath: ({ url }) => notFound(url.pathname),
  newId: async () => randomUUID(),
  async provision(world, request) {
    const account = await createProfile(world, wantsOf(request));
    const issued = await issue(world, account, scope, issueOptions(request));
    const { nativeId: id, displayName: name, username } = account;
    return provisioned(account, issued, {
      details: { avatarUrl: avatarOf(account) },
      scopes: [scope],
      destinations: [{ id, name, kind: 'public profile', username }],
    });
  },
};
