import { messageOf } from './message-of.ts';
import { useState } from 'preact/hooks';
import { answered, api, type Schemas } from './api.ts';
import { Library } from './compose-library.tsx';
import { draftFileOf, type DraftFile } from './draft.ts';
import { Problem } from './pieces.tsx';

type Props = Readonly<{
  files: readonly DraftFile[];
  change(how: (before: readonly DraftFile[]) => readonly DraftFile[]): void;
}>;

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
    request.onerror = () => reject(new Error(`${file.name} could not be sent.`));
    request.onload = () => {
      if (request.status < 300) resolve();
      else reject(new Error(`The storage refused ${file.name} with ${request.status}.`));
    };
    request.send(file);
  });

const pauseMs = 500;

/** A file can be used when the service has looked into it: videos take a while. */
const ready = async (stored: Schemas['Media']): Promise<Schemas['Media']> => {
  if (stored.status === 'READY') return stored;
  if (stored.status === 'FAILED')
    throw new Error(`${stored.filename} cannot be used: ${stored.error ?? 'it is broken'}.`);
  await new Promise((resolve) => setTimeout(resolve, pauseMs));
  return ready(await answered(api.GET('/v1/media/{id}', { params: { path: { id: stored.id } } })));
};

const upload = async (file: File, progress: (share: number) => void): Promise<Schemas['Media']> => {
  const body = { filename: file.name, contentType: file.type, sizeBytes: file.size };
  const to = await answered(api.POST('/v1/media/upload', { body }));
  await sendBytes(to, file, progress);
  return ready(await answered(api.POST('/v1/media/{id}/confirm', { params: { path: { id: to.mediaId } } })));
};

const ChosenFile = ({
  file,
  remove,
  described,
}: {
  file: DraftFile;
  remove(): void;
  described(altText: string): void;
}) => {
  const [problem, setProblem] = useState<string>();
  const describe = async (altText: string): Promise<void> => {
    const params = { path: { id: file.id } };
    await answered(
      api.PATCH('/v1/media/{id}', { params, body: { altText: altText.trim() === '' ? null : altText } }),
    ).then(
      () => setProblem(undefined),
      (fault: unknown) => setProblem(messageOf(fault)),
    );
  };
  return (
    <li class="card">
      <div class="head">
        <span>
          {file.filename} <span class="quiet">{file.contentType}</span>
        </span>
        <button type="button" aria-label={`Remove ${file.filename}`} onClick={remove}>
          Remove
        </button>
      </div>
      <label>
        Description for people who do not see it
        <input
          value={file.altText}
          maxLength={1500}
          aria-label={`Description of ${file.filename}`}
          onInput={({ currentTarget: { value } }) => described(value)}
          onBlur={({ currentTarget: { value } }) => void describe(value)}
        />
      </label>
      <Problem text={problem} />
    </li>
  );
};

/** The files of a post: chosen, dropped or pasted, each with its progress and its description. */
export const Files = ({ files, change }: Props) => {
  const [under, setUnder] = useState<Readonly<Record<string, number>>>({});
  const [problem, setProblem] = useState<string>();
  const take = (file: Schemas['Media']): void => change((before) => [...before, draftFileOf(file)]);
  const add = async (chosen: readonly File[]): Promise<void> => {
    setProblem(undefined);
    for (const file of chosen) {
      try {
        const stored = await upload(file, (share) => setUnder((before) => ({ ...before, [file.name]: share })));
        take({ ...stored, filename: file.name });
      } catch (fault) {
        setProblem(messageOf(fault));
      }
      setUnder(({ [file.name]: _, ...others }) => others);
    }
  };
  const takeAll = (list: FileList | undefined | null): void => void add([...(list ?? [])]);
  return (
    <fieldset
      class="drop"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        takeAll(event.dataTransfer?.files);
      }}
      onPaste={(event) => takeAll(event.clipboardData?.files)}
    >
      <legend>Pictures and videos</legend>
      <label>
        Choose files, or drop them here{' '}
        <input
          type="file"
          multiple
          accept="image/*,video/*"
          onChange={({ currentTarget }) => {
            takeAll(currentTarget.files);
            currentTarget.value = '';
          }}
        />
      </label>
      <Library chosen={new Set(files.map(({ id }) => id))} take={take} ready={ready} />
      <Problem text={problem} />
      {Object.entries(under).map(([name, share]) => (
        <p key={name}>
          {name} <progress max={1} value={share} aria-label={`Upload of ${name}`} />
        </p>
      ))}
      <ul class="files">
        {files.map((file) => (
          <ChosenFile
            key={file.id}
            file={file}
            remove={() => change((before) => before.filter(({ id }) => id !== file.id))}
            described={(altText) =>
              change((before) => before.map((each) => (each.id === file.id ? { ...each, altText } : each)))
            }
          />
        ))}
      </ul>
    </fieldset>
  );
};
