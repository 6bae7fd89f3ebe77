import { randomUUID } from 'node:crypto';
import { commandIdFor, idFrom } from '../../../commands/kernel/deterministic-ids.ts';
import type { CommandHandler } from '../../../commands/kernel/handle.ts';
import type { Steps } from '../../../commands/workspaces/ports.ts';

/** The access of one command of the administrator to the log: the person has the machine, so no right is asked. */
export const adminSteps = (commands: CommandHandler): Steps => {
  const [commandId, askedAt] = [randomUUID(), Date.now()];
  const now = new Date(askedAt).toISOString();
  const contextOf = (step = '', workspaceId = '') => ({
    commandId: commandIdFor(commandId, step),
    meta: {
      workspaceId,
      mode: 'live' as const,
      actor: { kind: 'system', id: 'admin' } as const,
      $correlationId: commandId,
      occurredAt: now,
    },
  });
  let unnamed = 0;
  return {
    now,
    newId: (name = `#${unnamed++}`) => idFrom(askedAt, `${commandId}/${name}`),
    handle: (decider, id, command, { step, workspaceId, ...options } = {}) =>
      commands.handle(decider, id, command, { ...contextOf(step, workspaceId), ...options }),
    preview: (decider, id, command, { step, workspaceId, ...options } = {}) =>
      commands.preview(decider, id, command, { ...contextOf(step, workspaceId), ...options }),
    load: (decider, id) => commands.load(decider, id, undefined),
  };
};
