import { useState } from 'preact/hooks';
import { namedScopes } from '../../../../domain/access/scope-table.ts';
import { answered, api, type Schemas } from './api.ts';
import { wordsOf } from './forms/words.ts';
import { Act } from './pieces.tsx';

type Key = Schemas['ApiKey'];

/** The rights that an integrator asks for first. */
const bundles: Readonly<Record<string, readonly string[]>> = {
  'Posts and media': ['posts:read', 'posts:write', 'media:read', 'media:write', 'accounts:read'],
  'Read everything': namedScopes.filter((scope) => scope.endsWith(':read')),
  Everything: ['*'],
};

const lifetimes: Readonly<Record<string, number>> = { '30 days': 30, '90 days': 90, 'a year': 365 };

const resources = [...new Set(namedScopes.map((scope) => scope.split(':')[0] ?? scope))];

/** What a key may do: everything, or a right to read and to write of each kind of thing. */
const Scopes = ({ scopes, change }: { scopes: ReadonlySet<string>; change(scopes: ReadonlySet<string>): void }) => {
  const toggle = (scope: string): void => {
    const next = new Set(scopes);
    if (!next.delete(scope)) next.add(scope);
    next.delete('*');
    change(next);
  };
  return (
    <fieldset>
      <legend>What it may do</legend>
      <p class="actions">
        {Object.entries(bundles).map(([name, of]) => (
          <button key={name} type="button" onClick={() => change(new Set(of))}>
            {name}
          </button>
        ))}
      </p>
      {scopes.has('*') ? (
        <p>Everything that the API has, also what it gets later.</p>
      ) : (
        <details open={scopes.size > 0}>
          <summary>{scopes.size} rights</summary>
          <ul class="scopes">
            {resources.map((resource) => (
              <li key={resource}>
                <span>{wordsOf(resource)}</span>
                {['read', 'write'].map((verb) => {
                  const scope = namedScopes.find((each) => each === `${resource}:${verb}`);
                  return (
                    scope !== undefined && (
                      <label key={verb} class={scopes.has(scope) ? 'chip chosen' : 'chip'}>
                        <input
                          type="checkbox"
                          aria-label={scope}
                          checked={scopes.has(scope)}
                          onChange={() => toggle(scope)}
                        />{' '}
                        {verb}
                      </label>
                    )
                  );
                })}
              </li>
            ))}
          </ul>
        </details>
      )}
    </fieldset>
  );
};

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** What a new key and a changed one have in common. */
const useRights = (first?: Key) => {
  const [name, setName] = useState(first?.name ?? '');
  const [scopes, setScopes] = useState<ReadonlySet<string>>(new Set(first?.scopes ?? bundles['Posts and media']));
  const [canApprove, setCanApprove] = useState(first?.canApprove ?? false);
  const [addresses, setAddresses] = useState(first?.allowedIps.join('\n') ?? '');
  const controls = (
    <>
      <p class="actions">
        <label>
          Name <input value={name} maxLength={100} onInput={({ currentTarget: { value } }) => setName(value)} />
        </label>
        <label>
          <input
            type="checkbox"
            checked={canApprove}
            onChange={({ currentTarget: { checked } }) => setCanApprove(checked)}
          />{' '}
          may approve and reject posts
        </label>
      </p>
      <Scopes scopes={scopes} change={setScopes} />
      <label class="apart">
        Addresses that it may be used from, one a line; none means all
        <textarea
          rows={2}
          value={addresses}
          placeholder="192.0.2.0/24"
          onInput={({ currentTarget: { value } }) => setAddresses(value)}
        />
      </label>
    </>
  );
  const rights = { name: name.trim(), scopes: [...scopes], canApprove, allowedIps: linesOf(addresses) };
  return { rights, controls, setName };
};

/** Makes a key, which is shown once. */
export const MakeKey = ({ workspaceId, made }: { workspaceId: string; made(key: string): Promise<void> }) => {
  const { rights, controls, setName } = useRights();
  const [lifetime, setLifetime] = useState('90 days');
  const make = async (): Promise<string> => {
    if (rights.name === '') return 'Give it a name first.';
    const days = lifetimes[lifetime];
    const expiresAt = days === undefined ? null : new Date(Date.now() + days * 86_400_000).toISOString();
    const params = { path: { id: workspaceId } };
    const { data } = await answered(
      api.POST('/v1/workspaces/{id}/api-keys', { params, body: { ...rights, expiresAt } }),
    );
    setName((now) => (now.trim() === rights.name ? '' : now));
    await made(data.key);
    return '';
  };
  return (
    <section aria-labelledby="make" class="card">
      <h3 id="make">Make a key</h3>
      {controls}
      <p class="actions">
        <label>
          Lives{' '}
          <select value={lifetime} onChange={({ currentTarget: { value } }) => setLifetime(value)}>
            {[...Object.keys(lifetimes), 'no end'].map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </label>
        <Act call="POST /v1/workspaces/{id}/api-keys" label="Make the key" act={make} isFirst />
      </p>
    </section>
  );
};

/** Changes what a key may do. What uses it goes on with the new rights. */
export const ChangeKey = ({
  workspaceId,
  apiKey,
  again,
}: {
  workspaceId: string;
  apiKey: Key;
  again(): Promise<void>;
}) => {
  const { rights, controls } = useRights(apiKey);
  const change = async (): Promise<string> => {
    const params = { path: { id: workspaceId, keyId: apiKey.id } };
    await answered(api.PATCH('/v1/workspaces/{id}/api-keys/{keyId}', { params, body: rights }));
    await again();
    return 'saved';
  };
  return (
    <div class="card">
      <h3>Change {apiKey.name}</h3>
      {controls}
      <p class="actions">
        <Act call="PATCH /v1/workspaces/{id}/api-keys/{keyId}" label="Save the key" act={change} isFirst />
      </p>
    </div>
  );
};
