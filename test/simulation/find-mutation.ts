import foundAt from './found-at.json' with { type: 'json' };
import type { Failure } from './run-stretch.ts';
import { runSeeds } from './run-seeds.ts';

/** In how many seeds a fault built in on purpose must be found. */
const bound = 300;

/** The seed that found a fault the last time that `npm run simulate -- --find` looked for all of them. */
export const foundBefore = (mutation: string): number | undefined =>
  (foundAt as Readonly<Record<string, number>>)[mutation];

/**
 * The first seed that finds a fault built in on purpose. The seed that found it the last time comes
 * first: it mostly finds it again, so no test searches for what is known. Any change of what a run draws
 * may make it a seed that finds nothing, and the search then begins at the first one.
 */
export const findMutation = async (mutation: string): Promise<Failure | undefined> => {
  const known = foundBefore(mutation);
  const [again] = known === undefined ? [] : (await runSeeds({ first: known, seeds: 1, mutation })).failures;
  return again ?? (await runSeeds({ seeds: bound, mutation, enough: 1, processes: 1 })).failures[0];
};
