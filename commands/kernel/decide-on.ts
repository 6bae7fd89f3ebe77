import type { Decider } from '../../domain/kernel/decider.ts';
import type { NewEvent } from '../../domain/kernel/event.ts';
import type { EventToAppend } from '../../domain/kernel/event-store.ts';
import { eventIdFor } from './deterministic-ids.ts';
import { foreignRefusal } from './foreign-refusal.ts';
import type { CommandContext, SentCommand } from './command.ts';
import type { SeenStream } from './seen-stream.ts';

/**
 * The decision on a command for a stream: nothing where its events are there already, for then it
 * was carried out before. Throws its refusal. A stream of another workspace refuses as an absent one.
 */
export const decideOn = <State, Command, Event extends NewEvent>(
  now: SeenStream,
  decider: Decider<State, Command, Event>,
  command: Command,
  { commandId, meta, shared, guard, preview }: SentCommand<Event>,
): readonly Event[] => {
  if (preview?.command === command && preview.revision === now.revision) return preview.decided;
  const history = now.history(decider);
  const [first] = history;
  if (!shared && first && first.meta.workspaceId !== meta.workspaceId) throw foreignRefusal(decider, command);
  if (history.some((event) => event.meta.$causationId === commandId)) return [];
  guard?.(history);
  return decider.decide(command, now.state(decider));
};

/**
 * Event ids are derived from the command and its decision, so the store recognises a resend of an
 * unanswered append. The same command with another decision, from a process with an older stream,
 * is not a resend: it loses the race and reads the outcome.
 */
export const stamp = <Event extends NewEvent>(
  decided: readonly Event[],
  { commandId, meta }: CommandContext,
): readonly (EventToAppend & Event)[] =>
  decided.map((event, index) => ({
    id: eventIdFor(commandId, index, [event.type, event.data, meta.occurredAt]),
    meta: { $causationId: commandId, ...meta },
    ...event,
  }));
