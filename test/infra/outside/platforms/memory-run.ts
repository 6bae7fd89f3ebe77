import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import type {
  Credentials,
  Found,
  FindRequest,
  NativeObject,
  PlatformAccount,
  Publisher,
  PublishRun,
  Rendered,
} from '../../../../domain/platforms/publisher.ts';

/** A clock that moves only when it is advanced, or waited on. */
export class HandClock {
  #ms: number;
  constructor(start = '2026-05-04T10:00:00.000Z') {
    this.#ms = Date.parse(start);
  }
  now(): Date {
    return new Date(this.#ms);
  }
  advance(milliseconds: number): void {
    this.#ms += milliseconds;
  }
}

type Intent = { key: string; sentAt: string; object?: NativeObject };

/** The service has died here: nothing after this point was recorded. */
export class Crash extends Error {
  override readonly name = 'Crash';
}

/**
 * The publishing engine's promises in memory: intents before sends, outcomes after them, remembered steps. It refuses to send
 * an open intent a second time, so a publisher that repeats a send fails its test here.
 */
export class MemoryRun {
  readonly steps = new Map<string, string>();
  readonly intents = new Map<string, Intent>();
  /** The sends that were tried, however they ended. */
  readonly tried = new Set<string>();
  /** Objects that another post has. */
  readonly taken = new Set<string>();
  /** Every step that was really run, in order. */
  readonly stepsRun: string[] = [];
  sends = 0;
  /** Makes the service die right after this many finished steps. */
  dieAfterSteps = Infinity;
  /** What is being done: `step upload-1`, `send post`, or nothing that is remembered. */
  doing = '';
  readonly #life = new AbortController();

  readonly account: PlatformAccount;
  readonly credentials: Credentials;
  readonly clock: HandClock;
  readonly intentKey: string;
  readonly startedAt: string;

  constructor(
    account: PlatformAccount,
    credentials: Credentials,
    clock: HandClock,
    intentKey = `intent-${account.id}`,
    startedAt = clock.now().toISOString(),
  ) {
    this.account = account;
    this.credentials = credentials;
    this.clock = clock;
    this.intentKey = intentKey;
    this.startedAt = startedAt;
  }

  /** The service dies now, whatever it was doing: nothing of this run is recorded any more. */
  die(): void {
    this.#life.abort(new Crash('killed'));
  }

  /** What a service finds that starts after this one died, or continues with a renewed token. */
  successor(credentials: Credentials = this.credentials): MemoryRun {
    const next = new MemoryRun(this.account, credentials, this.clock, this.intentKey, this.startedAt);
    for (const [name, result] of this.steps) next.steps.set(name, result);
    for (const [name, intent] of this.intents) next.intents.set(name, { ...intent });
    for (const name of this.tried) next.tried.add(name);
    for (const nativeId of this.taken) next.taken.add(nativeId);
    return next;
  }

  get dead(): boolean {
    return this.#life.signal.aborted;
  }

  #alive(): void {
    this.#life.signal.throwIfAborted();
  }

  async #during<T>(what: string, act: () => Promise<T>): Promise<T> {
    const before = this.doing;
    this.doing = what;
    try {
      return await act();
    } finally {
      this.doing = before;
    }
  }

  get run(): PublishRun {
    return {
      account: this.account,
      credentials: this.credentials,
      signal: this.#life.signal,
      intentKey: this.intentKey,
      startedAt: this.startedAt,
      now: () => this.clock.now(),
      wait: async (milliseconds) => {
        this.#alive();
        this.clock.advance(milliseconds);
      },
      step: async (name, act) => {
        this.#alive();
        const before = this.steps.get(name);
        if (before !== undefined) return before;
        this.stepsRun.push(name);
        const result = await this.#during(`step ${name}`, act);
        this.#alive();
        this.steps.set(name, result);
        if (this.stepsRun.length >= this.dieAfterSteps) throw new Crash(`after step ${name}`);
        return result;
      },
      claim: (nativeId) => Promise.resolve(!this.taken.has(nativeId)),
      remembered: (name) => this.steps.get(name),
      forget: async (name) => {
        this.#alive();
        this.steps.delete(name);
      },
      send: async (name, act) => {
        this.#alive();
        const before = this.intents.get(name);
        if (before?.object) return before.object;
        if (before) throw new Error(`${name} would be sent again without a look`);
        const intent: Intent = { key: `${this.intentKey}-${name}`, sentAt: this.clock.now().toISOString() };
        this.intents.set(name, intent);
        this.sends += 1;
        const again = this.tried.has(name);
        this.tried.add(name);
        try {
          const object = await this.#during(`send ${name}`, () => act(intent.key, { again }));
          this.#alive();
          intent.object = object;
          return object;
        } catch (error) {
          this.#alive();
          if (error instanceof PlatformError && error.kind !== 'unknown') this.intents.delete(name);
          throw error;
        }
      },
    };
  }

  /** The send with an unknown outcome. */
  get open(): string | undefined {
    return [...this.intents].find(([, { object }]) => !object)?.[0];
  }

  look(rendered: Rendered, commentText?: string): FindRequest {
    const send = this.open;
    const intent = send === undefined ? undefined : this.intents.get(send);
    if (send === undefined || !intent) throw new Error('there is nothing to look for');
    const earlier = [...this.intents.values()].flatMap(({ object }) => (object ? [object] : []));
    return {
      send,
      key: intent.key,
      rendered,
      earlier,
      sentAt: intent.sentAt,
      remembered: (name) => this.steps.get(name),
      ...(commentText !== undefined && { commentText }),
    };
  }

  /** Looks for the open send and settles it, as the engine does. */
  async settle(publisher: Publisher, rendered: Rendered, commentText?: string): Promise<Found['outcome']> {
    return (await this.looked(publisher, rendered, commentText)).outcome;
  }

  /** The same, with what the look found. */
  async looked(publisher: Publisher, rendered: Rendered, commentText?: string): Promise<Found> {
    const look = this.look(rendered, commentText);
    const found = await publisher.find(look, this.run);
    const intent = this.intents.get(look.send);
    if (found.outcome === 'published' && intent) intent.object = found.object;
    if (found.outcome === 'not_published') this.intents.delete(look.send);
    return found;
  }
}

/** The error a promise rejects with; fails where it does not reject with a PlatformError. */
export const platformErrorOf = async (promise: Promise<unknown>): Promise<PlatformError> => {
  try {
    await promise;
  } catch (error) {
    if (error instanceof PlatformError) return error;
    throw error;
  }
  throw new Error('expected a PlatformError, but the call succeeded');
};
