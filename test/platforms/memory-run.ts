import { PlatformError } from '../../domain/platforms/platform-error.ts';
import type {
  Credentials,
  Look,
  NativeObject,
  PlatformAccount,
  Publisher,
  PublishRun,
  Rendered,
} from '../../domain/platforms/publisher.ts';

/** A clock that only moves when told to, or waited on. */
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
  /** Every step that was really run, in order. */
  readonly stepsRun: string[] = [];
  sends = 0;
  /** Makes the service die right after this many finished steps. */
  dieAfterSteps = Infinity;

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
  ) {
    this.account = account;
    this.credentials = credentials;
    this.clock = clock;
    this.intentKey = intentKey;
    this.startedAt = clock.now().toISOString();
  }

  get run(): PublishRun {
    return {
      account: this.account,
      credentials: this.credentials,
      signal: new AbortController().signal,
      intentKey: this.intentKey,
      startedAt: this.startedAt,
      now: () => this.clock.now(),
      wait: async (milliseconds) => this.clock.advance(milliseconds),
      step: async (name, act) => {
        const before = this.steps.get(name);
        if (before !== undefined) return before;
        this.stepsRun.push(name);
        const result = await act();
        this.steps.set(name, result);
        if (this.stepsRun.length >= this.dieAfterSteps) throw new Crash(`after step ${name}`);
        return result;
      },
      remembered: (name) => this.steps.get(name),
      forget: async (name) => void this.steps.delete(name),
      send: async (name, act) => {
        const before = this.intents.get(name);
        if (before?.object) return before.object;
        if (before) throw new Error(`${name} would be sent again without a look`);
        const intent: Intent = { key: `${this.intentKey}-${name}`, sentAt: this.clock.now().toISOString() };
        this.intents.set(name, intent);
        this.sends += 1;
        try {
          intent.object = await act(intent.key);
          return intent.object;
        } catch (error) {
          if (error instanceof PlatformError && error.kind !== 'unknown') this.intents.delete(name);
          throw error;
        }
      },
    };
  }

  /** The send whose outcome nobody knows. */
  get open(): string | undefined {
    return [...this.intents].find(([, { object }]) => !object)?.[0];
  }

  look(rendered: Rendered, commentText?: string): Look {
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
  async settle(
    publisher: Publisher,
    rendered: Rendered,
    commentText?: string,
  ): Promise<'published' | 'not_published' | 'cannot_tell'> {
    const look = this.look(rendered, commentText);
    const found = await publisher.find(look, this.run);
    const intent = this.intents.get(look.send);
    if (found.outcome === 'published' && intent) intent.object = found.object;
    if (found.outcome === 'not_published') this.intents.delete(look.send);
    return found.outcome;
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
