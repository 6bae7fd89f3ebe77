import { mint, newSecret } from '../grants.ts';
import type { SandboxWorld } from '../platform.ts';
import type { JsonObject, SandboxAccount, SandboxSecret } from '../store.ts';

export const hour = 3600;
export const day = 86_400;
/** Meta docs: a long-lived token lasts sixty days. */
export const longSeconds = 60 * day;

/** One day ago: old enough to be renewed. */
export const yesterday = (world: SandboxWorld): string => new Date(world.now().getTime() - day * 1000).toISOString();

/** The prefixes of the kinds of tokens. */
const prefixes: Readonly<Partial<Record<SandboxAccount['platform'], string>>> = { THREADS: 'THAA', INSTAGRAM: 'IGAA' };

export type TokenWishes = Readonly<{
  type: 'USER' | 'PAGE' | 'SYSTEM_USER';
  /** Comma separated. */
  scope: string;
  life: 'short' | 'long' | 'endless';
  expiresInSeconds?: number;
  family?: string;
  /** ISO 8601; now where absent. A token can be renewed only when it is a day old. */
  issuedAt?: string;
  /** False: the platform does not renew it. */
  renewable?: boolean;
  more?: JsonObject;
}>;

/** Issues an access token. */
export const issueToken = (
  world: SandboxWorld,
  account: SandboxAccount,
  { type, scope, life, expiresInSeconds, family, issuedAt, renewable = true, more }: TokenWishes,
): Promise<SandboxSecret> =>
  mint(world, {
    account,
    kind: 'access',
    value: `${type === 'USER' ? (prefixes[account.platform] ?? 'EAAG') : 'EAAG'}${newSecret(72).replace(/[-_]/g, 'Z')}`,
    ...(family !== undefined && { family }),
    ...(expiresInSeconds !== undefined && { expiresInSeconds }),
    data: { type, scope, life, renewable, issuedAt: issuedAt ?? world.now().toISOString(), ...more },
  });

/**
 * The token of a Page under one grant: the same at every request. It has no expiry of its own, unless it was got
 * with a short-lived token of the person (Meta: "Long-lived tokens").
 */
export const pageToken = async (
  world: SandboxWorld,
  account: SandboxAccount,
  grant: SandboxSecret,
  pageId: string,
): Promise<string> => {
  const isShort = grant.data['life'] === 'short';
  const key = `${grant.family} ${pageId}${isShort ? ' short' : ''}`;
  const known = await world.store.record(account.platform, 'page-token', key);
  if (typeof known?.['value'] === 'string') return known['value'];
  const { value } = await issueToken(world, account, {
    type: 'PAGE',
    scope: String(grant.data['scope'] ?? ''),
    life: isShort ? 'short' : 'endless',
    ...(isShort && { expiresInSeconds: hour }),
    family: grant.family,
    more: { page: pageId },
  });
  await world.store.putRecord(account.platform, 'page-token', key, { value });
  return value;
};
