import type { Recorded } from '../../domain/kernel/event.ts';
import { idOfStream } from '../../domain/kernel/stream-names.ts';
import { workspace } from '../../domain/workspaces/workspace.ts';
import { WorkspaceDeleted, WorkspaceErased } from '../../domain/workspaces/workspace-events.ts';
import type { ActContext } from './act-context.ts';
import type { ProcessManager, RunnableProcess } from './process.ts';

/**
 * A deletion ends every instance of its workspace. An erasure ends the instances that events of actions in flight at the
 * deletion began since.
 */
const ends: readonly string[] = [WorkspaceDeleted.type, WorkspaceErased.type];

/**
 * The types of events that a fold of the process handles.
 *
 * @example
 * declare const process: ProcessManager;
 * const types = foldedTypes(process);
 */
export const foldedTypes = ({ handles, outlivesWorkspace }: Omit<ProcessManager, 'evolve'>): readonly string[] =>
  outlivesWorkspace ? handles : [...new Set([...handles, ...ends])];

/**
 * The workspace whose instances of the process end with this event.
 *
 * @example
 * workspaceEndedBy({}, { type: 'WorkspaceDeleted', stream: 'workspace-w1' }); // 'w1'
 * workspaceEndedBy({}, { type: 'PostDeleted', stream: 'post-c1' }); // undefined
 */
export const workspaceEndedBy = (
  { outlivesWorkspace }: Pick<ProcessManager, 'outlivesWorkspace'>,
  { type, stream }: Pick<Recorded, 'type' | 'stream'>,
): string | undefined => (!outlivesWorkspace && ends.includes(type) ? idOfStream(stream) : undefined);

/** Reads the log, because the cached state of this process may lack a deletion by another node. */
const isDeleted = async ({ workspaceId, load }: Pick<ActContext, 'workspaceId' | 'load'>): Promise<boolean> => {
  const state = (await load(workspace, workspaceId, 'latest'))?.state;
  return state !== undefined && state.status !== 'active';
};

/**
 * Ends the instances of a deleted workspace instead of acting. A running action loses its right to
 * continue at the deletion: its lease cannot be proved any more, so no irreversible call is sent.
 *
 * @example
 * declare const processes: readonly RunnableProcess[];
 * const ending = processes.map(endingWithWorkspace);
 */
export const endingWithWorkspace = (process: RunnableProcess): RunnableProcess => ({
  ...process,
  act: async (action, context) => {
    if (process.outlivesWorkspace?.(action)) return process.act(action, context);
    if (await isDeleted(context)) return context.endInstance();
    const proveLease = async (): Promise<boolean> => {
      const [isMine, isGone] = await Promise.all([context.proveLease(), isDeleted(context)]);
      return isMine && !isGone;
    };
    await process.act(action, { ...context, proveLease });
  },
});
