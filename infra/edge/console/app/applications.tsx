import { useState } from 'preact/hooks';
import { answered, api } from './api.ts';
import { useAsked } from './asked.ts';
import { Confirm, Moment, Problem, Table, Waiting } from './pieces.tsx';

const look = async () => {
  const [applications, me] = await Promise.all([
    answered(api.GET('/v1/users/me/applications', {})),
    answered(api.GET('/v1/users/me', {})),
  ]);
  return { applications: applications.data, names: new Map(me.workspaces.map(({ id, name }) => [id, name])) };
};

/** The programs that act for the person, such as chat programs that are connected by MCP. */
export const Applications = () => {
  const { data, problem, again } = useAsked('applications', look, 10_000);
  const [said, setSaid] = useState<string>();
  const disconnect = (applicationId: string, name: string) => async (): Promise<string> => {
    const params = { path: { applicationId } };
    await answered(api.DELETE('/v1/users/me/applications/{applicationId}', { params }));
    await again();
    setSaid(`${name} is disconnected.`);
    return '';
  };
  return (
    <section aria-labelledby="applications">
      <h3 id="applications">Connected applications</h3>
      <Problem text={problem} />
      {data === undefined ? (
        problem === undefined && <Waiting />
      ) : data.applications.length === 0 ? (
        <p class="empty">
          No application acts for you. Chat programs connect at the address of this service with /mcp.
        </p>
      ) : (
        <Table
          caption="Applications that act for you, and no more than your role allows"
          heads={['Application', 'Workspace', 'May', 'Connected', 'Do']}
          rows={data.applications.map((application) => (
            <tr key={application.id}>
              <td class="wide">
                {application.name} <span class="quiet">{application.redirectHost}</span>
              </td>
              <td>{data.names.get(application.workspaceId) ?? application.workspaceId}</td>
              <td class="wide">{application.scopes.join(', ')}</td>
              <td>
                <Moment at={application.connectedAt} />
              </td>
              <td>
                <Confirm
                  call="DELETE /v1/users/me/applications/{applicationId}"
                  label="Disconnect"
                  describedAs={`Disconnect ${application.name}`}
                  question={`Disconnect ${application.name}? What it asks is refused from now on.`}
                  act={disconnect(application.id, application.name)}
                />
              </td>
            </tr>
          ))}
        />
      )}
      <p role="status">{said}</p>
    </section>
  );
};
