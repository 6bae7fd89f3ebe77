import { Fragment } from 'preact';
import { keysOf } from '../../../../domain/kernel/keys-of.ts';
import { answered, api, type Schemas } from './api.ts';
import { useAsked } from './asked.ts';
import { Below } from './below.tsx';
import { bytesText } from './bytes.ts';
import { Act, Problem, Table, Waiting } from './pieces.tsx';
import { platformName } from './platforms.ts';

const parts: Readonly<Record<keyof Schemas['Installation']['versions'], string>> = {
  service: 'This service',
  node: 'Node',
  postgres: 'Postgres',
  eventStore: 'Event store',
  schema: 'Newest change of the tables',
};

/** The name of a setting, which breaks between its words. */
const Setting = ({ name }: { name: string }) => (
  <code>
    {name.split('_').map((word, index) => (
      <Fragment key={index}>
        {index > 0 && (
          <>
            _<wbr />
          </>
        )}
        {word}
      </Fragment>
    ))}
  </code>
);

const Versions = ({ versions }: { versions: Schemas['Installation']['versions'] }) => (
  <Table
    caption="Versions"
    heads={['Part', 'Version']}
    rows={keysOf(parts).map((part) => (
      <tr key={part}>
        <td>{parts[part]}</td>
        <td class="wide">{versions[part]}</td>
      </tr>
    ))}
  />
);

const Absent = ({ unconfigured }: { unconfigured: Schemas['Installation']['unconfigured'] }) =>
  unconfigured.length === 0 ? (
    <p class="empty">Everything is configured.</p>
  ) : (
    <Table
      caption={`Not configured: ${unconfigured.length}`}
      heads={['Capability', 'Settings', 'Meanwhile']}
      rows={unconfigured.map(({ capability, settings, consequence }) => (
        <tr key={capability}>
          <td>{capability.replace(/[A-Z_]+$/, platformName)}</td>
          <td class="wide">
            {settings.map((name) => (
              <div key={name}>
                <Setting name={name} />
              </div>
            ))}
          </td>
          <td class="wide">{consequence}</td>
        </tr>
      ))}
    />
  );

const Storage = () => {
  const { data, problem, again } = useAsked('storage', () => answered(api.GET('/v1/admin/storage', {})));
  if (data === undefined) return problem === undefined ? <Waiting /> : <Problem text={problem} />;
  const { log, database, files } = data;
  const readModels = database.readModels.reduce((sum, { bytes }) => sum + bytes, 0);
  return (
    <>
      <Table
        caption="Storage"
        heads={['What', 'Number', 'Size']}
        rows={
          <>
            <tr>
              <td>Log of events</td>
              <td>{log.events}</td>
              <td>{log.bytes === null ? 'known to its server' : bytesText(log.bytes)}</td>
            </tr>
            {files.map(({ kind, objects, bytes }) => (
              <tr key={kind}>
                <td>Files: {kind}</td>
                <td>{objects}</td>
                <td>{bytesText(bytes)}</td>
              </tr>
            ))}
            <tr>
              <td>Read models</td>
              <td>{database.readModels.length}</td>
              <td>{bytesText(readModels)}</td>
            </tr>
            <tr>
              <td>Whole database</td>
              <td />
              <td>{bytesText(database.bytes)}</td>
            </tr>
          </>
        }
      />
      <p>
        <Act
          call="GET /v1/admin/storage"
          label="Count again"
          act={async () => {
            await again();
            return 'counted';
          }}
        />
      </p>
      <details>
        <summary>Size of each read model</summary>
        <Table
          caption="Read models, the largest first"
          heads={['Read model', 'Size']}
          rows={database.readModels.map(({ name, bytes }) => (
            <tr key={name}>
              <td>{name}</td>
              <td>{bytesText(bytes)}</td>
            </tr>
          ))}
        />
      </details>
    </>
  );
};

/** What the installation is made of, holds and lacks, for its operators. */
export const Installation = () => {
  const { data, problem } = useAsked('installation', () => answered(api.GET('/v1/admin/installation', {})));
  return (
    <section aria-labelledby="installation">
      <h2 id="installation">Installation</h2>
      <Problem text={problem} />
      {data === undefined ? (
        problem === undefined && <Waiting />
      ) : (
        <>
          <Versions versions={data.versions} />
          <Absent unconfigured={data.unconfigured} />
        </>
      )}
      <Below answer={{ data, problem }}>
        <Storage />
      </Below>
    </section>
  );
};
