import type { PostWaiter } from '../../../commands/posts/ports.ts';
import { checkpointChannel } from '../../../projections/kernel/checkpoint.ts';
import type { Notifications } from '../../stores/postgres/listen.ts';

/** The least time between two reads of the same post, however busy the log is. */
const pauseMilliseconds = 40;

/**
 * Lets requests wait for changes of a post. The log's readers report whenever the log has grown.
 */
export const openPostWaiter = async (notifications: Notifications): Promise<PostWaiter> => {
  const waiting = new Set<() => void>();
  await notifications.subscribe(checkpointChannel, () => {
    for (const wake of [...waiting]) wake();
  });
  return {
    changed: (_postId, within) =>
      new Promise((resolve) => {
        const since = performance.now();
        const end = () => {
          clearTimeout(timer);
          waiting.delete(wake);
          resolve();
        };
        const wake = () => {
          waiting.delete(wake);
          setTimeout(end, Math.max(0, pauseMilliseconds - (performance.now() - since)));
        };
        // A notification may be lost with its connection, so a wait for one lasts a second at most.
        const timer = setTimeout(end, Math.min(within, 1_000));
        waiting.add(wake);
      }),
  };
};
