import { event, specFor } from '../../../projections/authoring/projection-spec.ts';
import { signIns } from '../../../projections/sign-in/sign-ins.ts';

const given = specFor(signIns);

const stream = 'signIn-u1';
const startedAt = '2026-03-01T00:00:00.000Z';
const started = event(
  'SessionStarted',
  { userId: 'u1', sessionId: 's1', startedAt, method: 'password', address: '192.0.2.1', device: 'Firefox' },
  { stream },
);
const nothing = { hasPassword: false, passkeys: [], disabled: false, operator: false, sessions: [] };

describe('the read model sign_ins', () => {
  it('has a person with a password, without its hash', () =>
    given()
      .when(event('PasswordSet', { userId: 'u1', passwordId: 'p1', linkId: null }, { stream }))
      .then({ id: 'u1', view: { ...nothing, hasPassword: true } }));

  it('has the open sessions alone', () => {
    const shown = { id: 's1', startedAt, method: 'password', address: '192.0.2.1', device: 'Firefox' } as const;
    given()
      .when(started)
      .then({ id: 'u1', view: { ...nothing, sessions: [shown] } });
    given(started)
      .when(event('SessionEnded', { userId: 'u1', sessionId: 's1', reason: 'ended' }, { stream }))
      .then({ id: 'u1', view: nothing });
  });

  it('knows disabled people and operators', () =>
    given(event('OperatorGranted', { userId: 'u1' }, { stream }))
      .when(event('PersonDisabled', { userId: 'u1' }, { stream }))
      .then({ id: 'u1', view: { ...nothing, operator: true, disabled: true } }));

  it('has the second factor with the recovery codes that are left', () => {
    const enabled = event(
      'SecondFactorEnabled',
      { userId: 'u1', factorId: 'f1', recoveryId: 'r1', step: 1 },
      { stream, at: startedAt },
    );
    const used = event('RecoveryCodeUsed', { userId: 'u1', number: 0 }, { stream });
    const withLeft = (recoveryCodesLeft: number) => ({
      id: 'u1',
      view: { ...nothing, secondFactor: { enabledAt: startedAt, recoveryCodesLeft } },
    });
    given(enabled).when(used).then(withLeft(9));
    given(enabled, used)
      .when(event('RecoveryCodesReplaced', { userId: 'u1', recoveryId: 'r2' }, { stream }))
      .then(withLeft(10));
    given(enabled)
      .when(event('SecondFactorDisabled', { userId: 'u1', by: 'person' }, { stream }))
      .then({ id: 'u1', view: nothing });
  });

  it('has the passkeys by their names, with their last use, and no password that a passkey replaced', () => {
    const addedAt = '2026-03-02T00:00:00.000Z';
    const usedAt = '2026-03-03T00:00:00.000Z';
    const challenge = { challengeId: 'h1', challengeEnds: '2026-03-02T00:05:00.000Z' };
    const added = (linkId: string | null) =>
      event(
        'PasskeyAdded',
        {
          userId: 'u1',
          passkeyId: 'k1',
          name: 'Telephone',
          credentialId: 'AAAA',
          publicKey: 'BBBB',
          counter: 0,
          transports: [],
          ...challenge,
          addedAt,
          linkId,
        },
        { stream },
      );
    const password = event('PasswordSet', { userId: 'u1', passwordId: 'p1', linkId: null }, { stream });
    const used = event(
      'PasskeyUsed',
      { userId: 'u1', passkeyId: 'k1', sessionId: 's1', counter: 0, ...challenge, usedAt },
      { stream },
    );
    const key = { id: 'k1', name: 'Telephone', addedAt, lastUsedAt: null };
    given(password)
      .when(added(null))
      .then({ id: 'u1', view: { ...nothing, hasPassword: true, passkeys: [key] } });
    given(password)
      .when(added('l1'))
      .then({ id: 'u1', view: { ...nothing, passkeys: [key] } });
    given(added(null))
      .when(used)
      .then({ id: 'u1', view: { ...nothing, passkeys: [{ ...key, lastUsedAt: usedAt }] } });
    given(added(null))
      .when(event('PasskeyRenamed', { userId: 'u1', passkeyId: 'k1', name: 'Old one' }, { stream }))
      .then({ id: 'u1', view: { ...nothing, passkeys: [{ ...key, name: 'Old one' }] } });
    given(added(null))
      .when(event('PasskeyRemoved', { userId: 'u1', passkeyId: 'k1', by: 'person' }, { stream }))
      .then({ id: 'u1', view: nothing });
  });

  it('has the applications that may act for the person', () => {
    const of = { userId: 'u1', connectionId: 'a1', workspaceId: 'w1' };
    const about = { clientId: 'c1', name: 'Chat', redirectHost: 'chat.example', scopes: ['posts:read'] };
    const connected = event('ApplicationConnected', { ...of, ...about }, { stream, at: startedAt });
    const shown = { id: 'a1', workspaceId: 'w1', connectedAt: startedAt, ...about };
    given()
      .when(connected)
      .then({ id: 'u1', view: { ...nothing, applications: [shown] } });
    given(connected)
      .when(event('ApplicationDisconnected', { ...of, reason: 'revoked' }, { stream }))
      .then({ id: 'u1', view: { ...nothing, applications: [] } });
  });

  it('drops a deleted person', () =>
    given(started)
      .when(event('UserDeleted', { userId: 'u1' }, { stream: 'user-u1' }))
      .thenNoRows());
});
