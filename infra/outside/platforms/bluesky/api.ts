import type { Credentials } from '../../../../domain/platforms/publisher.ts';
import type { PlatformTools } from '../adapter.ts';
import type { PlatformHttp, PlatformReply, PlatformRequest } from '../http.ts';
import { dpopProof } from './dpop.ts';
import { explain } from './errors.ts';
import { defined } from '../../../../domain/kernel/defined.ts';

/** A request that proves possession of a key; the server's nonces are kept and answered. */
export type DpopCall = (
  request: PlatformRequest,
  proof: Readonly<{ key: string; accessToken?: string }>,
) => Promise<PlatformReply>;

const challenged = (reply: PlatformReply): boolean =>
  (reply.status === 400 || reply.status === 401) &&
  (/use_dpop_nonce/.test(reply.headers.get('www-authenticate') ?? '') || /"use_dpop_nonce"/.test(reply.text));

/**
 * Servers return a nonce with their first refusal and new ones later: a challenged request stored
 * nothing.
 */
export const dpopCaller = (http: PlatformHttp): DpopCall => {
  const nonces = new Map<string, string>();
  return async (request, { key, accessToken }) => {
    const { origin } = new URL(request.url);
    const attempt = async (last: boolean): Promise<PlatformReply> => {
      const nonce = nonces.get(origin);
      const proof = await dpopProof(key, {
        method: request.method,
        url: request.url,
        ...defined({ nonce, accessToken }),
      });
      const authorization = accessToken === undefined ? {} : { authorization: `DPoP ${accessToken}` };
      const reply = await http.call(
        { ...request, headers: { ...request.headers, ...authorization, dpop: proof }, accepts: [400, 401] },
        (answer) => {
          const next = answer.headers.get('dpop-nonce');
          if (next !== null) nonces.set(origin, next);
          return !last && challenged(answer) ? undefined : explain(answer);
        },
      );
      return !last && challenged(reply) ? attempt(true) : reply;
    };
    return attempt(false);
  };
};

export type BlueskyApi = Readonly<{
  /** An XRPC call with the account's session: a bearer token of an app password, or a DPoP-bound one of OAuth. */
  call(
    request: Omit<PlatformRequest, 'url'> & Readonly<{ nsid: string }>,
    as: Readonly<{ account: Readonly<{ instanceUrl?: string }>; credentials: Credentials; signal?: AbortSignal }>,
  ): Promise<PlatformReply>;
  /** An XRPC read without authentication. */
  ask(
    nsid: string,
    query: Readonly<Record<string, string>>,
    at: Readonly<{ instanceUrl?: string; signal?: AbortSignal }>,
  ): Promise<PlatformReply>;
}>;

export const blueskyApi = ({ http, hosts }: PlatformTools): BlueskyApi => {
  const dpop = dpopCaller(http);
  const urlOf = (instanceUrl: string | undefined, nsid: string) =>
    `${hosts.instance('BLUESKY', instanceUrl)}/xrpc/${nsid}`;
  return {
    async call({ nsid, ...rest }, { account, credentials, signal }) {
      const request = { ...rest, url: urlOf(account.instanceUrl, nsid), ...(signal && { signal }) };
      const { accessToken, extra } = credentials;
      const key = extra?.['dpopKey'];
      if (key !== undefined) return dpop(request, { key, accessToken });
      return http.call(
        { ...request, headers: { ...request.headers, authorization: `Bearer ${accessToken}` } },
        explain,
      );
    },
    ask: (nsid, query, { instanceUrl, signal }) =>
      http.call(
        { method: 'GET', url: urlOf(instanceUrl, nsid), query, effect: 'read', ...(signal && { signal }) },
        explain,
      ),
  };
};
