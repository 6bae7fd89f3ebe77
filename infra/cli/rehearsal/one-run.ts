import { randomUUID } from 'node:crypto';
import { PlatformError } from '../../../domain/platforms/platform-error.ts';
import type {
  Credentials,
  Found,
  NativeObject,
  PlatformAccount,
  Publisher,
  PublishRun,
  Rendered,
  RunContext,
} from '../../../domain/platforms/publisher.ts';

/** The clock of a rehearsal: real time, except in tests. */
export type Clock = Readonly<{ now(): Date; wait(milliseconds: number, signal: AbortSignal): Promise<void> }>;

type Send = Readonly<{ key: string; sentAt: string; object: NativeObject | undefined }>;

/** One post of a rehearsal: steps and sends are kept in memory, and a send of unknown outcome is never repeated. */
export class OneRun {
  readonly #steps = new Map<string, string>();
  readonly #sends = new Map<string, Send>();
  readonly run: PublishRun;

  constructor(
    { account, credentials }: Readonly<{ account: PlatformAccount; credentials: Credentials }>,
    clock: Clock,
    signal: AbortSignal,
  ) {
    const intentKey = `rehearsal-${randomUUID()}`;
    this.run = {
      account,
      credentials,
      signal,
      intentKey,
      startedAt: clock.now().toISOString(),
      now: () => clock.now(),
      wait: (milliseconds) => clock.wait(milliseconds, signal),
      step: async (name, act) => {
        const before = this.#steps.get(name);
        if (before !== undefined) return before;
        const result = await act();
        this.#steps.set(name, result);
        return result;
      },
      remembered: (name) => this.#steps.get(name),
      forget: async (name) => void this.#steps.delete(name),
      claim: async () => true,
      send: async (name, act) => {
        const before = this.#sends.get(name);
        if (before?.object) return before.object;
        if (before)
          throw new PlatformError(
            'unknown',
            'OUTCOME_UNKNOWN',
            `the outcome of ${name} is not known: it is not repeated`,
          );
        const sent = { key: `${intentKey}-${name}`, sentAt: clock.now().toISOString() };
        this.#sends.set(name, { ...sent, object: undefined });
        try {
          const object = await act(sent.key, { again: false });
          this.#sends.set(name, { ...sent, object });
          return object;
        } catch (error) {
          if (error instanceof PlatformError && error.kind !== 'unknown') this.#sends.delete(name);
          throw error;
        }
      },
    };
  }

  /** Every object that a send made. */
  get made(): readonly NativeObject[] {
    return [...this.#sends.values()].flatMap(({ object }) => (object ? [object] : []));
  }

  /** Whether the post was sent and no answer came. */
  get isInDoubt(): boolean {
    const send = this.#sends.get('post');
    return send !== undefined && !send.object;
  }

  /** Looks for the post as if its answer had been lost. Undefined where nothing was sent. */
  async look(publisher: Publisher, rendered: Rendered, context: RunContext = this.run): Promise<Found | undefined> {
    const send = this.#sends.get('post');
    if (!send) return undefined;
    const { key, sentAt } = send;
    const request = { send: 'post', key, rendered, earlier: [], sentAt, remembered: this.run.remembered };
    const found = await publisher.find(request, { ...context, claim: this.run.claim });
    if (found.outcome === 'published' && !send.object) this.#sends.set('post', { ...send, object: found.object });
    return found;
  }
}
