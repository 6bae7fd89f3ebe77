import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type JWK } from 'jose';

type Keys = Awaited<ReturnType<typeof generateKeyPair>>;

/** An OpenID provider that the service does not know: discovery, keys and tokens (OpenID Connect Discovery 1.0). */
export class IdentityProvider {
  readonly audience = 'publishing-api';
  readonly #server: Server = createServer((request, response) => {
    const at = request.url ?? '';
    const body = at.endsWith('/.well-known/openid-configuration')
      ? { issuer: this.issuer, jwks_uri: `${this.issuer}/keys` }
      : at === '/keys'
        ? { keys: [this.#jwk] }
        : undefined;
    response.writeHead(body ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body ?? {}));
  });
  #keys: Keys | undefined;
  #jwk: JWK = {};
  issuer = '';

  async listen(): Promise<void> {
    this.#keys = await generateKeyPair('ES256');
    this.#jwk = { ...(await exportJWK(this.#keys.publicKey)), kid: 'one', alg: 'ES256', use: 'sig' };
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
    this.issuer = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The access token of a person who signed in. */
  session(name: string): Promise<string> {
    if (!this.#keys) throw new Error('the provider has no keys');
    return new SignJWT({ email: `${name}@example.com`, email_verified: true, name })
      .setProtectedHeader({ alg: 'ES256', kid: 'one' })
      .setIssuer(this.issuer)
      .setAudience(this.audience)
      .setSubject(`person-${name}`)
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(this.#keys.privateKey);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
