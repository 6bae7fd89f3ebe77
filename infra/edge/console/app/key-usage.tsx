import { answered, api } from './api.ts';
import { useAsked } from './asked.ts';
import { periodsOf } from './periods.ts';
import { Moment, Problem, Table, Waiting } from './pieces.tsx';

const days = 90;

const look = async (id: string, keyId: string) => {
  const { from, to } = periodsOf(days, Date.now()).current;
  const params = { path: { id, keyId }, query: { startDate: from, endDate: to } };
  return (await answered(api.GET('/v1/workspaces/{id}/api-keys/{keyId}/usage', { params }))).data;
};

/** When and for what a key was used: what an administrator looks at before it is revoked. */
export const KeyUsage = ({ workspaceId, keyId, name }: { workspaceId: string; keyId: string; name: string }) => {
  const { data, problem } = useAsked(`key usage/${keyId}`, () => look(workspaceId, keyId), 10_000);
  return (
    <section class="card" aria-label={`Use of ${name}`}>
      <h3>Use of {name}</h3>
      <Problem text={problem} />
      {data === undefined ? (
        problem === undefined && <Waiting />
      ) : data.lastUsedAt === null ? (
        <p class="empty">It was not used in the last {days} days.</p>
      ) : (
        <>
          <p>
            Last used <Moment at={data.lastUsedAt} />. {data.totalRequests.toLocaleString()} requests in the last {days}{' '}
            days, answered in {data.averageResponseTimeMs ?? 0} ms on average.
          </p>
          <Table
            caption={`What ${name} asked for`}
            heads={['Request', 'Count', 'Errors']}
            rows={data.endpoints.map(({ method, path, count, errorCount }) => (
              <tr key={`${method} ${path}`}>
                <td class="wide">
                  {method} {path}
                </td>
                <td>{count}</td>
                <td>{errorCount}</td>
              </tr>
            ))}
          />
        </>
      )}
    </section>
  );
};
