import type { EventLog } from '../../../domain/kernel/event-store.ts';
import type { Freshness } from '../../stores/postgres/freshness.ts';

const patienceMs = 5_000;

export type PostsUpToDate = () => Promise<void>;

/**
 * Resolves once the posts read model has caught up with the log: a process must not act on less
 * than the events that woke it.
 */
export const postsUpToDate =
  (log: Pick<EventLog, 'head'>, freshness: Pick<Freshness, 'wait'>): PostsUpToDate =>
  async () => {
    const head = await log.head();
    if (head && !(await freshness.wait(['posts'], head.commit, patienceMs)))
      throw new Error('the posts read model has not caught up');
  };
