import { streamOf, TooManyBytes } from '../collect.ts';
import { barePicture, finishPoster, shrinkImage } from '../image.ts';
import { inspectFile } from '../inspect-file.ts';
import { Rejected } from '../rejected.ts';
import type { Readable } from '../sniff.ts';
import { type FromReader, type Job, maxReadBytes, type ToReader } from './messages.ts';

const tell = (message: FromReader): void => void process.send?.(message);

let answered: ((message: ToReader) => void) | undefined;

/** One read at a time, because an answer does not say which question it answers. */
let reading: Promise<unknown> = Promise.resolve();

const readRange = (start: number, end: number): Promise<Uint8Array> => {
  const read = reading.then(
    () =>
      new Promise<Uint8Array>((resolve, reject) => {
        answered = (message) => {
          if ('bytes' in message) resolve(message.bytes);
          else reject(new Error('The bytes of the file cannot be read'));
        };
        tell({ read: { start, end } });
      }),
  );
  reading = read.catch(() => undefined);
  return read;
};

const opening =
  (sizeBytes: number): Readable =>
  async (range = { start: 0, end: sizeBytes }) =>
    streamOf(await readRange(range.start, Math.min(range.end, range.start + maxReadBytes)));

const run = async (job: Job): Promise<FromReader> => {
  try {
    if (job.kind === 'poster') return { poster: await finishPoster(Buffer.from(job.frame), job.rotation) };
    if (job.kind === 'thumbnail') return { thumbnail: await shrinkImage(Buffer.from(job.image)) };
    if (job.kind === 'bare') return { bare: (await barePicture(Buffer.from(job.image))) ?? null };
    return { inspected: await inspectFile(job.file, opening(job.file.sizeBytes)) };
  } catch (fault) {
    if (fault instanceof Rejected) return { rejected: fault.message };
    if (fault instanceof TooManyBytes) return { rejected: 'The file is larger than its type allows' };
    return { failed: fault instanceof Error ? fault.message : String(fault) };
  }
};

process.on('message', (message: ToReader) => {
  if ('job' in message) void run(message.job).then(tell);
  else answered?.(message);
});
process.once('disconnect', () => process.exit(0));
tell({ ready: true });
