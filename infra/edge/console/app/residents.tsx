import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { answered, api, type Schemas } from './api.ts';
import { useAsked } from './asked.ts';
import { Below } from './below.tsx';
import { bytesText } from './bytes.ts';
import { Badge, Moment, PageButtons, Problem, Table, Waiting } from './pieces.tsx';

const limit = 50;

/** Empty for a person who signs in at an identity provider. */
const waysIn = ({ hasPassword, hasSecondFactor, passkeys }: Schemas['Resident']): string =>
  [
    ...(hasPassword ? ['password'] : []),
    ...(hasSecondFactor ? ['second factor'] : []),
    ...(passkeys > 0 ? [passkeys === 1 ? 'one passkey' : `${passkeys} passkeys`] : []),
  ].join(', ');

const Person = ({ person }: { person: Schemas['Resident'] }) => (
  <tr>
    <td class="wide">
      {person.email ?? person.name ?? person.id} {person.disabled && <Badge tone="bad">disabled</Badge>}
      <div class="quiet">
        since <Moment at={person.createdAt} />
      </div>
    </td>
    <td>{person.workspaces}</td>
    <td>{waysIn(person) || <span class="quiet">identity provider</span>}</td>
    <td>{person.sessions}</td>
  </tr>
);

const Workspace = ({ workspace }: { workspace: Schemas['Tenant'] }) => (
  <tr>
    <td class="wide" title={workspace.slug}>
      {workspace.name} <Badge>{workspace.mode}</Badge>
      <div class="quiet">
        {workspace.owner.email ?? workspace.owner.id}, since <Moment at={workspace.createdAt} />
      </div>
    </td>
    <td>{workspace.plan}</td>
    <td>{workspace.members}</td>
    <td>{workspace.accounts}</td>
    <td>{bytesText(workspace.storedBytes)}</td>
  </tr>
);

const People = () => {
  const [page, setPage] = useState(1);
  const look = () => answered(api.GET('/v1/admin/people', { params: { query: { page, limit } } }));
  const { data, problem } = useAsked(`people ${page}`, look);
  if (data === undefined) return problem === undefined ? <Waiting /> : <Problem text={problem} />;
  return (
    <>
      <Table
        caption={`People, the newest first: ${data.pagination.total}`}
        heads={['Person', 'Workspaces', 'Signs in by', 'Sessions']}
        rows={data.data.map((person) => (
          <Person key={person.id} person={person} />
        ))}
      />
      <PageButtons name="Pages of people" page={page} last={data.pagination.totalPages} go={setPage} />
    </>
  );
};

const Workspaces = ({ below }: { below: ComponentChildren }) => {
  const [page, setPage] = useState(1);
  const look = () => answered(api.GET('/v1/admin/workspaces', { params: { query: { page, limit } } }));
  const { data, problem } = useAsked(`all workspaces ${page}`, look);
  return (
    <>
      {data === undefined ? (
        problem === undefined ? (
          <Waiting />
        ) : (
          <Problem text={problem} />
        )
      ) : (
        <>
          <Table
            caption={`Workspaces, the newest first: ${data.pagination.total}`}
            heads={['Workspace and owner', 'Plan', 'Members', 'Accounts', 'Files']}
            rows={data.data.map((workspace) => (
              <Workspace key={workspace.id} workspace={workspace} />
            ))}
          />
          <PageButtons name="Pages of workspaces" page={page} last={data.pagination.totalPages} go={setPage} />
        </>
      )}
      <Below answer={{ data, problem }}>{below}</Below>
    </>
  );
};

/** The people and workspaces of the whole installation, for its operators. */
export const Residents = () => (
  <section aria-labelledby="residents">
    <h2 id="residents">People and workspaces</h2>
    <Workspaces below={<People />} />
  </section>
);
