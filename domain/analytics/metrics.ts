import { z } from 'zod';

/**
 * Figures by their names in the API. A figure that the platform does not offer is absent; zero is a
 * figure.
 */
export const Metrics = z.record(z.string(), z.number());
export type Metrics = Readonly<Record<string, number>>;

/** What people do with a post, in the names of the API. Views and clicks are no engagement. */
const engagementNames = ['likes', 'comments', 'replies', 'reposts', 'shares', 'quotes', 'saves', 'bookmarks'] as const;

/** The engagements of these figures together; undefined where the platform offers none of them. */
export const engagementsOf = (metrics: Metrics): number | undefined => {
  const offered = engagementNames.flatMap((name) => metrics[name] ?? []);
  return offered.length === 0 ? undefined : offered.reduce((sum, each) => sum + each, 0);
};

/** Figures added up by name. */
export const sumOf = (all: readonly Metrics[]): Metrics => {
  const sums: Record<string, number> = {};
  for (const metrics of all)
    for (const [name, value] of Object.entries(metrics)) sums[name] = (sums[name] ?? 0) + value;
  return sums;
};

/** Sums after one addend changed from `before` to `after`. */
export const replacedIn = (sums: Metrics, before: Metrics, after: Metrics): Metrics => {
  const minus = Object.fromEntries(Object.entries(before).map(([name, value]) => [name, -value]));
  return sumOf([sums, minus, after]);
};
