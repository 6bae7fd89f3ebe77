import { z } from 'zod';

/** The open half of an ES256 key, without the other parts of its JWK. */
export const PublicKey = z.object({
  kty: z.literal('EC'),
  crv: z.string(),
  x: z.string(),
  y: z.string(),
  kid: z.string().exactOptional(),
});
