import { RevisionConflict, StoreUnavailable } from '../../domain/kernel/event-store.ts';
import { Refused } from '../../domain/kernel/refused.ts';
import { PlatformError } from '../../domain/platforms/platform-error.ts';
import type { NativeObject, PublishRun } from '../../domain/platforms/publisher.ts';
import { intentKey } from '../../domain/posts/decide-sending.ts';
import { firstCommentSend } from '../../domain/posts/destination-state.ts';
import { post } from '../../domain/posts/post.ts';
import type { PostCommand, SendTry } from '../../domain/posts/commands.ts';
import type { DestinationState } from '../../domain/posts/destination-state.ts';
import type { Post, PostState } from '../../domain/posts/state.ts';
import type { ActContext } from '../kernel/act-context.ts';
import type { AttemptStep } from './attempt-steps.ts';
import type { OpenedAccount } from './ports.ts';
import { later, settleDelayMs } from './reconcile.ts';
import { defined } from '../../domain/kernel/defined.ts';

/** The worker lost its lease before anything was sent: another worker has the destination now. */
export class NoLongerMine extends Error {
  override readonly name = 'NoLongerMine';
}

/**
 * Whether a run ends without an event for its destination: another worker has it, or it has ended,
 * or the log could not be written. The next run continues from the log.
 */
export const endsRun = (error: unknown): boolean =>
  error instanceof NoLongerMine ||
  error instanceof Refused ||
  error instanceof RevisionConflict ||
  error instanceof StoreUnavailable;

export const describeError = (error: PlatformError) => ({
  code: error.code,
  message: error.message,
  ...defined({ platformCode: error.platformCode }),
});

type Target = Readonly<{
  postId: string;
  postPlatformId: string;
  startedAt: string;
  /** The publishing run of the post whose content is sent. */
  round: number;
}>;

export type OnStep = (step: AttemptStep) => void;
type Claim = PublishRun['claim'];

/**
 * The engine's side of a publishing run. Every send is bracketed by events: the intent before the
 * call, its outcome after it. Results of an earlier run are returned from the post's history. The
 * outcome of a step or a send is recorded while the publisher continues, so that the next intent or
 * the end of the destination is stored with it; no call is made before its intent is stored.
 */
export class RecordedRun implements PublishRun {
  readonly account: OpenedAccount['account'];
  readonly credentials: OpenedAccount['credentials'];
  readonly signal: AbortSignal;
  readonly intentKey: string;
  readonly startedAt: string;
  readonly #context: ActContext;
  readonly #target: Target;
  readonly #claim: Claim;
  readonly #onStep: OnStep;
  readonly #generation: number;
  /** Results of this run's steps, by name: the sends that follow are made with them. */
  readonly #results = new Map<string, string>();
  #destination: DestinationState;
  #recorded: Promise<unknown> = Promise.resolve();
  /** Sends that wait for their answers. */
  #unanswered = 0;
  readonly #cut = new AbortController();

  constructor(
    context: ActContext,
    {
      target,
      destination,
      opened,
      claim,
      onStep = () => undefined,
    }: Readonly<{
      target: Target;
      destination: DestinationState;
      opened: OpenedAccount;
      claim: Claim;
      onStep?: OnStep | undefined;
    }>,
  ) {
    this.account = opened.account;
    this.credentials = opened.credentials;
    this.signal = this.#cut.signal;
    this.#cutWith(context);
    this.intentKey = intentKey(destination);
    this.startedAt = target.startedAt;
    this.#context = context;
    this.#target = target;
    this.#claim = claim;
    this.#onStep = onStep;
    this.#destination = destination;
    this.#generation = destination.generation;
  }

  /** Settles once the outcomes of all steps and sends so far are stored; rejects where one could not be stored. */
  get recorded(): Promise<unknown> {
    return this.#recorded;
  }

  /**
   * A lost lease ends what was not sent yet. The answer to a send is awaited, unless the service
   * stops.
   */
  #cutWith({ signal, stopping }: Pick<ActContext, 'signal' | 'stopping'>): void {
    const lost = (): void => {
      if (this.#unanswered === 0) this.#cut.abort(signal.reason);
    };
    const stop = (): void => this.#cut.abort(stopping.reason);
    if (signal.aborted) lost();
    else signal.addEventListener('abort', lost, { once: true });
    if (stopping.aborted) stop();
    else stopping.addEventListener('abort', stop, { once: true });
  }

  now(): Date {
    return this.#context.now();
  }

  wait(milliseconds: number): Promise<void> {
    return this.#context.wait(milliseconds);
  }

  claim(nativeId: string): Promise<boolean> {
    return this.#claim(nativeId);
  }

  remembered(name: string): string | undefined {
    return this.#destination.steps[name] ?? this.#results.get(name);
  }

