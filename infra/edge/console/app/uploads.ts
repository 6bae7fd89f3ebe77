import { answered, api, type Schemas } from './api.ts';
import { againMs } from './asked.ts';
import { noteWaiting, pauseUntilOnline } from './connection.ts';
import { Unanswered } from './unanswered.ts';

/** Sends the bytes to where the service said. Not by `fetch`, which says nothing of the progress. */
const sendBytes = (
  { uploadUrl, uploadHeaders }: Readonly<{ uploadUrl: string; uploadHeaders: Readonly<Record<string, string>> }>,
  file: File,
  progress: (share: number) => void,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', uploadUrl);
    for (const [name, value] of Object.entries(uploadHeaders)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => progress(loaded / total);
    request.onerror = () => reject(new Unanswered());
    request.onload = () => {
      if (request.status < 300) resolve();
      else reject(new Error(`The storage refused ${file.name} with ${request.status}.`));
    };
    request.send(file);
  });

/** Bytes of one address are stored once, however often they are sent. */
const sendUntilStored = async (...sent: Parameters<typeof sendBytes>): Promise<void> => {
  let stopWaiting: (() => void) | undefined;
  try {
    for (;;) {
      try {
        return await sendBytes(...sent);
      } catch (fault) {
        if (!(fault instanceof Unanswered)) throw fault;
      }
      stopWaiting ??= noteWaiting();
      await pauseUntilOnline(againMs);
    }
  } finally {
    stopWaiting?.();
  }
};

const pauseMs = 500;

/** What became of the file; undefined where no answer came. */
const lookedAt = (id: string): Promise<Schemas['Media'] | undefined> =>
  answered(api.GET('/v1/media/{id}', { params: { path: { id } } })).catch((fault: unknown) => {
    if (fault instanceof Unanswered) return undefined;
    throw fault;
  });

/** Answers when the service has looked into a file: videos take a while. */
export const ready = async (stored: Schemas['Media']): Promise<Schemas['Media']> => {
  if (stored.status === 'READY') return stored;
  if (stored.status === 'FAILED')
    throw new Error(`${stored.filename} cannot be used: ${stored.error ?? 'it is broken'}.`);
  await new Promise((resolve) => setTimeout(resolve, pauseMs));
  return ready((await lookedAt(stored.id)) ?? stored);
};

/** Stores a file of this computer in the workspace, and answers when it can be used. */
export const upload = async (file: File, progress: (share: number) => void = () => {}): Promise<Schemas['Media']> => {
  const body = { filename: file.name, contentType: file.type, sizeBytes: file.size };
  const to = await answered(api.POST('/v1/media/upload', { body }));
  await sendUntilStored(to, file, progress);
  return ready(await answered(api.POST('/v1/media/{id}/confirm', { params: { path: { id: to.mediaId } } })));
};
