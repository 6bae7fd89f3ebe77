import { issueOptions, provisioned, wantsOf } from '../issue.ts';
import type { SandboxPlatform } from '../platform.ts';
import { avatarOf, createChannel, newCommentId } from './accounts.ts';
import { error } from './answers.ts';
import { commentRoutes } from './comments.ts';
import { issue, oauthRoutes } from './oauth.ts';
import { uploadRoutes } from './uploads.ts';
import { videoRoutes } from './videos.ts';

const everyScope = ['youtube.upload', 'youtube.readonly', 'youtube.force-ssl']
  .map((scope) => `https://www.googleapis.com/auth/${scope}`)
  .join(' ');

/** The YouTube Data API v3, simulated: resumable uploads, processing, conversations, Google's lasting refresh tokens. */
export const youtubeSandbox: SandboxPlatform = {
  platform: 'YOUTUBE',
  containers: false,
  routes: [...oauthRoutes, ...uploadRoutes, ...videoRoutes, ...commentRoutes],
  unknownPath: () => error(404, 'notFound', 'Not Found', 'global'),
  newId: async () => newCommentId(),
  async provision(world, request) {
    const account = await createChannel(world, wantsOf(request));
    const issued = await issue(world, account, everyScope, issueOptions(request));
    const { nativeId: id, displayName: name, username } = account;
    const avatarUrl = avatarOf(account);
    return provisioned(account, issued, {
      details: { avatarUrl },
      scopes: everyScope.split(' '),
      destinations: [{ id, name, kind: 'channel', username, avatarUrl }],
    });
  },
};
