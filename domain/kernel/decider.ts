import type { NewEvent, Recorded } from './event.ts';

/**
 * The rules of one aggregate: the events of a command in a state, and the effect of an event on the
 * state.
 * Both functions are pure, total and synchronous; time and ids arrive in the command. Deciding an
 * accepted command a second time decides nothing.
 */
export interface Decider<State, Command, Event extends NewEvent> {
  /** The first half of the stream name, `<category>-<id>`: fixed once events exist. */
  readonly category: string;
  readonly initial: State;
  decide(command: Command, state: State): readonly Event[];
  evolve(state: State, event: Event): State;
}

/**
 * The clients' form of an aggregate: one fold for the command's reply, the read model's row and the
 * as-of answer.
 */
export interface ViewFold<View, Event extends NewEvent> {
  evolve(current: View | undefined, event: Recorded<Event>): View | undefined;
}

/**
 * @example
 * const counter = { initial: 0, evolve: (count: number) => count + 1 };
 * foldState(counter, [{ type: 'Counted', data: {} }, { type: 'Counted', data: {} }]); // 2
 */
export const foldState = <State, Event extends NewEvent>(
  decider: Pick<Decider<State, never, Event>, 'initial' | 'evolve'>,
  events: readonly Event[],
  from: State = decider.initial,
): State => events.reduce((state, event) => decider.evolve(state, event), from);

/**
 * @example
 * const lastHidden = { evolve: (_: string | undefined, { meta }: Recorded) => meta.occurredAt };
 * const hidden = event('CommentHidden', { commentId: 'c1', platformSynced: false }, { at: '2026-12-01T10:00:00.000Z' });
 * foldView(lastHidden, [hidden]); // '2026-12-01T10:00:00.000Z'
 * foldView(lastHidden, []); // undefined
 */
export const foldView = <View, Event extends NewEvent>(
  view: ViewFold<View, Event>,
  events: readonly Recorded<Event>[],
  from?: View,
): View | undefined => events.reduce<View | undefined>((current, event) => view.evolve(current, event), from);

/**
 * The view of a stream whose events result in one, as those of a creation do.
 *
 * @example
 * requireView({ evolve: () => 'a view' }, []); // throws Error
 */
export const requireView = <View, Event extends NewEvent>(
  view: ViewFold<View, Event>,
  events: readonly Recorded<Event>[],
): View => {
  const folded = foldView(view, events);
  if (folded === undefined) throw new Error(`${events.at(-1)?.type ?? 'an empty stream'} leaves no view`);
  return folded;
};

/**
 * Ends a switch over a union: the compiler proves that no case is missing.
 *
 * @example
 * const areaOf = (shape: { kind: 'square'; side: number }): number => {
 *   switch (shape.kind) {
 *     case 'square':
 *       return shape.side ** 2;
 *     default:
 *       return unreachable(shape.kind);
 *   }
 * };
 * areaOf({ kind: 'square', side: 3 }); // 9
 */
export const unreachable = (value: never): never => {
  throw new Error(`unreachable: ${JSON.stringify(value)}`);
};
