import type { SandboxWorld } from './platform.ts';

/** X's epoch, 2010-11-04. */
const twitterEpoch = 1_288_834_974_657n;

/** A 64-bit id whose upper bits are the time: X's and, with another epoch and width, Mastodon's form. */
export const snowflake = async (world: SandboxWorld, epoch = twitterEpoch, lowBits = 22n): Promise<string> => {
  const sequence = BigInt(await world.store.next()) % (1n << lowBits);
  return (((BigInt(world.now().getTime()) - epoch) << lowBits) | sequence).toString();
};
