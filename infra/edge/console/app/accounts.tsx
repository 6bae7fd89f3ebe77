import { answered, api } from './api.ts';
import { useAsked } from './asked.ts';
import { Badge, Moment, Problem, Table, Waiting } from './pieces.tsx';

/**
 * The connected accounts and their health: which ones post, which need a person, and when their
 * tokens expire.
 */
export const Accounts = () => {
  const { data, problem } = useAsked('accounts', () => answered(api.GET('/v1/accounts', {})), 5000);
  const accounts = data === undefined ? undefined : Array.isArray(data) ? data : data.data;
  return (
    <section aria-labelledby="accounts">
      <h2 id="accounts">Accounts</h2>
      <Problem text={problem} />
      {accounts === undefined ? (
        <Waiting />
      ) : accounts.length === 0 ? (
        <p>No account is connected.</p>
      ) : (
        <Table
          caption="Connected accounts and their health"
          heads={['Account', 'Platform', 'Health', 'Token ends', 'Connected']}
          rows={accounts.map(({ id, displayName, username, platform, status, error, tokenExpiresAt, connectedAt }) => (
            <tr key={id}>
              <td>
                <a href={`#/accounts/${id}`}>{displayName}</a> <span class="quiet">{username}</span>
              </td>
              <td>{platform.toLowerCase()}</td>
              <td>
                <Badge tone={status === 'CONNECTED' ? 'good' : 'bad'}>{status}</Badge> {error}
              </td>
              <td>
                <Moment at={tokenExpiresAt} />
              </td>
              <td>
                <Moment at={connectedAt} />
              </td>
            </tr>
          ))}
        />
      )}
    </section>
  );
};
