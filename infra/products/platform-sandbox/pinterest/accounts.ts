import { z } from 'zod';
import { newSecret } from '../grants.ts';
import { issuer } from '../issue.ts';
import type { SandboxWorld } from '../platform.ts';
import type { JsonObject, SandboxAccount } from '../store.ts';

/** Thirty and sixty days. */
export const accessSeconds = 2_592_000;
export const refreshSeconds = 5_184_000;
export const everyScope = 'user_accounts:read boards:read boards:write pins:read pins:write';

/** Ids are long numbers. */
export const newId = async (world: SandboxWorld): Promise<string> =>
  (1_100_000_000_000_000_000n + BigInt(await world.store.next())).toString();

export const createPerson = async (
  world: SandboxWorld,
  wants: Readonly<{ workspaceId: string | null; username?: string }>,
): Promise<SandboxAccount> => {
  const nativeId = await newId(world);
  const username = wants.username ?? `sandbox_${nativeId.slice(-8)}`;
  const board = async (name: string): Promise<JsonObject> => ({ id: await newId(world), name, privacy: 'PUBLIC' });
  const account: SandboxAccount = {
    platform: 'PINTEREST',
    nativeId,
    workspaceId: wants.workspaceId,
    username,
    displayName: username,
    accountType: 'business',
    data: { boards: [await board('Sandbox board'), await board('More ideas')] },
    createdAt: world.now().toISOString(),
  };
  await world.store.putAccount(account);
  return account;
};

const Boards = z
  .array(z.object({ id: z.string(), name: z.string() }).catchall(z.json()).readonly())
  .readonly()
  .default([]);

export const boardsOf = ({ data }: SandboxAccount): z.infer<typeof Boards> => Boards.parse(data['boards']);

/** The refresh token is single-use. */
export const issue = issuer({
  access: { value: () => `pina_${newSecret(48)}`, seconds: accessSeconds },
  refresh: { value: () => `pinr_${newSecret(48)}`, seconds: refreshSeconds },
});
