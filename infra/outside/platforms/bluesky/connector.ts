import { z } from 'zod';
import type { AccountDetails, Connector } from '../../../../domain/platforms/connector.ts';
import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import type { Credentials } from '../../../../domain/platforms/publisher.ts';
import type { PlatformTools } from '../adapter.ts';
import { shaped } from '../shape.ts';
import { blueskyApi } from './api.ts';
import { explain } from './errors.ts';
import { blueskyOauth } from './oauth.ts';
import { renewSession, repeatSeconds, signIn } from './session.ts';

const Me = z.object({ did: z.string(), handle: z.string() });
const Profile = z.object({ value: z.object({ displayName: z.string().optional() }) });

/** OAuth for servers with a consent page; app passwords (`identifier`, `password`, `instanceUrl?`) for others. */
export const blueskyConnector = (tools: PlatformTools): Connector => {
  const oauth = blueskyOauth(tools);
  const api = blueskyApi(tools);
  const homeOf = ({ extra }: Credentials) => (extra?.['pds'] === undefined ? {} : { instanceUrl: extra['pds'] });

  const displayName = async (did: string, credentials: Credentials): Promise<string | undefined> => {
    const query = { repo: did, collection: 'app.bsky.actor.profile', rkey: 'self' };
    try {
      return shaped(Profile, await api.ask('com.atproto.repo.getRecord', query, homeOf(credentials)), 'read').value
        .displayName;
    } catch (error) {
      // Many people never made a profile; their handle names them.
      if (error instanceof PlatformError && error.platformCode === 'RecordNotFound') return undefined;
      throw error;
    }
  };

  return {
    platform: 'BLUESKY',
    authorizationUrl: (request) => oauth.authorizationUrl(request),
    exchange: (code, request) => oauth.exchange(code, request),
    signIn: (secret) => signIn(tools, secret),
    async refresh(_account, { refreshToken, extra = {} }) {
      if (refreshToken === undefined)
        throw new PlatformError('unauthorized', 'ACCOUNT_DISCONNECTED', 'there is no refresh token for this account');
      return extra['dpopKey'] === undefined
        ? renewSession(tools, refreshToken, extra)
        : oauth.refresh(refreshToken, extra);
    },
    repeatSeconds: ({ extra }) => (extra?.['dpopKey'] === undefined ? repeatSeconds : 0),
    async revoke(account, credentials) {
      if (credentials.extra?.['dpopKey'] !== undefined) return oauth.revoke(credentials);
      const url = `${tools.hosts.instance('BLUESKY', account.instanceUrl)}/xrpc/com.atproto.server.deleteSession`;
      const headers = { authorization: `Bearer ${credentials.refreshToken ?? ''}` };
      await tools.http.call({ method: 'POST', url, headers, effect: 'step' }, explain);
    },
    async details(credentials): Promise<AccountDetails> {
      const account = homeOf(credentials);
      const request = { method: 'GET', nsid: 'com.atproto.server.getSession', effect: 'read' } as const;
      const { did, handle } = shaped(Me, await api.call(request, { account, credentials }), 'read');
      return {
        nativeId: did,
        username: handle,
        displayName: (await displayName(did, credentials)) || handle,
        ...account,
      };
    },
    destinations: async () => [],
  };
};
