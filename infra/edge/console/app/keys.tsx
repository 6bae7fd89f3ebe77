import { useState } from 'preact/hooks';
import { Allowed } from './allowed.tsx';
import { answered, api, chosenWorkspace, type Schemas } from './api.ts';
import { useAsked } from './asked.ts';
import { ChangeKey, MakeKey } from './key-form.tsx';
import { KeyUsage } from './key-usage.tsx';
import { Badge, Confirm, Moment, Problem, Table, Waiting } from './pieces.tsx';

type Key = Schemas['ApiKey'];

const look = async () => {
  const me = await answered(api.GET('/v1/users/me', {}));
  const id = chosenWorkspace() ?? me.workspaces[0]?.id;
  if (id === undefined) throw new Error('You are not a member of a workspace.');
  const { data } = await answered(api.GET('/v1/workspaces/{id}/api-keys', { params: { path: { id } } }));
  return { workspaceId: id, keys: data };
};

const stateOf = ({ revokedAt, expirationStatus }: Key) => {
  if (revokedAt !== null) return <Badge>revoked</Badge>;
  if (expirationStatus === 'expired') return <Badge tone="bad">expired</Badge>;
  return <Badge tone={expirationStatus === 'active' ? 'good' : 'bad'}>{expirationStatus.replaceAll('_', ' ')}</Badge>;
};

/** The API keys of the workspace, with the use of one that a link leads to. A new key is shown once. */
export const Keys = ({ linked }: { linked?: string }) => {
  const [made, setMade] = useState<string>();
  const [changing, setChanging] = useState<string>();
  const [looked, setLooked] = useState(linked);
  const { data, problem, again } = useAsked('keys', look, 10_000);
  const revoke = (keyId: string) => async (): Promise<string> => {
    const params = { path: { id: data?.workspaceId ?? '', keyId } };
    await answered(api.DELETE('/v1/workspaces/{id}/api-keys/{keyId}', { params }));
    await again();
    return 'revoked';
  };
  return (
    <section aria-labelledby="keys">
      <h2 id="keys">API keys</h2>
      <Problem text={problem} />
      {made !== undefined && (
        <div class="card good" role="status">
          <p>This is the key. It is not shown again.</p>
          <code class="secret">{made}</code>
        </div>
      )}
      {data === undefined ? (
        problem === undefined && <Waiting />
      ) : (
        <>
          {linked !== undefined && !data.keys.some(({ id }) => id === linked) && (
            <p class="empty">This workspace has no key like that.</p>
          )}
          {data.keys.length === 0 ? (
            <p class="empty">There is no key.</p>
          ) : (
            <Table
              caption="API keys of the workspace"
              heads={['Name', 'Begins with', 'State', 'Scopes', 'Ends', 'Do']}
              rows={data.keys.map((key) => (
                <tr key={key.id}>
                  <td class="wide">{key.name}</td>
                  <td>
                    <code>{key.prefix}</code>
                  </td>
                  <td>{stateOf(key)}</td>
                  <td class="wide">
                    {key.scopes.join(', ')}
                    {key.canApprove && <span class="quiet"> approves</span>}
                    {key.allowedIps.length > 0 && <span class="quiet"> from {key.allowedIps.join(', ')}</span>}
                  </td>
                  <td>
                    <Moment at={key.expiresAt} />
                  </td>
                  <td>
                    <span class="actions">
                      <button
                        type="button"
                        aria-label={`Use of ${key.name}`}
                        aria-expanded={looked === key.id}
                        onClick={() => setLooked(looked === key.id ? undefined : key.id)}
                      >
                        Use
                      </button>
                      {key.revokedAt === null && (
                        <>
                          <Allowed call="PATCH /v1/workspaces/{id}/api-keys/{keyId}">
                            <button
                              type="button"
                              aria-label={`Change ${key.name}`}
                              aria-expanded={changing === key.id}
                              onClick={() => setChanging(changing === key.id ? undefined : key.id)}
                            >
                              Change
                            </button>
                          </Allowed>
                          <Confirm
                            call="DELETE /v1/workspaces/{id}/api-keys/{keyId}"
                            label="Revoke"
                            describedAs={`Revoke ${key.name}`}
                            act={revoke(key.id)}
                            question={`What uses ${key.name} is refused from now on.`}
                          />
                        </>
                      )}
                    </span>
                  </td>
                </tr>
              ))}
            />
          )}
          {data.keys
            .filter(({ id }) => id === looked)
            .map(({ id, name }) => (
              <KeyUsage key={id} workspaceId={data.workspaceId} keyId={id} name={name} />
            ))}
          {data.keys
            .filter(({ id }) => id === changing)
            .map((key) => (
              <ChangeKey key={key.id} workspaceId={data.workspaceId} apiKey={key} again={again} />
            ))}
          <MakeKey
            workspaceId={data.workspaceId}
            made={async (key) => {
              setMade(key);
              await again();
            }}
          />
        </>
      )}
    </section>
  );
};
