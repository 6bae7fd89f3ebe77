import { randomBytes } from 'node:crypto';
import { waitForLock } from '../postgres/advisory-lock.ts';
import type { Database } from '../postgres/database.ts';
import type { Vault } from './vault.ts';

/**
 * Of the own issuer: the link of the set-up, links that choose a password, the hashes of addresses, sign-ins that wait for
 * a code, and links that confirm an address.
 */
type SignInKey =
  | 'set-up-link'
  | 'password-links'
  | 'sign-in-addresses'
  | 'half-sign-ins'
  | 'registrations'
  | 'passkey-challenges';

type Parts = Readonly<{ database: Database; vault: Vault }>;

/**
 * A secret of the service itself, created once and stored in the vault, the same in every process
 * of an installation.
 */
export const keptSecret = async (
  { database, vault }: Parts,
  kind:
    | 'invitation-links'
    | 'unsubscribe-links'
    | 'sandbox-page'
    | 'sandbox-redirects'
    | 'sandbox-apps'
    | 'platform-webhooks'
    | SignInKey
    | 'identity-keys'
    | 'bluesky-client-key',
  create: () => Promise<string>,
): Promise<string> => {
  const owner = { kind, id: 'key', workspaceId: 'service' };
  const kept = await vault.get(owner, 'key');
  if (kept) return kept.value;
  // Processes that start for the first time at once must not each store another secret.
  const lock = await waitForLock(database.connection, `kept-key/${kind}`);
  try {
    const first = await vault.get(owner, 'key');
    if (first) return first.value;
    const made = await create();
    await vault.put(owner, 'key', made);
    return made;
  } finally {
    await lock?.release();
  }
};

/** 32 random bytes, kept as `keptSecret` keeps them. */
export const keptKey = (
  parts: Parts,
  kind:
    | 'invitation-links'
    | 'unsubscribe-links'
    | 'sandbox-page'
    | 'sandbox-redirects'
    | 'sandbox-apps'
    | 'platform-webhooks'
    | SignInKey,
): Promise<string> => keptSecret(parts, kind, async () => randomBytes(32).toString('base64url'));
