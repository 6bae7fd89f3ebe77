import type { CommandHandler } from '../../../commands/kernel/handle.ts';
import type { personAt } from '../../../commands/sign-in/register-person.ts';

/** A reader of streams of every workspace, in the form in which commands read them. */
export const commandsLoad =
  (commands: Pick<CommandHandler, 'load'>): Parameters<typeof personAt>[2]['load'] =>
  (decider, id) =>
    commands.load(decider, id, undefined);
