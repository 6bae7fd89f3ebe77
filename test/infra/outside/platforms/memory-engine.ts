import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import type { Found, NativeObject, Publisher, Removal, Rendered } from '../../../../domain/platforms/publisher.ts';
import { nextRetry, publishRetryDelaysMs } from '../../../../domain/posts/retry-delays.ts';
import type { PlatformAdapter } from '../../../../infra/outside/platforms/adapter.ts';
import { nextLookAt } from '../../../../processes/posts/reconcile.ts';
import type { Person } from './lab.ts';
import type { MemoryRun } from './memory-run.ts';

/** How something the service was asked for ended, as its people see it. */
export type Ending =
  | Readonly<{ is: 'published'; objects: readonly NativeObject[] }>
  | Readonly<{ is: 'failed'; error: PlatformError }>
  | Readonly<{ is: 'unknown'; message: string }>;

/** How long a platform gets to finish what it may have received, before it is asked. */
const settleMs = 2000;
const removalTries = 3;

/**
 * The publishing engine's rules over a memory run: what is in doubt is looked for before anything is sent, what was not stored is
 * retried on the ladder, a refused token is renewed once a try, and a killed service is followed by a new one that knows only
 * what was recorded. Time passes at once.
 */
export class MemoryEngine {
  looks = 0;
  retries = 0;
  renewals = 0;
  kills = 0;
  memory: MemoryRun;
  readonly #person: Person;
  readonly #fresh: () => PlatformAdapter;
  #adapter: PlatformAdapter;

  /** `fresh` builds new adapters, as a service does at its start. */
  constructor(person: Person, fresh: () => PlatformAdapter) {
    this.#person = person;
    this.#fresh = fresh;
    this.#adapter = fresh();
    this.memory = person.newRun();
  }

  publish(rendered: Rendered): Promise<Ending> {
    return this.#brought(rendered, undefined, (publisher) => publisher.publish(rendered, this.memory.run));
  }

  comment(rendered: Rendered, target: NativeObject, text: string): Promise<Ending> {
    return this.#brought(rendered, text, async (publisher) => [await publisher.comment(target, text, this.memory.run)]);
  }

  /** Three tries in a row; what the platform leaves for later is come back to on the ladder. */
  async remove(objects: readonly NativeObject[]): Promise<readonly Removal[]> {
    const publishedAt = this.memory.startedAt;
    const { clock } = this.memory;
    const ended: Removal[] = [];
    let left = objects;
    let ladder = 0;
    for (let tries = 1; ; tries += 1) {
      let halt: PlatformError;
      try {
        const removals = await this.#adapter.publisher.unpublish(left, { ...this.memory.run, publishedAt });
        // The reports of a killed service are dropped.
        if (this.#followsKill()) continue;
        const halted = removals.flatMap((one) => (!one.removed && one.halted ? [{ ...one, by: one.halted }] : []));
        const waiting = new Set(halted.map(({ nativeId }) => nativeId));
        ended.push(...removals.filter(({ nativeId }) => !waiting.has(nativeId)));
        const [first] = halted;
        if (!first) return ended;
        left = left.filter(({ nativeId }) => waiting.has(nativeId));
        halt = first.by;
      } catch (error) {
        if (this.#followsKill()) continue;
        if (!(error instanceof PlatformError)) throw error;
        halt = error;
      }
      const detail = halt.message;
      const lost = (): readonly Removal[] => [
        ...ended,
        ...left.map(({ nativeId }) => ({ nativeId, removed: false, reason: 'delete_not_confirmed', detail }) as const),
      ];
      const limited = halt.kind === 'not_stored' && halt.code === 'PLATFORM_RATE_LIMIT';
      if (limited || (halt.kind === 'not_stored' && tries >= removalTries)) {
        const next = nextRetry(publishRetryDelaysMs, ladder, clock.now().getTime(), halt.retryAfterSeconds);
        if (next.exhausted) return lost();
        ladder = next.retry;
        this.retries += 1;
        tries = 0;
        clock.advance(next.at - clock.now().getTime());
        continue;
      }
      if (tries >= removalTries || halt.kind === 'refused') return lost();
      if (halt.kind === 'unauthorized' && !(await this.renewed())) return lost();
    }
  }

  async #brought(
    rendered: Rendered,
    commentText: string | undefined,
    act: (publisher: Publisher) => Promise<readonly NativeObject[]>,
  ): Promise<Ending> {
    const { clock } = this.memory;
    let ladder = 0;
    let looks = 0;
    let mayRenew = true;
    let killed = false;
    const again = (error: PlatformError): Ending | undefined => {
      const next = nextRetry(publishRetryDelaysMs, ladder, clock.now().getTime(), error.retryAfterSeconds);
      if (next.exhausted) return { is: 'failed', error };
      ladder = next.retry;
      this.retries += 1;
      mayRenew = true;
      clock.advance(next.at - clock.now().getTime());
      this.memory = this.memory.successor();
      return undefined;
    };
    for (;;) {
      if (this.memory.open !== undefined) {
        clock.advance(settleMs);
        const found = await this.#looked(rendered, commentText);
        if (found.outcome === 'cannot_tell') {
          const next = found.forGood ? null : nextLookAt(clock.now(), looks);
          if (next === null) return { is: 'unknown', message: found.message };
          looks += 1;
          clock.advance(Date.parse(next) - clock.now().getTime());
          continue;
        }
        looks = 0;
        if (found.outcome === 'published' || killed) continue;
        const ending = again(new PlatformError('not_stored', 'PUBLISH_ERROR', 'not on the platform'));
        if (ending) return ending;
      }
      killed = false;
      try {
        return { is: 'published', objects: await act(this.#adapter.publisher) };
      } catch (error) {
        if (this.#followsKill()) {
          killed = true;
          continue;
        }
        if (!(error instanceof PlatformError)) throw error;
        if (this.memory.open !== undefined) continue;
        if (error.kind === 'unauthorized' && mayRenew) {
          mayRenew = false;
          if (await this.renewed()) continue;
        }
        if (error.kind === 'refused' || error.kind === 'unauthorized') return { is: 'failed', error };
        const ending = again(error);
        if (ending) return ending;
      }
    }
  }

  /** Whatever goes wrong with asking is "cannot tell". */
  async #looked(rendered: Rendered, commentText: string | undefined): Promise<Found> {
    this.looks += 1;
    try {
      return await this.memory.looked(this.#adapter.publisher, rendered, commentText);
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      return { outcome: 'cannot_tell', message: error.message };
    }
  }

  /** Whether the service was killed; if so a new one has begun with what was recorded. */
  #followsKill(): boolean {
    if (!this.memory.dead) return false;
    this.kills += 1;
    this.#adapter = this.#fresh();
    this.memory = this.memory.successor();
    return true;
  }

  /** Renews the account's token, where that is possible. */
  async renewed(): Promise<boolean> {
    const { account, grant } = this.#person;
    if (grant.canAutoRefresh === false) return false;
    try {
      const old = this.memory.credentials;
      const { credentials } = await this.#adapter.connector.refresh(account, old);
      this.renewals += 1;
      // What a renewal does not name stays as it was.
      this.memory = this.memory.successor({ ...old, ...credentials, extra: { ...old.extra, ...credentials.extra } });
      return true;
    } catch (error) {
      if (error instanceof PlatformError) return false;
      throw error;
    }
  }
}
