import { blueskyClientId, type Config } from './config.ts';
import { exchangeOf, send } from '../edge/http/exchange.ts';
import type { PlainHandler } from '../edge/http/plain-handler.ts';
import { clientMetadata } from '../outside/platforms/bluesky/oauth.ts';

type Settings = Pick<Config, 'publicUrl' | 'platformApps' | 'blueskyRedirectUris'>;

/**
 * The page by which Bluesky's servers identify this service as a client (atproto.com: OAuth, client
 * metadata). It exists only where the client id of live accounts is its address, and redirect
 * addresses are configured.
 */
export const clientDocument = ({
  publicUrl,
  platformApps,
  blueskyRedirectUris,
}: Settings): Record<string, PlainHandler> => {
  const clientId = blueskyClientId(publicUrl);
  if (platformApps.BLUESKY?.clientId !== clientId || blueskyRedirectUris.length === 0) return {};
  const document = JSON.stringify(clientMetadata(clientId, blueskyRedirectUris));
  const headers = { 'content-type': 'application/json', 'cache-control': 'public, max-age=300' };
  return { [new URL(clientId).pathname]: (req, res) => send(res, exchangeOf(req), 200, document, headers) };
};
