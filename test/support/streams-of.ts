import type { CommandHandler } from '../../commands/kernel/handle.ts';
import type { CallersStreams } from '../../commands/posts/ports.ts';

/** The streams of a workspace, as a request of one of its callers loads them. */
export const streamsOf = (commands: Pick<CommandHandler, 'load'>, workspaceId: string): CallersStreams => ({
  load: (decider, id, options = {}) => commands.load(decider, id, options.shared ? undefined : workspaceId),
});
