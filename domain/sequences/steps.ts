/** Something with a place in a list. */
type Placed = Readonly<{ id: string }>;

/** The list with an item at a place counted from 1; a place behind the end is the end. */
export const placed = <Step extends Placed>(steps: readonly Step[], step: Step, stepOrder: number): readonly Step[] => {
  const others = steps.filter(({ id }) => id !== step.id);
  const index = Math.min(stepOrder - 1, others.length);
  return [...others.slice(0, index), step, ...others.slice(index)];
};
