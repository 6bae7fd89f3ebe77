import { useState } from 'preact/hooks';
import { answered, api } from './api.ts';
import { Held } from './held.tsx';
import { Act, Badge, Moment } from './pieces.tsx';
import { QrCode } from './qr-code.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

export const lookAtFactor = () => answered(api.GET('/v1/users/me/second-factor', {}));

type Factor = Awaited<ReturnType<typeof lookAtFactor>>;
type Offer = Readonly<{ secret: string; uri: string; expiresAt: string }>;
/** Reports a change on the page itself, because the part that made it may be gone. */
type Done = (said: string) => Promise<string>;

const CodeField = ({ label, code, write }: { label: string; code: string; write(code: string): void }) => (
  <label>
    {label}{' '}
    <input
      value={code}
      maxLength={50}
      autocomplete="one-time-code"
      onInput={({ currentTarget: { value } }) => write(value)}
    />
  </label>
);

/** The first step: the password, against a stolen session. */
const Begin = ({ offered }: { offered(offer: Offer): void }) => {
  const [password, setPassword] = useState('');
  const begin = async (): Promise<string> => {
    const body = password === '' ? {} : { currentPassword: password };
    offered(await answered(api.POST('/v1/users/me/second-factor', { body })));
    return '';
  };
  return (
    <>
      <p>A sign-in asks for a code of an authenticator application on your telephone, after the password.</p>
      <p class="actions">
        <Held
          fields={
            <label>
              Your password{' '}
              <input
                type="password"
                value={password}
                autocomplete="current-password"
                onInput={({ currentTarget: { value } }) => setPassword(value)}
              />
            </label>
          }
        >
          <Act call="POST /v1/users/me/second-factor" label="Set up a second factor" act={begin} isFirst />
        </Held>
      </p>
    </>
  );
};

/** The second step: the secret for the application, and its first code. */
const FirstCode = ({ offer, on }: { offer: Offer; on(codes: readonly string[]): Promise<string> }) => {
  const [code, setCode] = useState('');
  const confirm = async (): Promise<string> => {
    if (code.trim() === '') return 'Write the code first.';
    const body = { code: code.trim() };
    return on((await answered(api.POST('/v1/users/me/second-factor/confirm', { body }))).recoveryCodes);
  };
  return (
    <>
      <p>
        Scan this with the authenticator application, or type the secret into it. Then write the code that it shows.
      </p>
      <QrCode text={offer.uri} label="QR code for the authenticator application" />
      <p>
        Secret: <code class="secret">{offer.secret}</code>
      </p>
      <p>
        On this device: <a href={offer.uri}>open the application</a>. The set-up ends at <Moment at={offer.expiresAt} />
        .
      </p>
      <p class="actions">
        <Held fields={<CodeField label="Code" code={code} write={setCode} />}>
          <Act call="POST /v1/users/me/second-factor/confirm" label="Switch it on" act={confirm} isFirst />
        </Held>
      </p>
    </>
  );
};

/** What a person does with a factor that is on. Each takes a code. */
const On = ({
  factor,
  replaced,
  done,
}: {
  factor: Factor;
  replaced(codes: readonly string[]): Promise<string>;
  done: Done;
}) => {
  const [code, setCode] = useState('');
  const withCode = (act: (code: string) => Promise<string>) => async (): Promise<string> => {
    if (code.trim() === '') return 'Write a code first.';
    const said = await act(code.trim());
    setCode('');
    return said;
  };
  const replace = withCode(async (given) => {
    const body = { code: given };
    return replaced((await answered(api.POST('/v1/users/me/second-factor/recovery-codes', { body }))).recoveryCodes);
  });
  const disable = withCode(async (given) => {
    await answered(api.POST('/v1/users/me/second-factor/disable', { body: { code: given } }));
    return done('The second factor is off. A sign-in asks for the password alone.');
  });
  return (
    <>
      <p>
        Since <Moment at={factor.enabledAt} />. Recovery codes left: {factor.recoveryCodesLeft}.
      </p>
      <p class="actions">
        <Held fields={<CodeField label="Code, or a recovery code" code={code} write={setCode} />}>
          <Act call="POST /v1/users/me/second-factor/recovery-codes" label="Get new recovery codes" act={replace} />
          <Act call="POST /v1/users/me/second-factor/disable" label="Switch it off" act={disable} />
        </Held>
      </p>
    </>
  );
};

/** The second factor of the person: set up, recovery codes, off. */
export const SecondFactor = ({ factor, again }: { factor: Factor; again(): Promise<void> }) => {
  const [offer, setOffer] = useState<Offer>();
  const [codes, setCodes] = useState<readonly string[]>();
  const [said, setSaid] = useState<string>();
  const done: Done = async (text) => {
    setOffer(undefined);
    await again();
    setSaid(text);
    return '';
  };
  const got = (text: string) => (made: readonly string[]) => {
    setCodes(made);
    return done(text);
  };
  return (
    <section aria-labelledby="factor" class="card">
      <h3 id="factor">
        Second factor <Badge tone={factor.enabled ? 'good' : 'plain'}>{factor.enabled ? 'on' : 'off'}</Badge>
      </h3>
      {codes !== undefined && factor.enabled && <RecoveryCodes codes={codes} />}
      {factor.enabled ? (
        <On factor={factor} replaced={got('The earlier recovery codes are void.')} done={done} />
      ) : offer === undefined ? (
        <Begin offered={setOffer} />
      ) : (
        <FirstCode offer={offer} on={got('The second factor is on. Your other sessions have ended.')} />
      )}
      <p role="status">{said}</p>
    </section>
  );
};
