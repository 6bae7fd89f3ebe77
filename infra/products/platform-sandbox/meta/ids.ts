import type { SandboxWorld } from '../platform.ts';

/**
 * A number in the form of Meta's node ids: `prefix`, the time, and a count that is never reused.
 */
export const metaId = async (world: SandboxWorld, prefix = ''): Promise<string> =>
  `${prefix}${Math.floor(world.now().getTime() / 1000)}${String((await world.store.next()) % 10_000_000).padStart(7, '0')}`;

/** The prefix of the ids of containers. */
export const containerPrefix = '1785';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** The short code in a public address, derived from the id as Instagram and Threads do. */
export const shortcodeOf = (id: string): string => {
  let rest = BigInt(id);
  let code = '';
  for (; rest > 0n; rest /= 64n) code = letters.charAt(Number(rest % 64n)) + code;
  return code;
};

/** Meta's form of a moment: `2026-05-04T10:00:00+0000`. */
export const metaTime = (iso: string): string => `${iso.slice(0, 19)}+0000`;
