import { answered, api, Refusal, type Schemas } from './api.ts';
import { againMs } from './asked.ts';
import { noteWaiting, pauseUntilOnline } from './connection.ts';
import { storedUntilAnswered, type Address } from './stored-bytes.ts';
import { Unanswered } from './unanswered.ts';

/** Sends the bytes of a file, and answers the status. Not by `fetch`, which says nothing of the progress. */
const sendBytes = ({ url, headers }: Address, file: File, progress: (share: number) => void): Promise<number> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => progress(loaded / total);
    request.onerror = () => reject(new Unanswered());
    request.onload = () => resolve(request.status);
    request.send(file);
  });

/** Another address for an upload; undefined where the service waits for no bytes any more, because they have come. */
const renewedAddress = (id: string): Promise<Address | undefined> =>
  answered(api.POST('/v1/media/{id}/refresh-presign', { params: { path: { id } } })).then(
    ({ presignedUrl, uploadHeaders }) => ({ url: presignedUrl, headers: uploadHeaders }),
    (fault: unknown) => {
      if (fault instanceof Refusal && fault.status === 409) return undefined;
      throw fault;
    },
  );

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

/**
 * Stores a file of this computer in the workspace, and answers when it can be used. Bytes of one address are stored once,
 * however often they are sent.
 */
export const upload = async (file: File, progress: (share: number) => void = () => {}): Promise<Schemas['Media']> => {
  const body = { filename: file.name, contentType: file.type, sizeBytes: file.size };
  const {
    mediaId: id,
    uploadUrl: url,
    uploadHeaders: headers,
  } = await answered(api.POST('/v1/media/upload', { body }));
  await storedUntilAnswered(
    { url, headers },
    {
      name: file.name,
      put: (address) => sendBytes(address, file, progress),
      renew: () => renewedAddress(id),
      wait: () => pauseUntilOnline(againMs),
      now: Date.now,
      noteWaiting,
    },
  );
  return ready(await answered(api.POST('/v1/media/{id}/confirm', { params: { path: { id } } })));
};
