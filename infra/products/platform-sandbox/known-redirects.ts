import { createHmac, timingSafeEqual } from 'node:crypto';

/** The addresses to which an authorization may return. */
export type KnownRedirects = Readonly<{
  /** What the service adds to an authorization URL for the redirect address that it asks for. */
  proofOf(redirectUri: string): string;
  isProof(redirectUri: string, proof: string | null): boolean;
}>;

/**
 * Redirect addresses that one service asked for: a real platform knows them by registration, and
 * the sandbox by a signature. So a link to a consent page leads to no address that a stranger chose.
 */
export const signedRedirects = (secret: string): KnownRedirects => {
  const macOf = (redirectUri: string): Buffer =>
    createHmac('sha256', secret).update(`redirect\n${redirectUri}`).digest();
  return {
    proofOf: (redirectUri) => macOf(redirectUri).toString('base64url'),
    isProof: (redirectUri, proof) => {
      const presented = Buffer.from(proof ?? '', 'base64url');
      const expected = macOf(redirectUri);
      return presented.length === expected.length && timingSafeEqual(presented, expected);
    },
  };
};
