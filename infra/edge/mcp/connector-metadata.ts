import type { PlainHandler } from '../http/plain-handler.ts';
import { connectorScopes } from './connector-scopes.ts';

const protectedResource = '/.well-known/oauth-protected-resource';

/** Where a program learns how to get a token for the tools. */
export const metadataUrl = (publicUrl: string, mcpPath: string): string => `${publicUrl}${protectedResource}${mcpPath}`;

/** The header of a 401 and of a 403 that a wider token would not get. */
export const challenge = (metadata: string, scopes: readonly string[], error?: string): string =>
  `Bearer ${error === undefined ? '' : `error="${error}", `}resource_metadata="${metadata}", scope="${scopes.join(' ')}"`;

/** Any page of any origin may read it: it says nothing that is not public. */
const document =
  (body: object): PlainHandler =>
  (_req, res) => {
    res
      .writeHead(200, {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'public, max-age=600',
        'access-control-allow-origin': '*',
      })
      .end(JSON.stringify(body));
  };

type Options = Readonly<{
  publicUrl: string;
  mcpPath: string;
  issuer: string;
  /** The issuer, at an address relative to its mount. */
  atIssuer(path: string): PlainHandler;
}>;

/** The documents of RFC 9728, and those of RFC 8414 and OpenID at the places where clients look for an issuer with a path. */
export const connectorMetadata = ({ publicUrl, mcpPath, issuer, atIssuer }: Options): Record<string, PlainHandler> => {
  const resource = document({
    resource: `${publicUrl}${mcpPath}`,
    resource_name: 'Social Publishing Service',
    authorization_servers: [issuer],
    scopes_supported: connectorScopes,
    bearer_methods_supported: ['header'],
    resource_documentation: `${publicUrl}/docs/guides/mcp`,
  });
  const mount = new URL(issuer).pathname;
  return {
    [protectedResource]: resource,
    [`${protectedResource}${mcpPath}`]: resource,
    [`/.well-known/oauth-authorization-server${mount}`]: atIssuer('/.well-known/oauth-authorization-server'),
    [`/.well-known/openid-configuration${mount}`]: atIssuer('/.well-known/openid-configuration'),
  };
};
