import { setTimeout as pause } from 'node:timers/promises';
import type { PostWaiter } from '../../../commands/posts/ports.ts';
import type { PostView } from '../../../domain/posts/view.ts';
import { checkpointChannel } from '../../../projections/kernel/checkpoint.ts';
import { Pulse } from '../../stores/pushes/pulse.ts';
import type { Notifications } from '../../stores/postgres/listen.ts';

/**
 * The least time between two reads of a post, however busy the log is. It grows with each read:
 * long waits need no fast answer.
 */
const shortestPauseMs = 40;
const maxPauseMs = 400;
const growth = 1.2;

/** A notification may be lost with its connection, so a wait for one lasts a second at most. */
const maxWaitMs = 1_000;

type Waiting = Readonly<{
  wanted: (view: PostView) => boolean;
  read: () => Promise<PostView>;
  /** On the steady clock. */
  until: number;
  settle: (view: PostView) => void;
  fail: (error: unknown) => void;
}>;

/** All requests that wait for one post. They share its reads. */
class Watch {
  readonly #waiting = new Set<Waiting>();
  #hasNews = false;
  readonly #changed = new Pulse();

  add(waiting: Waiting): void {
    this.#waiting.add(waiting);
    // Its time may be up before those of the others.
    this.#changed.beat();
  }

  news(): void {
    this.#hasNews = true;
    this.#changed.beat();
  }

  /**
   * Reads until no request waits; then calls `ended` synchronously, so that no request joins a
   * finished watch.
   */
  async run(ended: () => void): Promise<void> {
    for (let pauseMs = shortestPauseMs; this.#waiting.size > 0; pauseMs = Math.min(pauseMs * growth, maxPauseMs)) {
      await pause(Math.min(pauseMs, this.#left));
      while (!this.#hasNews && this.#left > 0)
        if ((await this.#changed.next({ withinMs: Math.min(this.#left, maxWaitMs) })) === 'timeout') break;
      await this.#read();
    }
    ended();
  }

  /** How long the first of them still waits, in whole milliseconds: a timer may end one early. */
  get #left(): number {
    const ends = [...this.#waiting].map(({ until }) => until);
    return Math.max(0, Math.ceil(Math.min(...ends) - performance.now()) + 1);
  }

  async #read(): Promise<void> {
    this.#hasNews = false;
    // A read in progress is too old for a request that arrives meanwhile, which may have changed
    // the post since.
    const asking = [...this.#waiting];
    const [one] = asking;
    if (!one) return;
    try {
      const view = await one.read();
      for (const each of asking) {
        if (!each.wanted(view) && each.until > performance.now()) continue;
        this.#waiting.delete(each);
        each.settle(view);
      }
    } catch (error) {
      for (const each of asking) {
        this.#waiting.delete(each);
        each.fail(error);
      }
    }
  }
}

/** Lets requests wait for changes of a post. The log's readers report whenever the log has grown. */
export const openPostWaiter = async (notifications: Pick<Notifications, 'subscribe'>): Promise<PostWaiter> => {
  const watches = new Map<string, Watch>();
  await notifications.subscribe(checkpointChannel, () => {
    for (const watch of watches.values()) watch.news();
  });
  return {
    until: (postId, withinMs, wanted, read) =>
      new Promise((settle, fail) => {
        const known = watches.get(postId);
        const watch = known ?? new Watch();
        watch.add({ wanted, read, until: performance.now() + withinMs, settle, fail });
        if (known) return;
        watches.set(postId, watch);
        void watch.run(() => watches.delete(postId));
      }),
  };
};
