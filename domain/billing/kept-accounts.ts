import type { Limit } from '../plans/plan.ts';

/**
 * The accounts that a limit leaves, and those beyond it: the chosen ones stay first, then those that
 * were connected first.
 */
export const splitAccounts = (
  held: readonly string[],
  chosen: readonly string[],
  limit: Limit,
): Readonly<{ within: readonly string[]; beyond: readonly string[] }> => {
  const first = chosen.filter((id) => held.includes(id));
  const ordered = [...new Set([...first, ...held])];
  return limit === null
    ? { within: ordered, beyond: [] }
    : { within: ordered.slice(0, limit), beyond: ordered.slice(limit) };
};
