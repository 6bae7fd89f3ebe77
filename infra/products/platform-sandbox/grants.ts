import { createHash, randomBytes } from 'node:crypto';
import type { Platform } from '../../../domain/platforms/platform.ts';
import type { SandboxWorld } from './platform.ts';
import type { JsonObject, SandboxAccount, SandboxSecret } from './store.ts';

export const newSecret = (bytes = 32): string => randomBytes(bytes).toString('base64url');

const later = (world: SandboxWorld, seconds: number): string =>
  new Date(world.now().getTime() + seconds * 1000).toISOString();

export type Minting = Readonly<{
  account: SandboxAccount;
  kind: SandboxSecret['kind'];
  /** A value in the platform's own form; 43 random characters otherwise. */
  value?: string;
  /** The grant it belongs to; a new one otherwise. */
  family?: string;
  expiresInSeconds?: number;
  data?: JsonObject;
}>;

/** Issues a secret and stores it. */
export const mint = async (world: SandboxWorld, minting: Minting): Promise<SandboxSecret> => {
  const secret: SandboxSecret = {
    platform: minting.account.platform,
    kind: minting.kind,
    value: minting.value ?? newSecret(),
    accountNativeId: minting.account.nativeId,
    family: minting.family ?? newSecret(12),
    ...(minting.expiresInSeconds !== undefined && { expiresAt: later(world, minting.expiresInSeconds) }),
    spent: false,
    revoked: false,
    data: minting.data ?? {},
  };
  await world.store.putSecret(secret);
  return secret;
};

export type Held = Readonly<{ account: SandboxAccount; secret: SandboxSecret }>;
export type Denied = 'missing' | 'unknown' | 'expired' | 'revoked' | 'spent';

/** Whether a secret is valid, and its account. */
export const holder = async (
  world: SandboxWorld,
  platform: Platform,
  kind: SandboxSecret['kind'],
  value: string | undefined,
): Promise<Held | Denied> => {
  if (value === undefined || value === '') return 'missing';
  const grant = await world.store.grant(platform, kind, value);
  if (!grant) return 'unknown';
  const { secret } = grant;
  if (secret.spent) return 'spent';
  if (secret.revoked) return 'revoked';
  if (secret.expiresAt !== undefined && Date.parse(secret.expiresAt) <= world.now().getTime()) return 'expired';
  return grant;
};

/** The token of an `Authorization` header of the given scheme. */
export const bearerOf = (request: Request, scheme = 'Bearer'): string | undefined => {
  const [given, value] = (request.headers.get('authorization') ?? '').split(' ');
  return given?.toLowerCase() === scheme.toLowerCase() ? value : undefined;
};

/** Client id and secret of an `Authorization: Basic` header. */
export const basicOf = (request: Request): Readonly<{ id: string; secret: string }> | undefined => {
  const value = bearerOf(request, 'Basic');
  if (value === undefined) return undefined;
  const [id = '', ...secret] = Buffer.from(value, 'base64').toString('utf8').split(':');
  return { id: decodeURIComponent(id), secret: decodeURIComponent(secret.join(':')) };
};

export const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

/**
 * Redeems an authorization code, once, if it was issued for this client, redirect address and
 * verifier.
 */
export const redeemCode = async (
  world: SandboxWorld,
  platform: Platform,
  code: string | undefined,
  wanted: Readonly<{ clientId: string; redirectUri: string; verifier?: string }>,
): Promise<Held | Denied | 'mismatch'> => {
  const held = await holder(world, platform, 'code', code);
  if (typeof held === 'string') return held;
  const { clientId, redirectUri, challenge } = held.secret.data;
  const proven =
    typeof challenge !== 'string' || (wanted.verifier !== undefined && challengeOf(wanted.verifier) === challenge);
  if (clientId !== wanted.clientId || redirectUri !== wanted.redirectUri || !proven) return 'mismatch';
  return (await world.store.spend(platform, 'code', held.secret.value)) ? held : 'spent';
};
