import { errors, interactionPolicy, type Client, type KoaContextWithOIDC, type ResourceServer } from 'oidc-provider';
import type { IncomingMessage } from 'node:http';
import type { ClientDocuments } from './client-documents.ts';
import { connectionClaim } from './application-token.ts';
import { signingAlgorithm } from './signing-key.ts';

/** A workspace that a person can choose for an application. */
export type OfferedWorkspace = Readonly<{ id: string; name: string; role: string }>;

export type ConnectApplication = Readonly<{
  userId: string;
  connectionId: string;
  workspaceId: string;
  clientId: string;
  name: string;
  redirectHost: string;
  scopes: readonly string[];
}>;

/** Programs of others that act for a person over MCP, as the issuer needs them. */
export type Applications = Readonly<{
  /** The audience of their tokens: the address of the tools. A token for it opens nothing else. */
  resource: string;
  /** The scopes that they can ask for. */
  scopes: readonly string[];
  workspacesOf(userId: string): Promise<readonly OfferedWorkspace[]>;
  newId(): string;
  /** What programs say of themselves at addresses that they name. */
  documents: ClientDocuments;
  /** Records what the person agreed to. */
  connect(connection: ConnectApplication, request: IncomingMessage): Promise<void>;
  isConnected(userId: string, connectionId: string): Promise<boolean>;
}>;

/** A program renews its token within a quarter of an hour. */
const accessSeconds = 900;
/** A year after the person agreed, they are asked again. */
export const grantSeconds = 365 * 24 * 3600;

/** What a token for the address of the tools is like. */
const toolsResource = ({ resource, scopes }: Applications): ResourceServer => ({
  scope: scopes.join(' '),
  audience: resource,
  accessTokenTTL: accessSeconds,
  accessTokenFormat: 'jwt',
  jwt: { sign: { alg: signingAlgorithm } },
});

/** The rules for authorization requests of applications, beside those of the service's own pages. */
export const applicationRules = (applications: Applications | undefined, ownIds: ReadonlySet<string>) => {
  const isApplication = (client: Client | undefined): boolean => client !== undefined && !ownIds.has(client.clientId);
  const { Check } = interactionPolicy;
  return {
    isApplication,
    /** The connection that a token of an application belongs to; its grant has the same id. */
    claimsOf: (grantId: string | undefined) => ({ [connectionClaim]: grantId ?? 'none' }),
    /** The person is asked each time: what they agreed to before may be for another workspace. */
    consent: new Check('application_consent', 'The person has not agreed to the application', ({ oidc }) =>
      isApplication(oidc.client) && !oidc.result?.consent ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT,
    ),
    grantOf: async ({ oidc }: KoaContextWithOIDC) => {
      const { result, provider } = oidc;
      const grantId = result?.consent?.grantId;
      return grantId === undefined ? undefined : provider.Grant.find(grantId);
    },
    /** A refresh token is of use while its connection is. */
    isRefused: async ({ oidc }: KoaContextWithOIDC, userId: string): Promise<boolean> => {
      const { RefreshToken: refreshed } = oidc.entities;
      if (!refreshed || !isApplication(oidc.client)) return false;
      return !(await applications?.isConnected(userId, refreshed.grantId ?? ''));
    },
    /** A token for the API opens all that a person may do, so only the service's own pages get one. */
    resourceServer: (resource: string, client: Client) => {
      if (!applications || !isApplication(client) || resource !== applications.resource)
        throw new errors.InvalidTarget();
      return toolsResource(applications);
    },
  };
};

/** The address of an authorization request that names no scope, with all scopes: the person sees and decides. */
export const withScopes = (url: string, { scopes }: Applications): string => {
  const [path = '', query = ''] = url.split('?');
  const asked = new URLSearchParams(query);
  if (path !== '/auth' || asked.has('scope')) return url;
  asked.set('scope', scopes.join(' '));
  return `${path}?${asked}`;
};
