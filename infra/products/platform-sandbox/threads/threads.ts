import type { SandboxPlatform } from '../platform.ts';
import { businessLoginRoutes } from '../meta/business-login.ts';
import { graphError, missingObject } from '../meta/graph-errors.ts';
import { metaReport } from '../meta/webhook-body.ts';
import { metaId } from '../meta/ids.ts';
import { issueToken, longSeconds, yesterday } from '../meta/tokens.ts';
import { createThreads, graphHost, threads, threadsScopes } from './accounts.ts';
import { containerRoutes } from './containers.ts';
import { postRoutes } from './posts.ts';

/** The Threads API, simulated: containers for every post, replies and threads, quotas, deletion. */
export const threadsSandbox: SandboxPlatform = {
  platform: 'THREADS',
  containers: true,
  report: metaReport,
  routes: [
    ...businessLoginRoutes({
      dialect: threads,
      title: 'Threads',
      hosts: { authorize: 'www.threads.net', code: graphHost, graph: graphHost },
      prefix: 'th',
      scopes: threadsScopes,
      person: (world, workspaceId) => createThreads(world, { workspaceId }),
    }),
    ...containerRoutes,
    ...postRoutes,
  ],
  unknownPath: ({ request, url }) => graphError(missingObject(request.method, url.pathname.split('/').at(-1) ?? '')),
  newId: (world) => metaId(world, '1803'),
  async provision(world, { workspaceId, username, accountType, tokenExpiresInSeconds, canAutoRefresh = true }) {
    const account = await createThreads(world, {
      workspaceId,
      ...(username !== undefined && { username }),
      ...(accountType !== undefined && { accountType: accountType.toLowerCase() }),
    });
    const expiresInSeconds = tokenExpiresInSeconds ?? longSeconds;
    const secret = await issueToken(world, account, {
      type: 'USER',
      life: 'long',
      scope: threadsScopes.join(','),
      expiresInSeconds,
      issuedAt: yesterday(world),
      renewable: canAutoRefresh,
    });
    return {
      details: {
        nativeId: account.nativeId,
        username: account.username,
        displayName: account.displayName,
        avatarUrl: `https://scontent.cdninstagram.com/v/${account.nativeId}.jpg`,
        ...(account.accountType !== undefined && { accountType: account.accountType }),
      },
      grant: {
        credentials: { accessToken: secret.value },
        expiresInSeconds,
        canAutoRefresh,
        scopes: [...threadsScopes],
      },
    };
  },
};
