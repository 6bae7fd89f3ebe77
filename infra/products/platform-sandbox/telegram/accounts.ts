import { mint, newSecret } from '../grants.ts';
import type { SandboxWorld } from '../platform.ts';
import type { JsonObject, SandboxAccount } from '../store.ts';

const digits = async (world: SandboxWorld, length: number): Promise<string> =>
  String((await world.store.next()) % 10 ** (length - 1)).padStart(length - 1, '0');

/** A new channel with a bot as its administrator. The channel is the account; the bot holds the token. */
export const createChannel = async (
  world: SandboxWorld,
  wants: Readonly<{ workspaceId: string | null; username?: string }>,
): Promise<SandboxAccount> => {
  const number = await digits(world, 10);
  const username = wants.username ?? `sandbox_${number.slice(-8)}`;
  const account: SandboxAccount = {
    platform: 'TELEGRAM',
    nativeId: `-1001${number}`,
    workspaceId: wants.workspaceId,
    username,
    displayName: `Sandbox ${username.slice(-8)}`,
    accountType: 'channel',
    data: { botId: Number(`7${number}`), botUsername: `sandbox_${number.slice(-8)}_bot` },
    createdAt: world.now().toISOString(),
  };
  await world.store.putAccount(account);
  return account;
};

/** A token in BotFather's form: the bot's id, a colon, 35 characters. */
export const newToken = async (world: SandboxWorld, account: SandboxAccount, seconds?: number): Promise<string> => {
  const value = `${String(account.data['botId'])}:AA${newSecret(33).slice(0, 33)}`;
  await mint(world, { account, kind: 'access', value, ...(seconds !== undefined && { expiresInSeconds: seconds }) });
  return value;
};

export const shownBot = ({ data }: SandboxAccount): JsonObject => ({
  id: Number(data['botId']),
  is_bot: true,
  first_name: 'Sandbox bot',
  username: String(data['botUsername']),
  can_join_groups: true,
  can_read_all_group_messages: false,
  supports_inline_queries: false,
});

export const shownChannel = (account: SandboxAccount): JsonObject => ({
  id: Number(account.nativeId),
  title: account.displayName,
  username: account.username,
  type: 'channel',
});
