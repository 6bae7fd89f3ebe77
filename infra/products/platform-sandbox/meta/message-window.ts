import type { Platform } from '../../../../domain/platforms/platform.ts';
import type { SandboxWorld } from '../platform.ts';
import type { MetaSession } from './session.ts';

const windowMs = 24 * 3600_000;

const placeOf = (accountNativeId: string, personId: string): string => `${accountNativeId} ${personId}`;

/** Opens the window: a person has written to the account. */
export const heardFrom = async (
  world: SandboxWorld,
  { platform, accountNativeId }: Readonly<{ platform: Platform; accountNativeId: string }>,
  personId: string,
): Promise<void> => {
  const at = world.now().toISOString();
  await world.store.putRecord(platform, 'heard', placeOf(accountNativeId, personId), { at });
};

/**
 * Whether a person may be messaged: their last message is less than a day old. A person without
 * messages in the sandbox counts as one who wrote before it started.
 */
export const isWindowOpen = async ({ call, account }: MetaSession, recipient: string): Promise<boolean> => {
  const { world } = call;
  const heard = await world.store.record(account.platform, 'heard', placeOf(account.nativeId, recipient));
  return !heard || world.now().getTime() - Date.parse(String(heard['at'])) <= windowMs;
};

/** Whether a person has written to the account within a day. */
export const hasWritten = async ({ call, account }: MetaSession, person: string): Promise<boolean> => {
  const { world } = call;
  const heard = await world.store.record(account.platform, 'heard', placeOf(account.nativeId, person));
  return heard !== undefined && world.now().getTime() - Date.parse(String(heard['at'])) <= windowMs;
};

export const windowClosed = {
  code: 10,
  subcode: 2018278,
  message: '(#10) This message is sent outside of allowed window. Learn more about the new policy.',
} as const;
