import { useState } from 'preact/hooks';
import { answered, api } from './api.ts';
import { Held } from './held.tsx';
import { Act, Confirm, Moment, Table } from './pieces.tsx';

export const lookAtPasskeys = () => answered(api.GET('/v1/users/me/passkeys', {}));

type Listed = Awaited<ReturnType<typeof lookAtPasskeys>>;
type Passkey = Listed['data'][number];
/** Reports a change on the page itself, because the part that made it may be gone. */
type Done = (said: string) => Promise<string>;

/** Whether this browser makes passkeys. */
const isKnown = (): boolean => typeof window.PublicKeyCredential?.parseCreationOptionsFromJSON === 'function';

type Options = Parameters<typeof PublicKeyCredential.parseCreationOptionsFromJSON>[0];
type Made = Readonly<{
  id: string;
  response: { clientDataJSON: string; attestationObject: string; transports?: string[] };
}>;

/** Asks the browser for a passkey. Undefined where the person has refused, or has one already. */
const makePasskey = async (options: Options): Promise<Made | undefined> => {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const made = await navigator.credentials.create({ publicKey }).catch(() => null);
  if (!(made instanceof PublicKeyCredential)) return undefined;
  const { id, response } = made.toJSON() as Made;
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return { id, response: { clientDataJSON, attestationObject, transports } };
};

const Add = ({ hasPassword, done }: { hasPassword: boolean; done: Done }) => {
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const add = async (): Promise<string> => {
    if (name.trim() === '') return 'Write a name first.';
    const body = password === '' ? {} : { currentPassword: password };
    const options = await answered(api.POST('/v1/users/me/passkeys/options', { body }));
    const credential = await makePasskey(options as Options);
    if (!credential) return 'No passkey was added.';
    await answered(api.POST('/v1/users/me/passkeys', { body: { name: name.trim(), credential } }));
    setName('');
    setPassword('');
    return done('The passkey is added. It signs you in from now on.');
  };
  return (
    <p class="actions">
      <Held
        fields={
          <>
            <label>
              Name of the passkey{' '}
              <input value={name} maxLength={100} onInput={({ currentTarget: { value } }) => setName(value)} />
            </label>
            {hasPassword && (
              <label>
                Password, to add it{' '}
                <input
                  type="password"
                  value={password}
                  autocomplete="current-password"
                  onInput={({ currentTarget: { value } }) => setPassword(value)}
                />
              </label>
            )}
          </>
        }
      >
        <Act call="POST /v1/users/me/passkeys" label="Add a passkey" act={add} />
      </Held>
    </p>
  );
};

const Row = ({ passkey, isOnly, done }: { passkey: Passkey; isOnly: boolean; done: Done }) => {
  const { id: passkeyId, addedAt, lastUsedAt } = passkey;
  const [typed, setTyped] = useState<string>();
  const name = typed ?? passkey.name;
  const params = { path: { passkeyId } };
  const rename = async (): Promise<string> => {
    if (name.trim() === '') return 'Write a name first.';
    await answered(api.PATCH('/v1/users/me/passkeys/{passkeyId}', { params, body: { name: name.trim() } }));
    setTyped((now) => (now === typed ? undefined : now));
    return done('The passkey has another name.');
  };
  const remove = async (): Promise<string> => {
    await answered(api.DELETE('/v1/users/me/passkeys/{passkeyId}', { params }));
    return done('The passkey is removed. The other sessions that it opened have ended.');
  };
  return (
    <tr>
      <td class="wide">
        <input
          aria-label={`Name of ${passkey.name}`}
          value={name}
          maxLength={100}
          onInput={({ currentTarget: { value } }) => setTyped(value)}
        />
      </td>
      <td>
        <Moment at={addedAt} />
      </td>
      <td>
        <Moment at={lastUsedAt} />
      </td>
      <td>
        {name !== passkey.name && (
          <Act
            call="PATCH /v1/users/me/passkeys/{passkeyId}"
            label="Rename"
            describedAs={`Rename ${passkey.name}`}
            act={rename}
          />
        )}
        {isOnly ? (
          'your only way in'
        ) : (
          <Confirm
            call="DELETE /v1/users/me/passkeys/{passkeyId}"
            label="Remove"
            question={`Remove the passkey ${passkey.name}?`}
            act={remove}
          />
        )}
      </td>
    </tr>
  );
};

/** The passkeys of the person: added, renamed and removed. */
export const Passkeys = ({ listed, again }: { listed: Listed; again(): Promise<void> }) => {
  const [said, setSaid] = useState<string>();
  const { data, hasPassword } = listed;
  const done: Done = async (text) => {
    await again();
    setSaid(text);
    return '';
  };
  return (
    <section aria-labelledby="passkeys" class="card">
      <h3 id="passkeys">Passkeys</h3>
      <p>
        A passkey signs you in with your finger, your face or the PIN of your device, without a password and without a
        code.
      </p>
      {data.length > 0 && (
        <Table
          caption="Your passkeys, the oldest first"
          heads={['Name', 'Added', 'Last used', 'Do']}
          rows={data.map((passkey) => (
            <Row key={passkey.id} passkey={passkey} isOnly={!hasPassword && data.length === 1} done={done} />
          ))}
        />
      )}
      {isKnown() ? (
        <Add hasPassword={hasPassword} done={done} />
      ) : (
        <p class="empty">This browser makes no passkeys here: it needs HTTPS, or this machine.</p>
      )}
      <p role="status">{said}</p>
    </section>
  );
};
