import { z } from 'zod';
import type { AuthorizationRequest, Grant } from '../../../../domain/platforms/connector.ts';
import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import type { Credentials } from '../../../../domain/platforms/publisher.ts';
import { appOf, type PlatformTools } from '../adapter.ts';
import type { Explain } from '../http.ts';
import { shaped } from '../shape.ts';
import { explainToken } from './errors.ts';
import { longSeconds, Token } from './facebook-login.ts';

const Code = z.object({
  access_token: z.string(),
  /** A list, or a comma separated text. */
  permissions: z.union([z.array(z.string()), z.string()]).optional(),
});
/** Meta documents both forms: flat, and within `data`. */
const Redeemed = z.union([
  Code,
  z.object({ data: z.tuple([Code], z.unknown()) }).transform(({ data: [first] }) => first),
]);

const tooYoung = /24 hours/;
const daySeconds = 86_400;

/** A token younger than a day cannot be renewed yet, which does not make it invalid. */
const explainRenewal: Explain = (reply) => {
  const reported = explainToken(reply);
  return reported && tooYoung.test(reported.message) ? { ...reported, kind: 'not_stored' } : reported;
};

/** The login that Instagram and Threads share: an hour's token for the code, exchanged for sixty days, renewed by itself. */
export const businessLogin = (
  { http, apps, hosts }: PlatformTools,
  platform: 'INSTAGRAM' | 'THREADS',
  scopes: readonly string[],
) => {
  const urls = hosts.urls[platform];
  const prefix = platform === 'INSTAGRAM' ? 'ig' : 'th';

  const longer = async (way: 'exchange' | 'refresh', token: string): Promise<Grant> => {
    const { clientSecret } = appOf(apps, platform);
    const reply = await http.call(
      {
        method: 'GET',
        url: `${urls.graph}/${way === 'exchange' ? 'access_token' : 'refresh_access_token'}`,
        query: {
          grant_type: `${prefix}_${way}_token`,
          ...(way === 'exchange' && { client_secret: clientSecret }),
          access_token: token,
        },
        effect: 'step',
      },
      explainRenewal,
    );
    const { access_token: accessToken, expires_in: expires = longSeconds } = shaped(Token, reply, 'step');
    return { credentials: { accessToken }, expiresInSeconds: expires, canAutoRefresh: true };
  };

  return {
    authorizationUrl({ state, redirectUri }: AuthorizationRequest): string {
      const url = new URL(urls.authorize);
      url.search = new URLSearchParams({
        client_id: appOf(apps, platform).clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: scopes.join(','),
        state,
      }).toString();
      return url.toString();
    },
    async exchange(code: string, redirectUri: string): Promise<Grant> {
      const { clientId, clientSecret } = appOf(apps, platform);
      const form = {
        client_id: clientId,
        client_secret: clientSecret,
        grant_type: 'authorization_code',
        redirect_uri: redirectUri,
        // Meta ends the address it sends people back to with `#_`, which copied codes bring along.
        code: code.replace(/#_$/, ''),
      };
      const reply = await http.call({ method: 'POST', url: urls.token, form, effect: 'step' }, explainToken);
      const { access_token: short, permissions } = shaped(Redeemed, reply, 'step');
      const granted = typeof permissions === 'string' ? permissions.split(',') : permissions;
      return { ...(await longer('exchange', short)), ...(granted && { scopes: granted }) };
    },
    async refresh({ accessToken }: Credentials): Promise<Grant> {
      try {
        return await longer('refresh', accessToken);
      } catch (error) {
        if (!(error instanceof PlatformError) || error.kind !== 'not_stored' || !tooYoung.test(error.message))
          throw error;
        // Younger than a day, it has at least fifty-nine of its sixty days left: there is nothing
        // to renew.
        return { credentials: { accessToken }, expiresInSeconds: longSeconds - daySeconds, canAutoRefresh: true };
      }
    },
  };
};
