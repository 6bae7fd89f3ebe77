import { z } from 'zod';
import type { Grant } from '../../../../domain/platforms/connector.ts';
import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import type { PlatformTools } from '../adapter.ts';
import { shaped } from '../shape.ts';
import { explain } from './errors.ts';
import { defined } from '../../../../domain/kernel/defined.ts';

const DidDocument = z.object({
  service: z.array(z.object({ id: z.string(), type: z.string().optional(), serviceEndpoint: z.string() })).optional(),
});
const Session = z.object({
  did: z.string(),
  handle: z.string(),
  accessJwt: z.string(),
  refreshJwt: z.string(),
  didDoc: DidDocument.optional(),
});

/** Observed on a running PDS: an access token lasts two hours. */
const accessSeconds = 7200;

const Claims = z.object({ iat: z.number(), exp: z.number() });

/**
 * The lifetime of a session token, read from its claims; only the difference of the times is
 * trusted.
 */
const lifetime = (jwt: string): number => {
  try {
    const claims = Claims.parse(JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString('utf8')));
    return Math.max(60, claims.exp - claims.iat);
  } catch {
    return accessSeconds;
  }
};

/** The server of an identity's repository, from its document. */
export const pdsOf = (document: z.infer<typeof DidDocument> | undefined): string | undefined =>
  document?.service?.find(({ id }) => id === '#atproto_pds' || id.endsWith('#atproto_pds'))?.serviceEndpoint;

/** A host in the form of an identity, where a port is written as %3A. */
const hostOfDid = (id: string): string => {
  try {
    return decodeURIComponent(id);
  } catch {
    throw new PlatformError('refused', 'PUBLISH_ERROR', 'The identity has a "%" that encodes nothing');
  }
};

/** The document of an identity, from the directory it is registered in. */
export const didDocument = async ({ http, hosts }: PlatformTools, did: string) => {
  const [, method = '', id = ''] = did.split(':');
  const url =
    method === 'web'
      ? `${hosts.instance('BLUESKY', hostOfDid(id))}/.well-known/did.json`
      : `${hosts.urls.BLUESKY.plc}/${did}`;
  if (method !== 'plc' && method !== 'web')
    throw new PlatformError('refused', 'PUBLISH_ERROR', `identities of method ${method} are not supported`);
  return shaped(DidDocument, await http.call({ method: 'GET', url, effect: 'read' }, explain), 'read');
};

const granted = (session: z.infer<typeof Session>, known: Readonly<Record<string, string>>): Grant => {
  const pds = pdsOf(session.didDoc) ?? known['pds'];
  return {
    credentials: {
      accessToken: session.accessJwt,
      refreshToken: session.refreshJwt,
      extra: { ...known, did: session.did, ...defined({ pds }) },
    },
    expiresInSeconds: lifetime(session.accessJwt),
    canAutoRefresh: true,
  };
};

/** A session by handle and app password. Sessions are few (thirty in five minutes), so it is kept and refreshed. */
export const signIn = async (tools: PlatformTools, secret: Readonly<Record<string, string>>): Promise<Grant> => {
  const { identifier = '', password = '', instanceUrl } = secret;
  const url = `${tools.hosts.instance('BLUESKY', instanceUrl)}/xrpc/com.atproto.server.createSession`;
  const json = { identifier: identifier.replace(/^@/, ''), password };
  const reply = await tools.http.call({ method: 'POST', url, json, effect: 'step' }, explain);
  return granted(shaped(Session, reply, 'step'), instanceUrl === undefined ? {} : { pds: instanceUrl });
};

/**
 * How long a refresh token that was used is answered with the same successor: two hours, less what clocks may differ (observed on a running PDS,
 * `rotateRefreshToken` in its source). Sessions only: a repeat ends a grant of OAuth.
 */
export const repeatSeconds = 110 * 60;

/** A new pair of tokens for the old refresh token, which is replaced by it: an unanswered try may have done so. */
export const renewSession = async (
  tools: PlatformTools,
  refreshToken: string,
  known: Readonly<Record<string, string>>,
): Promise<Grant> => {
  const url = `${tools.hosts.instance('BLUESKY', known['pds'])}/xrpc/com.atproto.server.refreshSession`;
  const headers = { authorization: `Bearer ${refreshToken}` };
  const reply = await tools.http.call({ method: 'POST', url, headers, effect: 'send' }, explain);
  return granted(shaped(Session, reply, 'send'), known);
};
