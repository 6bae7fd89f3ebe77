import type { MediaFile, PublishRun, Rendered } from '../../domain/platforms/publisher.ts';
import type { AttachedFile, ReadyFile } from './ports.ts';

/** A post whose files are as they were attached. */
export type Attached = Rendered &
  Readonly<{
    media: readonly AttachedFile[];
    thread: readonly (Rendered['thread'][number] & Readonly<{ media: readonly AttachedFile[] }>)[];
  }>;

/** The step that records the length of a file that stays at its own address. */
const lengthStep = (mediaId: string): string => `length-of-${mediaId}`;

const eachFile = (rendered: Attached, of: (file: AttachedFile) => MediaFile): Rendered => ({
  ...rendered,
  media: rendered.media.map(of),
  thread: rendered.thread.map((item) => ({ ...item, media: item.media.map(of) })),
});

/** The same post with the lengths that an earlier attempt recorded: what it sent is looked for by them. */
export const withKnownLengths = (attached: Attached, remembered: PublishRun['remembered']): Rendered =>
  eachFile(attached, (file) => {
    const known = file.isElsewhere ? remembered(lengthStep(file.mediaId)) : undefined;
    return known === undefined ? file : { ...file, sizeBytes: Number(known) };
  });

/** The files of one attempt, until it has ended. */
export type AttemptFiles = Readonly<{ rendered: Rendered; close(): Promise<void> }>;

/**
 * Makes each file of a post readable, once however often it is attached, and gives each its length.
 * Stored files are looked for at the first attempt only: a later one may need no bytes any more, and
 * finds out when it does. Throws the `PlatformError` of a file that cannot be read.
 */
export const openAttemptFiles = async (
  attached: Attached,
  run: Pick<PublishRun, 'remembered' | 'step' | 'signal'>,
  { isFirst }: Readonly<{ isFirst: boolean }>,
): Promise<AttemptFiles> => {
  const files = [...attached.media, ...attached.thread.flatMap(({ media }) => media)];
  const ready = new Map<string, ReadyFile>();
  const close = async (): Promise<void> => {
    await Promise.all([...ready.values()].map(async (file) => file.close?.()));
  };
  const prepare = async (file: AttachedFile): Promise<void> => {
    if (!file.ready || ready.has(file.mediaId) || !(isFirst || file.isElsewhere)) return;
    const known = file.isElsewhere ? run.remembered(lengthStep(file.mediaId)) : undefined;
    const found = await file.ready(known === undefined ? undefined : Number(known), run.signal);
    ready.set(file.mediaId, found);
    if (file.isElsewhere) await run.step(lengthStep(file.mediaId), () => Promise.resolve(String(found.sizeBytes)));
  };
  try {
    for (const file of files) await prepare(file);
  } catch (error) {
    await close();
    throw error;
  }
  const rendered = eachFile(attached, (file) => {
    const found = ready.get(file.mediaId);
    return found ? { ...file, sizeBytes: found.sizeBytes, open: found.open ?? file.open } : file;
  });
  return { rendered, close };
};
