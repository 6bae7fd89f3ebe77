/** Processor time, because a machine at work for others stretches every other. The best of some rounds. */
export const milliseconds = async (work: () => unknown, rounds = 3): Promise<number> => {
  let best = Infinity;
  for (let round = 0; round < rounds; round++) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
};

const yardstickText = '漢字 a'.repeat(1_000_000);

/** A plain walk over four million letters: what this machine does in a moment. */
const yardstick = (): number => {
  let sum = 0;
  for (const letter of yardstickText) sum += letter.codePointAt(0) ?? 0;
  return sum;
};

/**
 * Milliseconds of processor time in plain walks over four million letters. Both are measured one after
 * the other, so a slow machine changes nothing; what is too long is measured again, because a busy one
 * stretches either.
 */
export const inWalks = async (measured: () => number | Promise<number>, enough: number): Promise<number> => {
  let least = Infinity;
  for (let round = 0; round < 4 && least >= enough; round++) {
    const walk = await milliseconds(yardstick);
    least = Math.min(least, (await measured()) / walk);
  }
  return least;
};

/** How long some work keeps the event loop, in plain walks over four million letters. */
export const walksOf = (work: () => unknown, enough: number): Promise<number> =>
  inWalks(() => milliseconds(work, 2), enough);

/** Below this a measure says more of the machine than of the work. */
const smallest = 5;
/** Linear work grows tenfold, quadratic work a hundredfold. */
export const maxGrowth = 40;

/** A text of so many of these, then an `x`: what looked for an end finds none. */
export const ofMany = (unit: string, characters: number): string =>
  `${unit.repeat(Math.ceil(characters / unit.length))}x`;

/** The larger text is read again only where its first reading grew too much. */
const measuredGrowth = async (read: (text: string) => unknown, unit: string, characters: number): Promise<number> => {
  const whole = ofMany(unit, characters);
  const once = await milliseconds(() => read(whole), 1);
  if (once < smallest * maxGrowth) return once / smallest;
  const tenth = ofMany(unit, characters / 10);
  const before = Math.max(smallest, await milliseconds(() => read(tenth)));
  if (once < before * maxGrowth) return once / before;
  return Math.min(once, await milliseconds(() => read(whole), 2)) / before;
};

/**
 * How reading grows with a tenfold text. What is too much is measured again: a busy machine stretches one of the two readings, and what
 * is quadratic grows a hundredfold each time.
 */
export const growthOf = async (read: (text: string) => unknown, unit: string, characters: number): Promise<number> => {
  let least = Infinity;
  for (let round = 0; round < 4 && least >= maxGrowth; round++)
    least = Math.min(least, await measuredGrowth(read, unit, characters));
  return least;
};
