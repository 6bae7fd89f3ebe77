import { PlatformError } from '../../../domain/platforms/platform-error.ts';
import { Missing } from './media-files.ts';
import type { Recorder } from './recorder.ts';

/** The end of one step. `left out`: the platform has no such thing, or the operator gave too little for it. */
export type Step = Readonly<{ step: string; outcome: 'done' | 'left out' | 'failed'; detail: string }>;

/** Thrown by a step that the platform, or what the operator gave, does not allow. */
export class LeftOut extends Error {
  override readonly name = 'LeftOut';
}

const reasonOf = (error: unknown): string => {
  if (error instanceof PlatformError)
    return `${error.message} (${[error.kind, error.code, error.platformCode].filter(Boolean).join(', ')})`;
  return error instanceof Error ? error.message : String(error);
};

/** Takes one step after the other: a step that fails does not end the rehearsal. */
export class Steps {
  readonly ended: Step[] = [];
  readonly #recorder: Recorder;
  readonly #onStep: (step: Step) => void;

  constructor({ recorder, onStep }: Readonly<{ recorder: Recorder; onStep(step: Step): void }>) {
    this.#recorder = recorder;
    this.#onStep = onStep;
  }

  /** The value of the step, in an object, as the value may be undefined; undefined where the step did not succeed. */
  async take<T>(
    step: string,
    act: () => Promise<readonly [detail: string, value: T]>,
  ): Promise<{ value: T } | undefined> {
    this.#recorder.step = step;
    try {
      const [detail, value] = await act();
      this.#end({ step, outcome: 'done', detail });
      return { value };
    } catch (error) {
      const isLeftOut = error instanceof LeftOut || error instanceof Missing;
      this.#end({ step, outcome: isLeftOut ? 'left out' : 'failed', detail: reasonOf(error) });
      return undefined;
    }
  }

  #end(step: Step): void {
    const ended = { ...step, detail: this.#recorder.shown(step.detail) };
    this.ended.push(ended);
    this.#onStep(ended);
  }
}
