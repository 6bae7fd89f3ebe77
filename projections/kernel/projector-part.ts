import type { Projection } from './projection.ts';

/** One of so many projectors that share the read models; the first one is 1. */
export type ProjectorPart = Readonly<{ part: number; of: number }>;

/**
 * The read models that a projector keeps where several share them. Every read model is in exactly one part. It has a checkpoint
 * of its own, so that it can pass to another part at any position.
 *
 * @example
 * declare const posts: Projection;
 * declare const accounts: Projection;
 * projectionsOfPart([posts, accounts], { part: 1, of: 2 }); // [accounts]
 */
export const projectionsOfPart = (
  projections: readonly Projection[],
  { part, of }: ProjectorPart,
): readonly Projection[] =>
  projections.toSorted((one, other) => (one.name < other.name ? -1 : 1)).filter((_, index) => index % of === part - 1);
