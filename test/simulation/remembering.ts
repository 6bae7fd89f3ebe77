const known = new WeakMap<object, object>();

/**
 * The same decider, which folds each event onto the same state only once: folding is pure, and a run folds the same few streams
 * thousands of times.
 */
export const remembering = <Of extends { evolve(state: never, event: never): unknown }>(decider: Of): Of => {
  const held = known.get(decider);
  if (held) return held as Of;
  const folded = new WeakMap<object, { from: unknown; to: unknown }>();
  const evolve = (from: never, event: never): unknown => {
    const before = folded.get(event);
    if (before && before.from === from) return before.to;
    const to: unknown = decider.evolve(from, event);
    folded.set(event, { from, to });
    return to;
  };
  const made = { ...decider, evolve };
  known.set(decider, made);
  return made;
};
