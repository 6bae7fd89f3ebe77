import { foldState, type Decider } from '../../domain/kernel/decider.ts';
import type { NewEvent, Position } from '../../domain/kernel/event.ts';
import type { EventToAppend } from '../../domain/kernel/event-store.ts';
import { Refused } from '../../domain/kernel/refused.ts';
import type { CommandContext, CommandOptions, Preview, SentCommand } from './command.ts';
import { eventIdFor } from './deterministic-ids.ts';
import { revisionOf, type Fold, type SeenStream } from './seen-stream.ts';

/** What a command makes of a stream: the events that it adds, and the stream with them. */
export type Decided = Readonly<{ added: readonly EventToAppend[]; after: SeenStream }>;

/** Recognises a command, or decides it, on a stream as it was seen. Throws its refusal. */
export type Decision = (seen: SeenStream) => Decided;

/** The stream after a command. `position` is that of its events in the log; absent where it added none. */
export type Written = Readonly<{ after: SeenStream; appended: number; position: Position | undefined }>;

export type WriteOptions = Pick<CommandOptions<never>, 'fresh' | 'guard' | 'last' | 'patience'>;

/** Carries out a decision on a stream. Its decorators batch decisions, and try them on cached streams first. */
export type Write = (stream: string, decide: Decision, options: WriteOptions) => Promise<Written>;

/**
 * The decision on a command for a stream: nothing where its events are there already, for then it
 * was carried out before. Throws its refusal. A stream of another workspace refuses as an absent one.
 *
 * @example
 * const counter: Decider<number, { by: number }, NewEvent<'Counted', { by: number }>> = {
 *   category: 'counter',
 *   initial: 0,
 *   decide: ({ by }) => [{ type: 'Counted', data: { by } }],
 *   evolve: (sum, { data }) => sum + data.by,
 * };
 * const meta = {
 *   workspaceId: 'w1',
 *   mode: 'live',
 *   actor: { kind: 'user', id: 'u1' },
 *   $correlationId: 'r1',
 *   occurredAt: '2026-12-01T10:00:00.000Z',
 * } as const;
 * decideOn(SeenStream.absent(0), counter, { by: 2 }, { commandId: 'k1', meta });
 * // [{ type: 'Counted', data: { by: 2 } }]
 */
export const decideOn = <State, Command, Event extends NewEvent>(
  seen: SeenStream,
  decider: Decider<State, Command, Event>,
  command: Command,
  { commandId, meta, shared, guard, preview }: SentCommand<Event>,
): readonly Event[] => {
  if (preview?.command === command && preview.revision === seen.revision) return preview.decided;
  const history = seen.history(decider);
  const [first] = history;
  if (!shared && first && first.meta.workspaceId !== meta.workspaceId) throw foreignRefusal(decider, command);
  if (history.some((event) => event.meta.$causationId === commandId)) return [];
  guard?.(history);
  return decider.decide(command, seen.state(decider));
};

/** The refusal of a command on a stream of another workspace: that of an absent stream, so that no answer says that the id exists. */
const foreignRefusal = <State, Command, Event extends NewEvent>(
  decider: Decider<State, Command, Event>,
  command: Command,
): unknown => {
  try {
    decider.decide(command, decider.initial);
    return new Refused('NOT_FOUND', `${decider.category} not found`);
  } catch (refused) {
    return refused;
  }
};

/** The position of events that are not appended yet. */
const unplaced: Position = { commit: -1n, prepare: -1n };

/**
 * The events of a decision as they are appended, and the stream with them.
 *
 * Event ids are derived from the command and its decision, so the store recognises a resend of an
 * unanswered append. The same command with another decision, from a process with an older stream,
 * is not a resend: it loses the race and reads the outcome.
 *
 * @example
 * const counter: Decider<number, { by: number }, NewEvent<'Counted', { by: number }>> = {
 *   category: 'counter',
 *   initial: 0,
 *   decide: ({ by }) => [{ type: 'Counted', data: { by } }],
 *   evolve: (sum, { data }) => sum + data.by,
 * };
 * const meta = {
 *   workspaceId: 'w1',
 *   mode: 'live',
 *   actor: { kind: 'user', id: 'u1' },
 *   $correlationId: 'r1',
 *   occurredAt: '2026-12-01T10:00:00.000Z',
 * } as const;
 * const decided = [{ type: 'Counted', data: { by: 2 } }] as const;
 * asDecided('counter-c1', SeenStream.absent(0), counter, { decided, commandId: 'k1', meta }).after.revision; // 0
 */
export const asDecided = <State, Event extends NewEvent>(
  stream: string,
  seen: SeenStream,
  decider: Fold<State, Event>,
  { decided, commandId, meta }: CommandContext & Readonly<{ decided: readonly Event[] }>,
): Decided => {
  const first = revisionOf(seen) + 1;
  const added = decided.map((event, index) => ({
    id: eventIdFor(commandId, index, [event.type, event.data, meta.occurredAt]),
    meta: { $causationId: commandId, ...meta },
    ...event,
  }));
  const recorded = added.map((event, index) => ({ stream, revision: first + index, position: unplaced, ...event }));
  return { added, after: seen.with(recorded, decider) };
};

/**
 * The decision on a command, and the state that it leads to; nothing of it is appended.
 *
 * @example
 * const counter: Decider<number, { by: number }, NewEvent<'Counted', { by: number }>> = {
 *   category: 'counter',
 *   initial: 0,
 *   decide: ({ by }) => [{ type: 'Counted', data: { by } }],
 *   evolve: (sum, { data }) => sum + data.by,
 * };
 * const meta = {
 *   workspaceId: 'w1',
 *   mode: 'live',
 *   actor: { kind: 'user', id: 'u1' },
 *   $correlationId: 'r1',
 *   occurredAt: '2026-12-01T10:00:00.000Z',
 * } as const;
 * previewOn(SeenStream.absent(0), counter, { by: 2 }, { commandId: 'k1', meta }).state; // 2
 */
export const previewOn = <State, Command, Event extends NewEvent>(
  seen: SeenStream,
  decider: Decider<State, Command, Event>,
  command: Command,
  context: SentCommand<Event>,
): Preview<State, Event> => {
  const decided = decideOn(seen, decider, command, context);
  return { command, revision: seen.revision, decided, state: foldState(decider, decided, seen.state(decider)) };
};
