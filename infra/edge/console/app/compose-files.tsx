import { messageOf } from './message-of.ts';
import { useContext, useState } from 'preact/hooks';
import { answered, api, type Schemas } from './api.ts';
import { Library } from './compose-library.tsx';
import { draftFileOf, type DraftFile } from './draft.ts';
import { Problem } from './pieces.tsx';
import { Uploading } from './uploading.ts';
import { upload } from './uploads.ts';

type Props = Readonly<{
  files: readonly DraftFile[];
  /** The part of a thread that they belong to, from the second one on. */
  part?: number;
  change(how: (before: readonly DraftFile[]) => readonly DraftFile[]): void;
}>;

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

/** The files of a post or a part of a thread: chosen, dropped or pasted, each with its progress and its description. */
export const Files = ({ files, part, change }: Props) => {
  const of = part === undefined ? '' : ` for part ${part}`;
  const [under, setUnder] = useState<Readonly<Record<string, number>>>({});
  const [problem, setProblem] = useState<string>();
  const count = useContext(Uploading);
  const take = (file: Schemas['Media']): void => change((before) => [...before, draftFileOf(file)]);
  const add = async (chosen: readonly File[]): Promise<void> => {
    setProblem(undefined);
    for (const file of chosen) {
      try {
        const progress = (share: number): void => setUnder((before) => ({ ...before, [file.name]: share }));
        const stored = await upload(file, progress);
        take({ ...stored, filename: file.name });
      } catch (fault) {
        setProblem(messageOf(fault));
      }
      setUnder(({ [file.name]: _, ...others }) => others);
    }
  };
  const takeAll = (list: FileList | undefined | null): void => void count(add([...(list ?? [])]));
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
      <legend>Pictures and videos{of}</legend>
      <label>
        {part === undefined ? 'Choose files, or drop them here' : `Choose files${of}`}{' '}
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
      <Library chosen={new Set(files.map(({ id }) => id))} take={take} of={of} />
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
