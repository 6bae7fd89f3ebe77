import { useState } from 'preact/hooks';
import { answered, api } from './api.ts';
import { Applications } from './applications.tsx';
import { useAsked } from './asked.ts';
import { Act, Confirm, Moment, Problem, Table, Waiting } from './pieces.tsx';
import { lookAtPasskeys, Passkeys } from './passkeys.tsx';
import { lookAtFactor, SecondFactor } from './second-factor.tsx';

const look = async () => {
  const [factor, passkeys, sessions] = await Promise.all([
    lookAtFactor(),
    lookAtPasskeys(),
    answered(api.GET('/v1/users/me/sessions', {})),
  ]);
  return { factor, passkeys, sessions: sessions.data };
};

type Session = Awaited<ReturnType<typeof look>>['sessions'][number];

const methods: Readonly<Record<Session['method'], string>> = {
  password: 'password',
  password_link: 'link for a password',
  set_up: 'link of the set-up',
  mail_link: 'link of a mail',
  passkey: 'passkey',
};

/** Where the person is signed in. The session of this page ends by "Sign out". */
const Sessions = ({ sessions, again }: { sessions: readonly Session[]; again(): Promise<void> }) => {
  const [said, setSaid] = useState<string>();
  const done = async (text: string): Promise<string> => {
    await again();
    setSaid(text);
    return '';
  };
  const end =
    ({ id: sessionId }: Session) =>
    async (): Promise<string> => {
      await answered(api.DELETE('/v1/users/me/sessions/{sessionId}', { params: { path: { sessionId } } }));
      return done('The session has ended.');
    };
  const endOthers = async (): Promise<string> => {
    await answered(api.DELETE('/v1/users/me/sessions', {}));
    return done('The other sessions have ended.');
  };
  return (
    <section aria-labelledby="sessions">
      <h3 id="sessions">Where you are signed in</h3>
      <Table
        caption="Your sessions, the latest first"
        heads={['Device', 'Address', 'By', 'Since', 'Do']}
        rows={sessions.map((session) => (
          <tr key={session.id}>
            <td class="wide">{session.device || 'unknown'}</td>
            <td>{session.address}</td>
            <td>{methods[session.method]}</td>
            <td>
              <Moment at={session.startedAt} />
            </td>
            <td>
              {session.current ? (
                'this session'
              ) : (
                <Act
                  call="DELETE /v1/users/me/sessions/{sessionId}"
                  label="End"
                  describedAs={`End the session from ${session.address}, ${session.device || 'unknown'}`}
                  act={end(session)}
                />
              )}
            </td>
          </tr>
        ))}
      />
      {sessions.length > 1 && (
        <Confirm
          call="DELETE /v1/users/me/sessions"
          label="End all others"
          question="End every session but this one?"
          act={endOthers}
        />
      )}
      <p role="status">{said}</p>
    </section>
  );
};

/** How the person signs in: the second factor, passkeys and sessions; and what acts for the person. */
export const Security = () => {
  const { data, problem, again } = useAsked('security', look, 10_000);
  return (
    <section aria-labelledby="security">
      <h2 id="security">Security</h2>
      <Problem text={problem} />
      {data === undefined ? (
        problem === undefined && <Waiting />
      ) : data.sessions.some(({ current }) => current) ? (
        <>
          <SecondFactor factor={data.factor} again={again} />
          <Passkeys listed={data.passkeys} again={again} />
          <Sessions sessions={data.sessions} again={again} />
        </>
      ) : (
        <p class="empty">
          You are not signed in with a password of this service. A second factor, passkeys and sessions are kept where
          you sign in.
        </p>
      )}
      <Applications />
    </section>
  );
};
