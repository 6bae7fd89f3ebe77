import { useRef, useState } from 'preact/hooks';
import { Allowed } from './allowed.tsx';
import { answered, api, type Schemas } from './api.ts';
import { useAsked } from './asked.ts';
import { Act, Moment, PageButtons, Problem, Table, Waiting, State } from './pieces.tsx';

const limit = 10;

type Import = Schemas['ContactImport'];

const isRunning = ({ status }: Import): boolean => status === 'PENDING' || status === 'PROCESSING';

/** The text of a chosen file. Other encodings are refused here, because a browser would replace their letters. */
const textOf = async (file: File | undefined): Promise<string> => {
  if (!file) throw new Error('Choose a file first.');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    throw new Error('The file is not in UTF-8. Save it as "CSV UTF-8".');
  }
};

/** The faulty lines of an import. */
const Faults = ({ id }: { id: string }) => {
  const [page, setPage] = useState(1);
  const { data, problem } = useAsked(`contact-imports/${id}/errors/${page}`, () =>
    answered(api.GET('/v1/contacts/imports/{id}/errors', { params: { path: { id }, query: { page, limit } } })),
  );
  if (data === undefined) return problem === undefined ? <Waiting /> : <Problem text={problem} />;
  return (
    <>
      <Table
        caption={`Faulty lines: ${data.pagination.total}`}
        heads={['Line', 'Column', 'Fault']}
        rows={data.errors.map(({ line, column, message }) => (
          <tr key={line}>
            <td>{line}</td>
            <td>{column}</td>
            <td>{message}</td>
          </tr>
        ))}
      />
      <PageButtons
        name="Pages of faulty lines"
        page={page}
        last={data.pagination.totalPages}
        go={setPage}
        before="Before"
        after="After"
      />
    </>
  );
};

/** A file to import contacts from, and the imports with their progress and faulty lines. */
export const ContactImports = () => {
  const file = useRef<HTMLInputElement>(null);
  const [page, setPage] = useState(1);
  const [faultsOf, setFaultsOf] = useState<string>();
  const { data, problem, again } = useAsked(
    `contact-imports/${page}`,
    () => answered(api.GET('/v1/contacts/imports', { params: { query: { page, limit } } })),
    1000,
  );
  const start = async (): Promise<string> => {
    const csv = await textOf(file.current?.files?.[0]);
    const { total } = await answered(api.POST('/v1/contacts/imports', { body: { csv } }));
    if (file.current) file.current.value = '';
    await again();
    return `${total} lines are being imported.`;
  };
  const cancel = (id: string) => async (): Promise<string> => {
    await answered(api.POST('/v1/contacts/imports/{id}/cancel', { params: { path: { id } } }));
    await again();
    return 'cancelled';
  };
  return (
    <section aria-labelledby="contact-imports">
      <h3 id="contact-imports">Import</h3>
      <Allowed call="POST /v1/contacts/imports">
        <p>
          <label>
            CSV file <input ref={file} type="file" accept=".csv,text/csv" />
          </label>{' '}
          <Act call="POST /v1/contacts/imports" label="Import" act={start} />
        </p>
        <p class="quiet">
          The first line names the columns: platform, platformId, and what there is of displayName, username, tags and
          others.
        </p>
      </Allowed>
      <Problem text={problem} />
      {data && data.imports.length > 0 && (
        <Table
          caption="Imports of contacts"
          heads={['Started', 'Status', 'Progress', 'New', 'Changed', 'Faulty', 'Stop']}
          rows={data.imports.map((each) => (
            <tr key={each.id}>
              <td>
                <Moment at={each.startedAt} />
              </td>
              <td>
                <State of={each.status} />
              </td>
              <td>
                <progress max={each.total} value={each.done} aria-label={`Progress of ${each.id}`} /> {each.done} of{' '}
                {each.total}
              </td>
              <td>{each.created}</td>
              <td>{each.updated}</td>
              <td>
                {each.failed > 0 ? (
                  <button
                    type="button"
                    aria-expanded={faultsOf === each.id}
                    aria-label={`Faulty lines of ${each.id}`}
                    onClick={() => setFaultsOf(faultsOf === each.id ? undefined : each.id)}
                  >
                    {each.failed}
                  </button>
                ) : (
                  0
                )}
              </td>
              <td>
                {isRunning(each) && (
                  <Act call="POST /v1/contacts/imports/{id}/cancel" label="Cancel" act={cancel(each.id)} />
                )}
              </td>
            </tr>
          ))}
        />
      )}
      {data && <PageButtons name="Pages of imports" page={page} last={data.pagination.totalPages} go={setPage} />}
      {faultsOf !== undefined && <Faults key={faultsOf} id={faultsOf} />}
    </section>
  );
};
