import { createHash } from 'node:crypto';
import { PlatformError } from '../../../domain/platforms/platform-error.ts';
import type { PublishRun } from '../../../domain/platforms/publisher.ts';
import { defined } from '../../../domain/kernel/defined.ts';

/**
 * The most steps for the parts of one upload, so that a post's history stays short however large
 * its video is. A break costs at most the parts of one step: one part of a short video, a sixteenth
 * of a long one.
 */
const maxSteps = 16;

/** An upload this close to its expiry is replaced by a new one. */
const marginMs = 60_000;

/**
 * An upload in parts to a platform that does not report which parts it has: the acknowledged parts
 * are recorded here.
 */
export type PartedUpload<Part> = Readonly<{
  /** The step under which the finished upload is remembered; those of its parts are named after it. */
  step: string;
  /**
   * Opens the upload. `handle` is all that is needed to continue it, without secrets; `endsAt` is
   * ISO 8601.
   */
  begin(): Promise<Readonly<{ handle: string; endsAt: string }>>;
  parts(handle: string): readonly Part[];
  /**
   * Sends one part and returns what has to be recorded of it, without white space; `earlier` has
   * that of the parts before it.
   */
  send(handle: string, part: Part, index: number, earlier: readonly string[]): Promise<string>;
  /** Ends the upload and returns the result of `step`. */
  finish(handle: string, acknowledged: readonly string[]): Promise<string>;
}>;

const begunStep = (step: string): string => `${step}-begun`;
const partsStep = (step: string, group: number): string => `${step}-parts-${group}`;

/** Parts are remembered beside a mark of the upload they went to, so that those of another one are never taken for them. */
const markOf = (begun: string): string => createHash('sha256').update(begun).digest('base64url').slice(0, 12);

const forgetParts = async (run: PublishRun, step: string): Promise<void> => {
  for (let group = maxSteps; group >= 1; group -= 1)
    if (run.remembered(partsStep(step, group)) !== undefined) await run.forget(partsStep(step, group));
  if (run.remembered(begunStep(step)) !== undefined) await run.forget(begunStep(step));
};

/** Forgets an upload, finished or not, so that the next attempt starts another. */
export const forgetUpload = async (run: PublishRun, step: string): Promise<void> => {
  if (run.remembered(step) !== undefined) await run.forget(step);
  await forgetParts(run, step);
};

/** Whether an earlier try has made the upload or begun it. */
export const isInherited = (run: PublishRun, step: string): boolean =>
  run.remembered(step) !== undefined || run.remembered(begunStep(step)) !== undefined;

type Begun = Readonly<{ mark: string; handle: string; endsAt: string }>;

const readBegun = (text: string): Begun => {
  const [endsAt = ''] = text.split(' ', 1);
  return { mark: markOf(text), endsAt, handle: text.slice(endsAt.length + 1) };
};

const begunOf = async <Part>(run: PublishRun, { step, begin }: PartedUpload<Part>): Promise<Begun> => {
  const known = run.remembered(begunStep(step));
  // An unreadable end counts as past.
  const lasts = known !== undefined && Date.parse(readBegun(known).endsAt) - marginMs > run.now().getTime();
  if (known !== undefined && !lasts) await forgetParts(run, step);
  const text = await run.step(begunStep(step), async () => {
    const { handle, endsAt } = await begin();
    return `${endsAt} ${handle}`;
  });
  return readBegun(text);
};

/**
 * Uploads a file part by part, or continues the upload of an earlier attempt, and returns the
 * result of `finish`. Every few parts are a step of the run; memory holds one piece of one part.
 */
export const uploadInParts = async <Part>(run: PublishRun, upload: PartedUpload<Part>): Promise<string> => {
  const { step } = upload;
  const done = run.remembered(step);
  if (done !== undefined) return done;
  const { mark, handle } = await begunOf(run, upload);
  const parts = upload.parts(handle);
  const size = Math.max(1, Math.ceil(parts.length / maxSteps));
  const acknowledged: string[] = [];
  for (let from = 0; from < parts.length; from += size) {
    const name = partsStep(step, from / size + 1);
    const known = run.remembered(name);
    if (known !== undefined && !known.startsWith(`${mark} `)) await run.forget(name);
    const text = await run.step(name, async () => {
      const reported: string[] = [];
      for (const [index, part] of parts.slice(from, from + size).entries())
        reported.push(await upload.send(handle, part, from + index, [...acknowledged, ...reported]));
      return [mark, ...reported].join(' ');
    });
    acknowledged.push(...text.split(' ').slice(1));
  }
  return run.step(step, () => upload.finish(handle, acknowledged));
};

/**
 * Runs an operation on an upload. A refused upload is forgotten. Where an earlier attempt made it,
 * the platform may only have let it expire, so it is made again immediately. `isFinal` identifies
 * refusals of the file itself, which would be refused again; `isLost`, failures that are not
 * refusals and mean that the upload no longer exists.
 */
export const storedOrRedone = async <T>(
  run: PublishRun,
  step: string,
  act: () => Promise<T>,
  {
    isFinal,
    isLost,
  }: Readonly<{ [Is in 'isFinal' | 'isLost']?: ((error: PlatformError) => boolean) | undefined }> = {},
): Promise<T> => {
  const inherited = isInherited(run, step);
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const lost = isLost?.(error) === true;
    if (error.kind !== 'refused' && !lost) throw error;
    await forgetUpload(run, step);
    if (!inherited || isFinal?.(error) === true) throw error;
    return storedOrRedone(run, step, act, { isFinal, isLost });
  }
};

/**
 * The effect of a send's refusal because of its media: the platform may have dropped uploads of an
 * earlier attempt, so they are forgotten and made again by the next one. The uploads of this
 * attempt are refused permanently. Never resolves.
 */
export const orUploadedAgain = async (
  error: PlatformError,
  run: PublishRun,
  { steps, inherited }: Readonly<{ steps: readonly string[]; inherited: boolean }>,
): Promise<never> => {
  for (const step of steps) await forgetUpload(run, step);
  if (!inherited || error.kind !== 'refused') throw error;
  const { message, platformCode } = error;
  throw new PlatformError('not_stored', 'MEDIA_NOT_READY', message, {
    cause: error,
    ...defined({ platformCode }),
  });
};
