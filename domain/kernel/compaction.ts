import type { NewEvent, Recorded } from './event.ts';

/**
 * Which events of a long stream a command still needs. A fold over them gives the same state and
 * view as one over the whole stream: an event is left out only where later events overwrite all its
 * facts.
 */
export interface Compaction<Event extends NewEvent> {
  /** Raised with every change of the rule. Events that an older version left out are read again. */
  readonly version: number;
  essential(events: readonly Event[]): ReadonlySet<Event>;
}

/**
 * How long a stream stays whole before its newest event, so that a repeated command is recognised
 * by the event it caused. A client may resend for 24 hours. An older step of a process is
 * recognised by the state.
 */
const wholeForMs = 48 * 60 * 60 * 1_000;
/** The same as a number of events, for workspaces whose clock is advanced. */
const wholeForEvents = 50;

/**
 * The essential events of a stream, and its newest ones without a gap. It can be continued with the
 * events that follow.
 *
 * @example
 * const rule = { version: 1, essential: (events: readonly NewEvent[]) => new Set(events.slice(0, 1)) };
 * const at = (time: string) => event('CommentHidden', { commentId: 'c1', platformSynced: false }, { at: time });
 * const old = Array.from({ length: 60 }, () => at('2026-12-01T10:00:00.000Z'));
 * compacted([...old, at('2026-12-09T10:00:00.000Z')], rule).length; // 51
 */
export const compacted = (events: readonly Recorded[], rule: Compaction<NewEvent>): readonly Recorded[] => {
  const newest = Date.parse(events.at(-1)?.meta.occurredAt ?? '');
  const lastOld = events.findLastIndex(({ meta }) => Date.parse(meta.occurredAt) < newest - wholeForMs);
  const wholeFrom = Math.min(lastOld + 1, events.length - wholeForEvents);
  const essential = rule.essential(events);
  return events.filter((event, index) => index >= wholeFrom || essential.has(event));
};
