import type { ActContext } from './act-context.ts';
import type { Claimed } from './instance-store.ts';
import type { RunnableProcess } from './process.ts';

/** The context of a run, and whether the events that the run has appended so far end its instance. */
export type WatchedRun = Readonly<{ context: ActContext; isOver(): boolean }>;

/**
 * Folds the events that an action appends into its instance, as the process will when it reads them. Other events may come
 * between, so the answer only tells what is likely.
 *
 * @example
 * declare const process: RunnableProcess;
 * declare const claimed: Claimed;
 * declare const context: ActContext;
 * const run = watchingOwnEnd(process, claimed, context);
 * await process.act({}, run.context);
 * const isOver = run.isOver();
 */
export const watchingOwnEnd = (
  { handles, instancesOf, evolve }: Pick<RunnableProcess, 'handles' | 'instancesOf' | 'evolve'>,
  { instance, state: claimedState }: Pick<Claimed, 'instance' | 'state'>,
  context: ActContext,
): WatchedRun => {
  let state: object | undefined = claimedState;
  return {
    context: {
      ...context,
      send: async (...command) => {
        const handled = await context.send(...command);
        const appended = handled.appended > 0 ? handled.events.slice(-handled.appended) : [];
        for (const event of appended)
          if (handles.includes(event.type) && instancesOf(event).includes(instance))
            state = evolve(state, event, instance);
        return handled;
      },
    },
    isOver: () => state === undefined,
  };
};
