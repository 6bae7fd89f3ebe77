import { forWorkspace, type KnownRedirects } from '@social-publishing/platform-sandbox';
import type { Connectors } from '../../../commands/accounts/connectors.ts';
import { Refused } from '../../../domain/kernel/refused.ts';
import type { Connector } from '../../../domain/platforms/connector.ts';
import type { PlatformAdapters } from '../../outside/platforms/all.ts';

/**
 * The adapters of each kind of workspace; a service without test mode has none for test workspaces.
 */
export type AdaptersByMode = Readonly<{ live: PlatformAdapters; test: PlatformAdapters | undefined }>;

/** The authorization URL names the person's test workspace to the simulated platform. */
const inSandbox = (connector: Connector, workspaceId: string, redirects: KnownRedirects | undefined): Connector =>
  new Proxy(connector, {
    get(target, name) {
      const own: unknown = Reflect.get(target, name, target);
      if (name === 'authorizationUrl') {
        const wrapped: Connector['authorizationUrl'] = async (request) => {
          const authorization = await target.authorizationUrl(request);
          return {
            ...authorization,
            url: forWorkspace(authorization.url, workspaceId, redirects?.proofOf(request.redirectUri)),
          };
        };
        return wrapped;
      }
      if (typeof own !== 'function') return own;
      const bound: unknown = own.bind(target);
      return bound;
    },
  });

/** The connectors of the real platforms for live workspaces, of the sandbox for test ones. */
export const platformConnectors = (adapters: AdaptersByMode, redirects?: KnownRedirects): Connectors => ({
  of({ workspaceId, mode }, platform) {
    const connector = adapters[mode]?.get(platform)?.connector;
    if (!connector) throw new Refused('SERVICE_UNAVAILABLE', `${platform} cannot be connected to here`);
    return mode === 'test' ? inSandbox(connector, workspaceId, redirects) : connector;
  },
});
