import { useState } from 'preact/hooks';
import { answered, api, chosenWorkspace, type Schemas } from './api.ts';
import { useAsked } from './asked.ts';
import { Act, Badge, Confirm, Moment, Problem, Table, Waiting } from './pieces.tsx';

type Key = Schemas['ApiKey'];

const look = async () => {
  const me = await answered(api.GET('/v1/users/me', {}));
  const id = chosenWorkspace() ?? me.workspaces[0]?.id;
  if (id === undefined) throw new Error('You are not a member of a workspace.');
  const { data } = await answered(api.GET('/v1/workspaces/{id}/api-keys', { params: { path: { id } } }));
  return { workspaceId: id, keys: data };
};

/** The rights that an integrator asks for first. Others are given by the API. */
const bundles = {
  'Read and write posts and media': ['posts:read', 'posts:write', 'media:read', 'media:write', 'accounts:read'],
  'Read everything': ['posts:read', 'media:read', 'accounts:read', 'analytics:read', 'webhooks:read'],
  Everything: ['*'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
type Bundle = keyof typeof bundles;

const lifetimes = { '30 days': 30, '90 days': 90, 'a year': 365, 'no end': undefined } as const;
type Lifetime = keyof typeof lifetimes;

const stateOf = ({ revokedAt, expirationStatus }: Key) => {
  if (revokedAt !== null) return <Badge>revoked</Badge>;
  if (expirationStatus === 'expired') return <Badge tone="bad">expired</Badge>;
  return <Badge tone={expirationStatus === 'active' ? 'good' : 'bad'}>{expirationStatus.replaceAll('_', ' ')}</Badge>;
};

const Make = ({ workspaceId, made }: { workspaceId: string; made(key: string): Promise<void> }) => {
  const [name, setName] = useState('');
  const [bundle, setBundle] = useState<Bundle>('Read and write posts and media');
  const [lifetime, setLifetime] = useState<Lifetime>('90 days');
  const make = async (): Promise<string> => {
    if (name.trim() === '') return 'Give it a name first.';
    const days = lifetimes[lifetime];
    const expiresAt = days === undefined ? null : new Date(Date.now() + days * 86_400_000).toISOString();
    const body = { name: name.trim(), scopes: [...bundles[bundle]], expiresAt };
    const params = { path: { id: workspaceId } };
    const { data } = await answered(api.POST('/v1/workspaces/{id}/api-keys', { params, body }));
    setName('');
    await made(data.key);
    return '';
  };
  return (
    <section aria-labelledby="make" class="card">
      <h3 id="make">Make a key</h3>
      <p class="actions">
        <label>
          Name <input value={name} maxLength={100} onInput={({ currentTarget: { value } }) => setName(value)} />
        </label>
        <label>
          May{' '}
          <select value={bundle} onChange={({ currentTarget: { value } }) => setBundle(value as Bundle)}>
            {Object.keys(bundles).map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </label>
        <label>
          Lives{' '}
          <select value={lifetime} onChange={({ currentTarget: { value } }) => setLifetime(value as Lifetime)}>
            {Object.keys(lifetimes).map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </label>
        <Act label="Make the key" act={make} isFirst />
      </p>
    </section>
  );
};

/** The API keys of the workspace. A new key is shown once. */
export const Keys = () => {
  const [made, setMade] = useState<string>();
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
                  <td>{key.scopes.join(', ')}</td>
                  <td>
                    <Moment at={key.expiresAt} />
                  </td>
                  <td>
                    {key.revokedAt === null && (
                      <Confirm
                        label="Revoke"
                        describedAs={`Revoke ${key.name}`}
                        act={revoke(key.id)}
                        question={`What uses ${key.name} is refused from now on.`}
                      />
                    )}
                  </td>
                </tr>
              ))}
            />
          )}
          <Make
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
