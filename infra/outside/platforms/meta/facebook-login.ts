import { z } from 'zod';
import { lifeAfterExchange } from '../../../../domain/accounts/token-lifetime.ts';
import type { AuthorizationRequest, Grant } from '../../../../domain/platforms/connector.ts';
import type { Credentials } from '../../../../domain/platforms/publisher.ts';
import { appOf, type AppName, type PlatformTools } from '../adapter.ts';
import { shaped } from '../shape.ts';
import { explainToken } from './errors.ts';
import { graphOf } from './graph.ts';

export const Token = z.object({ access_token: z.string(), expires_in: z.number().positive().optional() });
const Permissions = z.object({ data: z.array(z.object({ permission: z.string(), status: z.string() })) });

/** Meta docs: a long-lived token lasts about sixty days; the answer leaves the number out at times. */
export const longSeconds = 5_184_000;

export type FacebookLoginUrls = Readonly<{ authorize: string; token: string; api: string }>;

/** Facebook Login as the platforms that use it share it: dialog, code, long-lived token, its exchange and its end. */
export const facebookLogin = (
  { http, apps }: PlatformTools,
  /** The registration it belongs to. */
  app: AppName,
  urls: FacebookLoginUrls,
  scopes: readonly string[],
) => {
  const graph = graphOf(http);

  const atToken = async (query: Record<string, string>, secrets: readonly string[]) => {
    const { clientId, clientSecret } = appOf(apps, app);
    const reply = await http.call(
      {
        method: 'GET',
        url: urls.token,
        query: { client_id: clientId, client_secret: clientSecret, ...query },
        effect: 'step',
        secrets: [clientSecret, ...secrets],
      },
      explainToken,
    );
    return shaped(Token, reply, 'step');
  };

  const exchanged = async (token: string) => {
    const longer = await atToken({ grant_type: 'fb_exchange_token', fb_exchange_token: token }, [token]);
    return { accessToken: longer.access_token, secondsLeft: longer.expires_in ?? longSeconds };
  };

  const granted = async (token: string): Promise<readonly string[]> => {
    const reply = await graph({ method: 'GET', url: `${urls.api}/me/permissions`, token, effect: 'read' });
    return shaped(Permissions, reply, 'read').data.flatMap(({ permission, status }) =>
      status === 'granted' ? [permission] : [],
    );
  };

  return {
    authorizationUrl({ state, redirectUri }: AuthorizationRequest): string {
      const url = new URL(urls.authorize);
      const { clientId, configId } = appOf(apps, app);
      url.search = new URLSearchParams({
        client_id: clientId,
        redirect_uri: redirectUri,
        state,
        // Meta docs: "Facebook Login for Business", a configuration takes the place of the scopes.
        ...(configId === undefined
          ? { scope: scopes.join(',') }
          : { config_id: configId, override_default_response_type: 'true' }),
        response_type: 'code',
      }).toString();
      return url.toString();
    },
    /** The code's own token, whatever its lifetime. */
    redeem: (code: string, redirectUri: string) => atToken({ redirect_uri: redirectUri, code }, [code]),
    /** The code exchanged for a long-lived user token. */
    async exchange(code: string, redirectUri: string): Promise<Grant> {
      const short = await atToken({ redirect_uri: redirectUri, code }, [code]);
      const { accessToken, secondsLeft } = await exchanged(short.access_token);
      return {
        credentials: { accessToken },
        expiresInSeconds: secondsLeft,
        canAutoRefresh: true,
        scopes: await granted(accessToken),
      };
    },
    /**
     * Meta documents the exchange of short-lived tokens only: a long-lived one is answered with a token of the
     * same end. `outlived`: a token of a Page goes on without it.
     */
    async refresh(old: Credentials, { outlived }: Readonly<{ outlived: boolean }>): Promise<Grant> {
      const { accessToken, secondsLeft } = await exchanged(old.accessToken);
      return { credentials: { accessToken }, ...lifeAfterExchange(secondsLeft, { outlived }) };
    },
    async revoke({ accessToken: token }: Credentials): Promise<void> {
      await graph({ method: 'DELETE', url: `${urls.api}/me/permissions`, token, effect: 'step' });
    },
  };
};
