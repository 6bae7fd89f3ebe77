import type { Decider } from '../../domain/kernel/decider.ts';
import type { NewEvent } from '../../domain/kernel/event.ts';
import { Refused } from '../../domain/kernel/refused.ts';

/** The refusal of a command on a stream of another workspace: that of an absent stream, so that no answer says that the id exists. */
export const foreignRefusal = <State, Command, Event extends NewEvent>(
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
