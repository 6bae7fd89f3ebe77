import { answered, api, type Schemas } from './api.ts';
import { useAsked } from './asked.ts';
import { Act, Badge, Problem, Table, Waiting } from './pieces.tsx';

type Model = Schemas['ReadModelStatus'];
type Build = Schemas['ReadModelBuild'];
type Process = Schemas['ProcessStatus'];

const percent = (done: number): number => Math.floor(done * 100);

const Standing = ({ build, name }: { build: Build; name: string }) => {
  if (build.parked !== null) return <Badge tone="bad">parked: {build.parked}</Badge>;
  if (build.caughtUp) return <Badge tone="good">caught up</Badge>;
  const label = `${name}, generation ${build.generation}`;
  return (
    <>
      <progress max={1} value={build.done} aria-label={label} /> {percent(build.done)} %
    </>
  );
};

const rebuild = async (name: string): Promise<string> => {
  const params = { path: { name } };
  const { build } = await answered(api.POST('/v1/admin/read-models/{name}/rebuild', { params, body: { share: 1 } }));
  return `${build} began`;
};

const unpark = async (kind: 'read-models' | 'processes', name: string): Promise<string> => {
  const params = { path: { name } };
  const { freed, still } = await answered(
    kind === 'processes'
      ? api.POST('/v1/admin/processes/{name}/unpark', { params, body: {} })
      : api.POST('/v1/admin/read-models/{name}/unpark', { params, body: {} }),
  );
  return `${freed.length} go on${still.length > 0 ? `, ${still.length} are still parked` : ''}`;
};

const isParked = ({ parked, parkedKeys }: Build): boolean => parked !== null || parkedKeys.length > 0;

const ModelRows = ({ model }: { model: Model }) => (
  <>
    {model.builds
      .filter(({ status }) => status !== 'retired')
      .map((build) => (
        <tr key={build.generation}>
          <td title={model.says}>
            {model.name}#{build.generation}
          </td>
          <td>{build.status}</td>
          <td>
            <Standing build={build} name={model.name} />
          </td>
          <td>
            {build.parkedKeys.map(({ key, eventType, error }) => (
              <p key={key}>
                <code>{key}</code> stopped at {eventType}: {error}
              </p>
            ))}
          </td>
          <td>
            {build.status === 'live' && <Act label={`Rebuild ${model.name}`} act={() => rebuild(model.name)} />}
            {isParked(build) && <Act label={`Let ${model.name} go on`} act={() => unpark('read-models', model.name)} />}
          </td>
        </tr>
      ))}
  </>
);

const ProcessRow = ({ process }: { process: Process }) => (
  <tr>
    <td title={process.says}>{process.name}</td>
    <td>
      {process.parked !== null ? (
        <Badge tone="bad">parked: {process.parked}</Badge>
      ) : (
        <Badge tone={process.caughtUp ? 'good' : 'plain'}>{process.caughtUp ? 'caught up' : 'behind'}</Badge>
      )}
    </td>
    <td>{process.waiting}</td>
    <td>{process.failing}</td>
    <td>
      {process.parkedInstances.map(({ instance, eventType, error }) => (
        <p key={instance}>
          <code>{instance}</code> stopped at {eventType}: {error}
        </p>
      ))}
      {(process.parked !== null || process.parkedInstances.length > 0) && (
        <Act label={`Let ${process.name} go on`} act={() => unpark('processes', process.name)} />
      )}
    </td>
  </tr>
);

const look = async () => ({
  models: (await answered(api.GET('/v1/admin/read-models', {}))).data,
  processes: (await answered(api.GET('/v1/admin/processes', {}))).data,
});

/**
 * The read models and processes: their positions, what is parked, and a rebuild with its progress.
 */
export const Machinery = () => {
  const { data, problem } = useAsked('machinery', look, 1000);
  return (
    <section aria-labelledby="machinery">
      <h2 id="machinery">Machinery</h2>
      <Problem text={problem} />
      {data === undefined ? (
        <Waiting />
      ) : (
        <>
          <Table
            caption="Read models"
            heads={['Build', 'Status', 'Standing', 'Parked', 'Do']}
            rows={data.models.map((model) => (
              <ModelRows key={model.name} model={model} />
            ))}
          />
          <Table
            caption="Processes"
            heads={['Process', 'Standing', 'Waiting', 'Failing', 'Parked']}
            rows={data.processes.map((process) => (
              <ProcessRow key={process.name} process={process} />
            ))}
          />
        </>
      )}
    </section>
  );
};
