import { createLocalJWKSet, jwtVerify, errors } from 'jose';
import { z } from 'zod';
import { isLocalIssuer } from './session.ts';
import { signingAlgorithm, type SigningKeys } from './signing-key.ts';

/**
 * The claim of a token that names what the person agreed to. It is declared here because every node checks tokens, and only
 * the issuer's own requests load the library of `applications.ts`.
 */
export const connectionClaim = 'connection_id';

/** What a valid token of an application says. */
export type ApplicationToken = Readonly<{ userId: string; connectionId: string; scopes: readonly string[] }>;

/** Undefined for any other token, such as one for another audience. */
export type VerifyApplication = (token: string) => Promise<ApplicationToken | undefined>;

const Claims = z.object({ sub: z.string().min(1), [connectionClaim]: z.string(), scope: z.string().default('') });

export const applicationTokens = (keys: SigningKeys, resource: string): VerifyApplication => {
  const keySet = createLocalJWKSet(keys.publicJwks);
  return async (token) => {
    try {
      const { payload } = await jwtVerify(token, keySet, {
        audience: resource,
        algorithms: [signingAlgorithm],
        requiredClaims: ['exp', 'sub'],
        clockTolerance: 5,
      });
      const claims = Claims.safeParse(payload);
      if (!isLocalIssuer(payload.iss) || !claims.success) return undefined;
      const { sub, scope, [connectionClaim]: connectionId } = claims.data;
      return { userId: sub, connectionId, scopes: scope.split(' ').filter((each) => each !== '') };
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    }
  };
};
