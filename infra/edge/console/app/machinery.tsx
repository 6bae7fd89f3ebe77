import { answered, api, type Schemas } from './api.ts';
import { useAsked } from './asked.ts';
import { Act, Badge, Confirm, Problem, Table, Waiting } from './pieces.tsx';
import { FailingParts, ParkedParts, unpark } from './stopped-parts.tsx';

type Model = Schemas['ReadModelStatus'];
type Build = Schemas['ReadModelBuild'];
type Row = Readonly<{ process: Schemas['ProcessStatus'] }>;

const Behind = ({ lag: { events, seconds } }: { lag: Schemas['Lag'] }) => (
  <span class="quiet">
    {events} {events === 1 ? 'event' : 'events'}
    {seconds !== null && `, ${seconds} s`} behind
  </span>
);

const percent = (done: number): number => Math.floor(done * 100);

const Standing = ({ build, name }: { build: Build; name: string }) => {
  if (build.parked !== null)
    return (
      <>
        <Badge tone="bad">parked: {build.parked}</Badge> <Behind lag={build.lag} />
      </>
    );
  if (build.caughtUp) return <Badge tone="good">caught up</Badge>;
  const label = `${name}, generation ${build.generation}`;
  return (
    <>
      <progress max={1} value={build.done} aria-label={label} /> {percent(build.done)} % <Behind lag={build.lag} />
    </>
  );
};

const rebuild = async (name: string): Promise<string> => {
  const params = { path: { name } };
  const { build } = await answered(api.POST('/v1/admin/read-models/{name}/rebuild', { params, body: { share: 1 } }));
  return `${build} began`;
};

const isParked = ({ parked, parkedKeys }: Build): boolean => parked !== null || parkedKeys.length > 0;

const ModelRows = ({ model: { name, says, builds } }: { model: Model }) => (
  <>
    {builds.filter(isBuilt).map((build) => (
      <tr key={build.generation}>
        <td class="wide" title={says}>
          {name}#{build.generation}
        </td>
        <td>{build.status}</td>
        <td>
          <Standing build={build} name={name} />
          <ParkedParts
            kind="read-models"
            name={name}
            parts={build.parkedKeys.map(({ key, ...why }) => ({ part: key, ...why }))}
          />
        </td>
        <td>
          {build.status === 'live' && (
            <Confirm
              call="POST /v1/admin/read-models/{name}/rebuild"
              label="Rebuild"
              describedAs={`Rebuild ${name}`}
              question={`Build ${name} again from the whole log? Readers keep the present one until the new one has caught up.`}
              act={() => rebuild(name)}
            />
          )}
          {isParked(build) && (
            <Act
              call="POST /v1/admin/read-models/{name}/unpark"
              label="Let it go on"
              describedAs={`Let ${name} go on`}
              act={() => unpark('read-models', name)}
            />
          )}
        </td>
      </tr>
    ))}
  </>
);

const ProcessRow = ({ process }: Row) => {
  const { name, says, parked, caughtUp, lag, waiting, failing, failingInstances, parkedInstances } = process;
  return (
    <tr>
      <td class="wide" title={says}>
        {name}
      </td>
      <td>
        {parked !== null ? (
          <Badge tone="bad">parked: {parked}</Badge>
        ) : (
          <Badge tone={caughtUp ? 'good' : 'plain'}>{caughtUp ? 'caught up' : 'behind'}</Badge>
        )}
        {!caughtUp && <Behind lag={lag} />}
        <FailingParts instances={failingInstances} />
        <ParkedParts
          kind="processes"
          name={name}
          parts={parkedInstances.map(({ instance, ...why }) => ({ part: instance, ...why }))}
        />
      </td>
      <td class="numbered">{waiting}</td>
      <td class="numbered">{failing}</td>
      <td>
        {(parked !== null || parkedInstances.length > 0) && (
          <Act
            call="POST /v1/admin/processes/{name}/unpark"
            label="Let it go on"
            describedAs={`Let ${name} go on`}
            act={() => unpark('processes', name)}
          />
        )}
      </td>
    </tr>
  );
};

const isBuilt = ({ status }: Build): boolean => status !== 'retired';

/** How many there are, and whether all have caught up. */
const standing = (all: readonly Readonly<{ caughtUp: boolean }>[]): string => {
  const behind = all.filter(({ caughtUp }) => !caughtUp).length;
  return `${all.length}, ${behind === 0 ? 'all caught up' : `${behind} behind`}`;
};

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
        problem === undefined && <Waiting />
      ) : (
        <>
          <Table
            isCompact
            caption={`Read models: ${standing(data.models.flatMap(({ builds }) => builds.filter(isBuilt)))}`}
            heads={['Build', 'Status', 'Standing', 'Do']}
            rows={data.models.map((model) => (
              <ModelRows key={model.name} model={model} />
            ))}
          />
          <Table
            isCompact
            caption={`Processes: ${standing(data.processes)}`}
            heads={['Process', 'Standing', 'Waiting', 'Failing', 'Do']}
            rows={data.processes.map((process) => (
              <ProcessRow key={process.name} process={process} />
            ))}
          />
        </>
      )}
    </section>
  );
};
