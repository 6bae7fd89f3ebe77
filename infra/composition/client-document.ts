import { newClientKey } from '../outside/platforms/bluesky/client-key.ts';
import type { PlatformApps } from '../outside/platforms/adapter.ts';
import { keptSecret } from '../stores/secrets/kept-key.ts';
import { type Config } from './config.ts';
import { blueskyClientId } from './platform-apps.ts';
import type { Infrastructure } from './infrastructure.ts';
import { exchangeOf, send } from '../edge/http/exchange.ts';
import type { PlainHandler } from '../edge/http/plain-handler.ts';
import { clientMetadata } from '../outside/platforms/bluesky/oauth.ts';

type Settings = Pick<Config, 'publicUrl' | 'platformApps' | 'blueskyRedirectUris'>;

/** Whether the service itself publishes the document that its client id at Bluesky names. */
const publishesDocument = ({ publicUrl, platformApps, blueskyRedirectUris }: Settings): boolean =>
  platformApps.BLUESKY?.clientId === blueskyClientId(publicUrl) && blueskyRedirectUris.length > 0;

/**
 * The registrations of live accounts. The service's own client at Bluesky has a key, which is made
 * once for an installation and kept with the other secrets.
 */
export const liveApps = async (
  infrastructure: Pick<Infrastructure, 'database' | 'vault'> & Readonly<{ config: Settings }>,
): Promise<PlatformApps> => {
  const { config } = infrastructure;
  const { platformApps } = config;
  const app = platformApps.BLUESKY;
  if (!app || app.clientSecret !== '' || !publishesDocument(config)) return platformApps;
  const clientSecret = await keptSecret(infrastructure, 'bluesky-client-key', newClientKey);
  return { ...platformApps, BLUESKY: { ...app, clientSecret } };
};

/**
 * The page by which Bluesky's servers identify this service as a client (atproto.com: OAuth, client
 * metadata). It exists only where the client id of live accounts is its address, and redirect
 * addresses are configured.
 */
export const clientDocument = (config: Settings, apps: PlatformApps): Record<string, PlainHandler> => {
  const { BLUESKY: app } = apps;
  if (!app || !publishesDocument(config)) return {};
  const { clientId, clientSecret } = app;
  const document = JSON.stringify(clientMetadata(clientId, config.blueskyRedirectUris, clientSecret));
  const headers = { 'content-type': 'application/json', 'cache-control': 'public, max-age=300' };
  return {
    [new URL(clientId).pathname]: (req, res) => send(res, exchangeOf(req), { status: 200, body: document, headers }),
  };
};
