import type { PostEvent } from '../../domain/posts/post-events.ts';
import type { ObjectClaims } from '../../processes/posts/ports.ts';
import type { MemoryEventStore } from '../support/memory-event-store.ts';
import type { Io } from './service.ts';

/** Whose objects are: by the log, or by who claimed them first. */
export class MemoryClaims {
  readonly #claimed = new Map<string, string>();
  readonly #log: MemoryEventStore;

  constructor(log: MemoryEventStore) {
    this.#log = log;
  }

  over(io: Io): ObjectClaims {
    return {
      claim: ({ accountId, postPlatformId, nativeId }) =>
        io('the claims', () => {
          const sent = (this.#log.log as unknown as PostEvent[]).some(
            ({ type, data }) =>
              type === 'DestinationSendSucceeded' &&
              data.object.nativeId === nativeId &&
              data.postPlatformId !== postPlatformId,
          );
          const key = `${accountId}/${nativeId}`;
          if (!sent && !this.#claimed.has(key)) this.#claimed.set(key, postPlatformId);
          return !sent && this.#claimed.get(key) === postPlatformId;
        }),
    };
  }
}
