import type { Ceiling } from '../content/content-rules.ts';
import { platformRules } from '../content/platform-rules.ts';
import type { Platform } from '../platforms/platform.ts';

/** A send leaves its window after this many milliseconds exactly. */
const windowOf = (ceiling: Ceiling): number => ceiling.seconds * 1000;

const freeAt = (ceiling: Ceiling, sorted: readonly number[], sends: number): number => {
  // The send that must have left the window before `sends` more fit into it.
  const blocking = sorted[sorted.length - (ceiling.posts - sends) - 1];
  return blocking === undefined ? -Infinity : blocking + windowOf(ceiling);
};

/**
 * The earliest moment, `now` or later, at which an account may send `sends` more at once under these ceilings. `earlier` are
 * the times of its sends so far, in any order; all times in milliseconds since 1970. More sends than a ceiling holds (a
 * thread longer than a day's allowance) wait for an empty window and then go: no wait would make them fit.
 */
export const nextSendUnder = (
  ceilings: readonly Ceiling[],
  earlier: readonly number[],
  now: number,
  sends = 1,
): number => {
  const sorted = [...earlier].sort((one, other) => one - other);
  return Math.max(now, ...ceilings.map((ceiling) => freeAt(ceiling, sorted, Math.min(sends, ceiling.posts))));
};

/** `nextSendUnder` with the platform's own ceilings. Platforms without any send at once. */
export const nextSendAt = (platform: Platform, earlier: readonly number[], now: number, sends = 1): number =>
  nextSendUnder(platformRules[platform].ceilings, earlier, now, sends);

/** How far back sends of a platform still matter, in milliseconds; 0 where there is no ceiling. */
export const ceilingWindow = (platform: Platform): number =>
  Math.max(0, ...platformRules[platform].ceilings.map(windowOf));
