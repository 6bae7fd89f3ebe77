import type { CommandOptions, Handled } from '../../../commands/kernel/command.ts';
import type { Decider } from '../../../domain/kernel/decider.ts';
import type { NewEvent } from '../../../domain/kernel/event.ts';
import type { Mode } from '../../../domain/kernel/mode.ts';
import type { Platform } from '../../../domain/platforms/platform.ts';

/** An account that a change is about. */
export type Target = Readonly<{ id: string; workspaceId: string; platform: Platform; mode: Mode }>;

/** Carries out a command on behalf of a platform. */
export type Handle = <State, Command, Event extends NewEvent>(
  decider: Decider<State, Command, Event>,
  id: string,
  command: Command,
  options?: CommandOptions<Event>,
) => Promise<Handled<State, Event>>;
