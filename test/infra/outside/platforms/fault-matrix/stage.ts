import type { Platform } from '../../../../../domain/platforms/platform.ts';
import type { NativeObject, Removal } from '../../../../../domain/platforms/publisher.ts';
import { TimedOut } from '../../../../../infra/outside/platforms/transport-failure.ts';
import type { PlatformAdapter } from '../../../../../infra/outside/platforms/adapter.ts';
import type { Fetch } from '../../../../../infra/outside/http/agent-fetch.ts';
import { FaultyFront, type Exchange } from '../faulty-front.ts';
import { Lab, type Person } from '../lab.ts';
import { MemoryEngine, type Ending } from '../memory-engine.ts';
import { wantsOf, type Scenario } from './scenarios.ts';

export type Phase = 'publish' | 'comment' | 'delete';

/** One request, and what the service was doing when it made it. */
export type Call = Readonly<{
  index: number;
  phase: Phase;
  /** Whether it carries the account's token. */
  signed: boolean;
  /**
   * The engine's record of the call: `send post`, `step upload-1`; empty for calls without a
   * record.
   */
  doing: string;
  call: string;
  /** How often the platform had been looked at by then. */
  looks: number;
  /** How many objects the platform showed more once it had acted; known of the run without faults only. */
  appeared: number;
}>;

export type Played = Readonly<{
  calls: readonly Call[];
  post: Ending;
  comment?: Ending;
  removals?: readonly Removal[];
  /** What the platform showed after each phase. */
  shown: Readonly<Partial<Record<Phase, number>>>;
  known: number;
}>;

export type RemovedAgain = Readonly<{ removals: readonly Removal[]; shown: number }>;

/** One scenario on a sandbox, a front and a service of its own. */
export class Stage {
  readonly lab = new Lab();
  readonly calls: Call[] = [];
  phase: Phase = 'publish';
  #patience = new AbortController();
  #front: FaultyFront | undefined;
  #person: Person | undefined;
  #engine: MemoryEngine | undefined;
  #objects: readonly NativeObject[] = [];
  readonly #platform: Platform;
  readonly #scenario: Scenario;

  readonly #changed: (adapter: PlatformAdapter) => PlatformAdapter;

  /** `changed`: replaces the real publisher, to see the matrix's verdict on the other one. */
  constructor(platform: Platform, scenario: Scenario, changed = (adapter: PlatformAdapter) => adapter) {
    this.#platform = platform;
    this.#scenario = scenario;
    this.#changed = changed;
  }

  async open(): Promise<Readonly<{ front: FaultyFront; person: Person; engine: MemoryEngine }>> {
    const { lab } = this;
    await lab.start();
    const front = (this.#front = await FaultyFront.before(lab));
    const person = (this.#person = await lab.person(this.#platform, wantsOf(this.#scenario)));
    const patient: Fetch = (url, init) =>
      fetch(url, { ...init, signal: AbortSignal.any([init.signal, this.#patience.signal]) } as RequestInit);
    const fresh = () => this.#changed(lab.adapter(this.#platform, undefined, patient));
    const engine = (this.#engine = new MemoryEngine(person, fresh));
    return { front, person, engine };
  }

  /** The silence has lasted as long as a client waits: no test has to sit it out, nor to take a loaded machine for it. */
  losePatience(): void {
    const ended = this.#patience;
    this.#patience = new AbortController();
    ended.abort(new TimedOut('no answer in time'));
  }

  async close(): Promise<void> {
    await this.#front?.stop();
    await this.lab.stop();
  }

  /** Writes down a request as the front meets it. */
  note({ index, call, signed }: Exchange): void {
    const { looks, memory } = this.#parts().engine;
    this.calls.push({ index, signed, phase: this.phase, doing: memory.doing, call, looks, appeared: 0 });
  }

  /** Writes down what has appeared by a request. */
  noteAppeared(index: number, appeared: number): void {
    const call = this.calls[index];
    if (call) this.calls[index] = { ...call, appeared };
  }

  #parts() {
    if (!this.#engine || !this.#person) throw new Error('the stage is not open');
    return { engine: this.#engine, person: this.#person };
  }

  async shown(): Promise<number> {
    return (await this.#parts().person.objects()).length;
  }

  /** Publishes, comments and deletes; stops after the phase `last`, or where a phase did not succeed. */
  async play(last: Phase, commentable: boolean): Promise<Played> {
    const { engine } = this.#parts();
    const shown: Partial<Record<Phase, number>> = {};
    const { post, comment: text } = this.#scenario;
    const ending = await engine.publish(post);
    shown.publish = await this.shown();
    const known = () => [...engine.memory.intents.values()].filter(({ object }) => object !== undefined).length;
    const played = { calls: this.calls, post: ending, shown };
    if (last === 'publish' || ending.is !== 'published') return { ...played, known: known() };
    this.phase = 'comment';
    const objects: NativeObject[] = [...ending.objects];
    let comment: Ending | undefined;
    const [target] = objects;
    if (commentable && text !== undefined && target) {
      comment = await engine.comment(post, target, text);
      shown.comment = await this.shown();
      if (comment.is === 'published') objects.push(...comment.objects);
    }
    const commented = { ...played, ...(comment && { comment }) };
    if (last === 'comment') return { ...commented, known: known() };
    this.phase = 'delete';
    this.#objects = objects;
    const removals = await engine.remove(objects);
    shown.delete = await this.shown();
    return { ...commented, removals, known: known() };
  }

  async removeAgain(): Promise<RemovedAgain> {
    const removals = await this.#parts().engine.remove(this.#objects);
    return { removals, shown: await this.shown() };
  }
}
