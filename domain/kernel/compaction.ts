import type { NewEvent, Recorded } from './event.ts';

/**
 * Which events of a long stream a command still needs. What is folded of them, state and view, is what is folded of the whole stream:
 * an event is left out only where later events overwrite all that it says.
 */
export interface Compaction<Event extends NewEvent> {
  /** Raised with every change of the rule. What an older version left out is read again. */
  readonly version: number;
  essential(events: readonly Event[]): ReadonlySet<Event>;
}

/**
 * How long before the newest event a stream stays whole, so that a command that is sent again is recognised by the event it caused.
 * A client may resend for 24 hours. An older step of a process meets a decider that finds it done by the state.
 */
const wholeForMs = 48 * 60 * 60 * 1_000;
/** The same in events, for workspaces whose clock is set forward. */
const wholeForEvents = 50;

/** The essential events of a stream, and its newest ones without a gap. Can be continued: the events that follow are added to them. */
export const compacted = (events: readonly Recorded[], rule: Compaction<NewEvent>): readonly Recorded[] => {
  const newest = Date.parse(events.at(-1)?.meta.occurredAt ?? '');
  const lastOld = events.findLastIndex(({ meta }) => Date.parse(meta.occurredAt) < newest - wholeForMs);
  const wholeFrom = Math.min(lastOld + 1, events.length - wholeForEvents);
  const essential = rule.essential(events);
  return events.filter((event, index) => index >= wholeFrom || essential.has(event));
};
