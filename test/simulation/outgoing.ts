import type { Publisher, PublishRun, Rendered } from '../../domain/platforms/publisher.ts';
import type { MemoryEventStore } from '../support/memory-event-store.ts';
import type { Scheduler } from './scheduler.ts';
import { sending } from './sending.ts';

type What = Readonly<{ rendered: Rendered }> | Readonly<{ comment: string }>;

/** What left for a platform: a post or a part of it, or a first comment. */
export type Sent = What &
  Readonly<{
    accountId: string;
    /** In milliseconds. */
    at: number;
    /** How many events the log had then. */
    logged: number;
  }>;

/** Records what leaves for the platforms at the moment it leaves. */
export class Outgoing {
  readonly sent: Sent[] = [];
  readonly #log: MemoryEventStore;
  readonly #scheduler: Scheduler;

  constructor(log: MemoryEventStore, scheduler: Scheduler) {
    this.#log = log;
    this.#scheduler = scheduler;
  }

  over(publisher: Publisher): Publisher {
    return {
      ...publisher,
      publish: (rendered, run) => publisher.publish(rendered, this.#recording(run, { rendered })),
      comment: (target, comment, run) => publisher.comment(target, comment, this.#recording(run, { comment })),
    };
  }

  #recording(run: PublishRun, what: What): PublishRun {
    return sending(run, (name, act) =>
      run.send(name, (key, tries) => {
        const { length: logged } = this.#log.log;
        this.sent.push({ ...what, accountId: run.account.id, at: this.#scheduler.now, logged });
        return act(key, tries);
      }),
    );
  }
}
