/** The figures that a platform answered. What it left out is absent: it is not zero. */
export const answered = (figures: Readonly<Record<string, number | undefined>>): Readonly<Record<string, number>> =>
  Object.fromEntries(
    Object.entries(figures).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
  );
