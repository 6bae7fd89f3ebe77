import { createECDH, createHash, createHmac } from 'node:crypto';
import { tableOf } from './keys-of.ts';
import { platforms, type Platform } from '../../../domain/platforms/platform.ts';

export type SandboxApp = Platform | 'LINKEDIN_ORGANIZATION' | 'INSTAGRAM_FACEBOOK' | 'TWITTER_WEBHOOKS';

/** The key pair of a client that proves itself by a signature, derived from its usual secret. */
const signingKey = (secret: string): string => {
  const pair = createECDH('prime256v1');
  const d = createHash('sha256').update(secret).digest();
  pair.setPrivateKey(d);
  const point = pair.getPublicKey();
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  return JSON.stringify({ kty: 'EC', crv: 'P-256', x, y, d: d.toString('base64url'), kid: 'sandbox' });
};

export type SandboxApps = Readonly<Record<SandboxApp, Readonly<{ clientId: string; clientSecret: string }>>>;

export const sandboxAppNames: readonly SandboxApp[] = [
  ...platforms,
  'LINKEDIN_ORGANIZATION',
  'INSTAGRAM_FACEBOOK',
  'TWITTER_WEBHOOKS',
];

/**
 * The registrations the sandbox accepts: `sandbox-<name>` with a secret of its own, at Bluesky with a key instead.
 * The secrets sign what the simulated platforms report, so they follow from a key that each installation draws.
 */
export const sandboxApps = (key: string): SandboxApps =>
  tableOf(sandboxAppNames, (name) => {
    const clientId = `sandbox-${name.toLowerCase().replace('_', '-')}`;
    const secret = createHmac('sha256', key).update(clientId).digest('hex');
    return { clientId, clientSecret: name === 'BLUESKY' ? signingKey(secret) : secret };
  });

/** The path under which the sandbox simulates a platform. */
export const sandboxPath = (platform: Platform): string => `/sandbox/${platform.toLowerCase()}`;
