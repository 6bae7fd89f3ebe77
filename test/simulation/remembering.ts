import { foldState, type Decider } from '../../domain/kernel/decider.ts';
import type { NewEvent, Recorded } from '../../domain/kernel/event.ts';

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

const states = new WeakMap<object, WeakMap<readonly Recorded[], unknown>>();

/** The state of a stream of the log, folded once for all that ask before something is appended: the log never changes a list that it gave out. */
export const stateOf = <State, Event extends NewEvent>(
  decider: Pick<Decider<State, never, Event>, 'initial' | 'evolve'>,
  events: readonly Recorded[],
): State => {
  if (events.length === 0) return decider.initial;
  let known = states.get(decider);
  if (!known) states.set(decider, (known = new WeakMap()));
  if (known.has(events)) return known.get(events) as State;
  const state = foldState(remembering(decider), events as never);
  known.set(events, state);
  return state;
};
