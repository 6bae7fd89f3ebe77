import { planTerms, type Plan } from '../plans/plan.ts';

/**
 * The bytes of a workspace's files, stored or announced. `settled`: after every event that is in
 * the log now.
 */
export type StoredBytesOf = (workspaceId: string, as?: 'settled') => Promise<number>;

/** How many bytes still fit beside the stored ones. */
export const bytesLeft = (plan: Plan, stored: number): number => {
  const limit = planTerms[plan].storedBytes;
  return limit === null ? Infinity : Math.max(0, limit - stored);
};

/** Why a file that the service fetches or makes is not stored. */
export const storageFull = 'The storage of the plan is full: delete files, or choose a larger plan';
