const steps = ['major', 'minor', 'patch'] as const;
type Step = (typeof steps)[number];

const numbersOf = (version: string): readonly [number, number, number] => {
  const [, major, minor, patch] = /^(\d+)\.(\d+)\.(\d+)$/.exec(version) ?? [];
  if (major === undefined || minor === undefined || patch === undefined)
    throw new Error(`${version} is no version: three numbers are expected, as in 1.4.0`);
  return [Number(major), Number(minor), Number(patch)];
};

const isStep = (wish: string): wish is Step => steps.some((step) => step === wish);

const isLater = (one: readonly number[], other: readonly number[]): boolean => {
  const at = one.findIndex((number, index) => number !== other[index]);
  return at >= 0 && (one[at] ?? 0) > (other[at] ?? 0);
};

/** The version of a release: the current one raised by a step, or a later one by its name. Throws where it is none. */
export const nextVersion = (current: string, wish: string): string => {
  const [major, minor, patch] = numbersOf(current);
  if (isStep(wish))
    return { major: `${major + 1}.0.0`, minor: `${major}.${minor + 1}.0`, patch: `${major}.${minor}.${patch + 1}` }[
      wish
    ];
  if (!isLater(numbersOf(wish), numbersOf(current))) throw new Error(`${wish} is not later than ${current}`);
  return wish;
};
