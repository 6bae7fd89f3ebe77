import { newSecret } from '../grants.ts';
import type { SandboxWorld } from '../platform.ts';
import type { JsonObject, SandboxAccount } from '../store.ts';
import { newDid } from './ids.ts';

/** The one server of the simulated network. */
export const home = 'https://bsky.social';

export const createAccount = async (
  world: SandboxWorld,
  wants: Readonly<{ workspaceId: string | null; username?: string }>,
): Promise<SandboxAccount> => {
  const number = await world.store.next();
  const username = wants.username ?? `sandbox-${number}.bsky.social`;
  const account: SandboxAccount = {
    platform: 'BLUESKY',
    nativeId: newDid(),
    workspaceId: wants.workspaceId,
    username,
    displayName: `Sandbox ${number}`,
    data: { password: newSecret(12) },
    createdAt: world.now().toISOString(),
  };
  await world.store.putAccount(account);
  return account;
};

export const didDocument = (account: SandboxAccount): JsonObject => ({
  '@context': ['https://www.w3.org/ns/did/v1'],
  id: account.nativeId,
  alsoKnownAs: [`at://${account.username}`],
  service: [{ id: '#atproto_pds', type: 'AtprotoPersonalDataServer', serviceEndpoint: home }],
});