  async step(name: string, run: () => Promise<string>): Promise<string> {
    const known = this.remembered(name);
    if (known !== undefined) return known;
    await this.#recorded;
    const result = await run();
    this.#results.set(name, result);
    this.#onStep('step-done');
    const done = { type: 'complete-step', step: name, result, ...this.#on } as const;
    this.#record(done, `step/${name}/${result}`, 'step-recorded');
    return result;
  }

  async forget(name: string): Promise<void> {
    await this.#recorded;
    const known = this.remembered(name);
    this.#results.delete(name);
    if (known !== undefined)
      await this.#command({ type: 'forget-step', step: name, ...this.#on }, `forget/${name}/${known}`);
  }

  /** Forgets every step: the next attempt begins again with all uploads. */
  async forgetAll(): Promise<void> {
    for (const name of Object.keys(this.#destination.steps)) await this.forget(name);
  }

  async send(
    name: string,
    run: (key: string, tries: Readonly<{ again: boolean }>) => Promise<NativeObject>,
  ): Promise<NativeObject> {
    const known = this.#destination.sends[name];
    if (known?.status === 'done') return known.object;
    const attempt = (known?.attempt ?? 0) + 1;
    const id = `${name}/${this.#generation}/${attempt}`;
    const seen = { round: this.#target.round, generation: this.#generation, attempt };
    if (!(await this.#context.proveLease())) throw new NoLongerMine(`the lease was lost before ${name}`);
    // Each run has its own intent. If two runs shared one, the log would take the second for a
    // repeat of the first, and both would send.
    const start = { type: 'start-send', send: name, seen, ...this.#on } as const;
    const [isMine] = await Promise.all([this.#command(start, `start/${id}/${this.#context.run}`), this.#recorded]);
    if (!isMine) throw new NoLongerMine(`${name} was started already`);
    for (const [step, result] of this.#results) {
      const held = this.#destination.steps[step];
      // Another run recorded the step first: a send made with this result could not be found later.
      if (held !== undefined && held !== result) throw new NoLongerMine(`${step} has another result`);
    }
    const started = this.#destination.sends[name];
    if (!started) throw new NoLongerMine(`${name} must not be sent any more`);
    const { key } = started;
    const of = { key, attempt: started.attempt };
    if (!this.#context.stillMine()) {
      await this.#failed(name, of, { id, code: 'PUBLISH_ERROR', message: 'Not sent: the service was stopping.' });
      throw new NoLongerMine(`the lease was lost before ${name}`);
    }
    const isComment = name === firstCommentSend;
    this.#onStep(isComment ? 'comment-intent-recorded' : 'intent-recorded');
    let object: NativeObject;
    this.#unanswered += 1;
    try {
      object = await run(key, { again: attempt > 1 });
    } catch (error) {
      throw await this.#ended(name, of, id, error);
    } finally {
      this.#unanswered -= 1;
      if (this.#unanswered === 0 && this.#context.signal.aborted) this.#cut.abort(this.#context.signal.reason);
    }
    const sent = { type: 'send-succeeded', send: name, of, object, foundByLook: false, ...this.#on } as const;
    this.#onStep(isComment ? 'comment-answered' : 'answered');
    this.#record(sent, `sent/${id}`, isComment ? 'comment-outcome-recorded' : 'outcome-recorded');
    return object;
  }

  /** Records how a send failed, and returns the error that the run continues with. */
  async #ended(name: string, of: SendTry, id: string, error: unknown): Promise<PlatformError> {
    if (error instanceof PlatformError && error.kind !== 'unknown') {
      await this.#failed(name, of, { id, code: error.code, message: error.message });
      return error;
    }
    // In every other case the outcome is unknown: a reset, silence, a 5xx, an abort, or a bug after
    // the request was sent.
    const message = error instanceof Error ? error.message : String(error);
    const lookAt = later(this.now(), settleDelayMs);
    await this.#command(
      { type: 'send-unknown', send: name, of, cause: 'no_answer', message, lookAt, ...this.#on },
      `unknown/${id}`,
    );
    if (name !== firstCommentSend) this.#onStep('doubt-recorded');
    return error instanceof PlatformError
      ? error
      : new PlatformError('unknown', 'PUBLISH_ERROR', message, { cause: error });
  }

  async #failed(
    name: string,
    of: SendTry,
    { id, code, message }: Readonly<{ id: string; code: string; message: string }>,
  ): Promise<void> {
    const error = { code, message };
    await this.#command(
      { type: 'send-failed', send: name, of, error, foundByLook: false, ...this.#on },
      `not-sent/${id}`,
    );
  }

  /** The next send waits until it is stored, and so does the end of the run. */
  #record(command: PostCommand, step: string, reaches: AttemptStep): void {
    const before = this.#recorded;
    const stored = this.#command(command, step).then(() => this.#onStep(reaches));
    this.#recorded = Promise.all([stored, before]);
    this.#recorded.catch(() => undefined);
  }

  get #on() {
    return { postPlatformId: this.#target.postPlatformId };
  }

  async #command(command: PostCommand, step: string): Promise<boolean> {
    const named = `${this.#target.postPlatformId}/${step}`;
    const { state, appended } = await this.#context.send(post, this.#target.postId, command, { step: named });
    this.#destination = destinationIn(state, this.#target.postPlatformId) ?? this.#destination;
    return appended > 0;
  }
}

export const destinationIn = (state: PostState, postPlatformId: string): DestinationState | undefined =>
  state.kind === 'existing' ? destinationOfPost(state, postPlatformId) : undefined;

const destinationOfPost = (state: Post, postPlatformId: string): DestinationState | undefined =>
  state.destinations.find((one) => one.postPlatformId === postPlatformId);
