/** The last line of a bench: what it measured, by name. `measures` are what aims are set for and no ratios, such as milliseconds. */
export type Outcome = Readonly<{
  bench: string;
  ratios: Readonly<Record<string, unknown>>;
  measures?: Readonly<Record<string, number>>;
}>;

/** The outcome in what a bench printed. Undefined where it printed none. */
export const outcomeIn = (printed: string): Outcome | undefined => {
  const line = printed.split('\n').findLast((each) => each.startsWith('{"bench"'));
  return line === undefined ? undefined : (JSON.parse(line) as Outcome);
};

export type Spread = Readonly<{ median: number; least: number; most: number; runs: number }>;

/** The median and the spread of each ratio and measure over several runs. */
export const spreadOf = (outcomes: readonly Outcome[]): Readonly<Record<string, Spread>> => {
  const byName = new Map<string, number[]>();
  for (const { ratios, measures } of outcomes)
    for (const [name, value] of Object.entries({ ...ratios, ...measures }))
      if (typeof value === 'number' && Number.isFinite(value)) byName.set(name, [...(byName.get(name) ?? []), value]);
  return Object.fromEntries(
    [...byName].map(([name, values]) => {
      const sorted = values.toSorted((one, other) => one - other);
      const [low = 0, high = 0] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
      const [least = 0, most = 0] = [sorted[0], sorted.at(-1)];
      return [name, { median: (low + high) / 2, least, most, runs: sorted.length }];
    }),
  );
};

/** The middle one of some values; of an even number the upper of the two. 0 without values. */
export const medianOf = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;
