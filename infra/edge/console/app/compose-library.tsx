import { useContext, useState } from 'preact/hooks';
import { answered, api, type Schemas } from './api.ts';
import { useAsked } from './asked.ts';
import { Act, Problem, Waiting } from './pieces.tsx';
import { afterSending } from './sent-text.ts';
import { Uploading } from './uploading.ts';
import { ready } from './uploads.ts';

type Media = Schemas['Media'];

const stored = () => answered(api.GET('/v1/media', { params: { query: { limit: 50, status: 'READY' } } }));

/** The files of the workspace that can be used again, newest first. */
const Stored = ({ chosen, take }: { chosen: ReadonlySet<string>; take(file: Media): void }) => {
  const { data, problem } = useAsked('library', stored);
  const free = data?.data.filter(({ id }) => !chosen.has(id));
  return (
    <>
      <Problem text={problem} />
      {free === undefined ? (
        problem === undefined && <Waiting />
      ) : free.length === 0 ? (
        <p class="quiet">There is no other file.</p>
      ) : (
        <ul class="files">
          {free.map((file) => (
            <li key={file.id}>
              <button type="button" aria-label={`Add ${file.filename}`} onClick={() => take(file)}>
                Add
              </button>{' '}
              {file.filename} <span class="quiet">{file.altText ?? file.contentType}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
};

/** Takes files that are somewhere already: at a public address, or in the library of the workspace. */
export const Library = ({
  chosen,
  take,
  of,
}: {
  chosen: ReadonlySet<string>;
  take(file: Media): void;
  /** What the files are for, where the page asks for files several times. */
  of: string;
}) => {
  const [url, setUrl] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const count = useContext(Uploading);
  const copy = async (): Promise<string> => {
    if (url.trim() === '') return 'Give the address of a picture or video.';
    const copied = answered(api.POST('/v1/media/import', { body: { url: url.trim() } })).then(ready);
    await count(copied.then(take));
    setUrl(afterSending(url));
    return 'copied';
  };
  return (
    <>
      <p class="actions">
        <label>
          Or its address{of}{' '}
          <input inputMode="url" value={url} onInput={({ currentTarget: { value } }) => setUrl(value)} />
        </label>{' '}
        <Act call="POST /v1/media/import" label="Copy it" describedAs={`Copy it${of}`} act={copy} />
      </p>
      <details onToggle={({ currentTarget: { open } }) => setIsOpen(open)}>
        <summary>Files of this workspace{of}</summary>
        {isOpen && <Stored chosen={chosen} take={take} />}
      </details>
    </>
  );
};
