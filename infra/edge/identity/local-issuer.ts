import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Database } from '../../stores/postgres/database.ts';
import { applicationTokens, type VerifyApplication } from './application-token.ts';
import type { Applications } from './applications.ts';
import type { IssuerDoor, LocalUsers } from './parts.ts';
import type { IdentityClient } from './provider.ts';
import { localSessions, sessionMint, type MintSession, type VerifySession } from './session.ts';
import { loadSigningKeys, type KeepOnce } from './signing-key.ts';

export type LocalIssuer = Readonly<{
  issuer: string;
  mintSession: MintSession;
  verifySession: VerifySession;
  /** Tokens of programs that act for a person; absent where none can connect. */
  verifyApplication: VerifyApplication | undefined;
  /**
   * Handles everything below the mount. Express hands over a request whose `url` is relative to it.
   * The key set is served without loading the provider, which is loaded at the first other request.
   */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
}>;

type Options = Readonly<{
  /** The mount's full address, for example `http://127.0.0.1:3000/oidc`. */
  issuer: string;
  /** Where the signing keys are kept. */
  keepKeys: KeepOnce;
  database: Database;
  users: LocalUsers;
  clients: readonly IdentityClient[];
  /** Present where people sign in with a password; absent where they choose who they are. */
  door?: IssuerDoor | undefined;
  applications?: Applications | undefined;
}>;

/** The service's own OpenID issuer: by password, or, for test mode, by choosing who one is. */
export const openLocalIssuer = async ({
  issuer,
  keepKeys,
  database,
  users,
  clients,
  door,
  applications,
}: Options): Promise<LocalIssuer> => {
  const keys = await loadSigningKeys(keepKeys);
  const ids = clients.map(({ id }) => id);
  let loading: Promise<{ handle: LocalIssuer['handle'] }> | undefined;
  const load = async () => {
    const [{ createProvider }, { identityRecords }] = await Promise.all([
      import('./provider.ts'),
      import('./records.ts'),
    ]);
    return createProvider({ issuer, keys, clients, users, door, applications, records: identityRecords(database) });
  };
  return {
    issuer,
    mintSession: sessionMint(issuer, keys),
    verifySession: localSessions(issuer, keys, ids),
    verifyApplication: applications && applicationTokens(keys, applications.resource),
    handle: async (request, response) => {
      const [path] = (request.url ?? '').split('?');
      if (path === '/jwks' && (request.method === 'GET' || request.method === 'HEAD')) {
        const body = JSON.stringify(keys.publicJwks);
        response
          .writeHead(200, {
            'content-type': 'application/jwk-set+json; charset=utf-8',
            'cache-control': 'public, max-age=600',
            'access-control-allow-origin': '*',
          })
          .end(request.method === 'HEAD' ? undefined : body);
        return;
      }
      loading ??= load();
      const { handle } = await loading.catch((error: unknown) => {
        loading = undefined;
        throw error;
      });
      await handle(request, response);
    },
  };
};
