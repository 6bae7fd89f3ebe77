import { randomBytes } from 'node:crypto';
import { waitForLock } from '../postgres/advisory-lock.ts';
import type { Database } from '../postgres/database.ts';
import type { Vault } from './vault.ts';

/** A key of the service's own: made once, kept in the vault, the same in every process of an installation. */
export const keptKey = async (
  { database, vault }: Readonly<{ database: Database; vault: Vault }>,
  kind: 'invitation-links' | 'sandbox-page',
): Promise<string> => {
  const owner = { kind, id: 'key', workspaceId: 'service' };
  const kept = await vault.get(owner, 'key');
  if (kept) return kept.value;
  // Processes that start for the first time side by side must not each keep a key of their own making.
  const lock = await waitForLock(database.connection, `kept-key/${kind}`);
  try {
    const first = await vault.get(owner, 'key');
    if (first) return first.value;
    const made = randomBytes(32).toString('base64url');
    await vault.put(owner, 'key', made);
    return made;
  } finally {
    await lock?.release();
  }
};
