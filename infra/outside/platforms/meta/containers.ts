import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import type { PublishRun } from '../../../../domain/platforms/publisher.ts';
import { meaningOf } from './errors.ts';
import { defined } from '../../../../domain/kernel/defined.ts';

export type ContainerState = Readonly<{
  status: string;
  /** The platform's message for an error; its subcode has the reason. */
  words?: string | undefined;
}>;

export type ContainerWork = Readonly<{
  /** The step the container is remembered under. */
  step: string;
  create: () => Promise<string>;
  read: (id: string) => Promise<ContainerState>;
  /** How long it may take. */
  limitMs: number;
  /** Steps whose containers it is made of: forgotten with it. */
  parts?: readonly string[];
}>;

export type ReadyContainer = Readonly<{ id: string; published: boolean }>;

const forget = async ({ step, parts = [] }: ContainerWork, run: PublishRun): Promise<void> => {
  for (const each of [step, ...parts]) await run.forget(each);
};

const failed = (words: string): PlatformError => {
  const subcode = /\b(\d{7})\b/.exec(words)?.[1];
  const code = meaningOf(words, subcode === undefined ? undefined : Number(subcode)) ?? 'CONTAINER_FAILED';
  return new PlatformError('refused', code, words, { platformCode: subcode ?? 'ERROR' });
};

/** Waits for Meta's work on a container: often at first, then seldom. */
const worked = async (id: string, work: ContainerWork, run: PublishRun): Promise<string> => {
  const giveUp = run.now().getTime() + work.limitMs;
  for (let waitMs = 500; ; waitMs = Math.min(waitMs * 2, 15_000)) {
    const { status, words = 'the container ended in ERROR' } = await work.read(id);
    if (status === 'FINISHED' || status === 'PUBLISHED' || status === 'EXPIRED') return status;
    if (status === 'ERROR') {
      await forget(work, run);
      throw failed(words);
    }
    const left = giveUp - run.now().getTime();
    if (left <= 0)
      throw new PlatformError('not_stored', 'CONTAINER_TIMEOUT', 'Meta is still working on the container', {
        platformCode: status,
      });
    await run.wait(Math.min(waitMs, left));
  }
};

/**
 * A container that can be published: recorded by an earlier attempt or made now, and made again
 * where it has expired. A failed one is forgotten, so that the next attempt makes another; one that
 * takes too long is kept and polled again.
 */
export const readyContainer = async (work: ContainerWork, run: PublishRun): Promise<ReadyContainer> => {
  for (let made = 0; made < 2; made += 1) {
    const id = await run.step(work.step, work.create);
    const status = await worked(id, work, run);
    if (status !== 'EXPIRED') return { id, published: status === 'PUBLISHED' };
    await run.forget(work.step);
  }
  throw new PlatformError('not_stored', 'CONTAINER_FAILED', 'the container expires as soon as it is made', {
    platformCode: 'EXPIRED',
  });
};

/**
 * An expired or deleted container is forgotten, and made again at the next attempt: the post itself
 * is not at fault.
 */
export const forgetLost = async (error: unknown, steps: readonly string[], run: PublishRun): Promise<never> => {
  const lost =
    error instanceof PlatformError &&
    error.kind === 'refused' &&
    (error.code === 'CONTAINER_FAILED' || /\/(33|2207006)$/.test(error.platformCode ?? ''));
  if (!lost) throw error;
  for (const step of steps) await run.forget(step);
  const { message, platformCode } = error;
  throw new PlatformError('not_stored', 'CONTAINER_FAILED', message, {
    cause: error,
    ...defined({ platformCode }),
  });
};
