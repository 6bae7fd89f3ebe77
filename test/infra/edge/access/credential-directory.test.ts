import { expect } from 'chai';
import { user } from '../../../../domain/users/user.ts';
import { ReadModelDirectory, userIdOf } from '../../../../infra/edge/access/credential-directory.ts';
import { signInBy } from '../../../../infra/edge/access/sign-in.ts';
import type { Session } from '../../../../infra/edge/identity/session.ts';
import { until } from '../../../support/until.ts';
import { useWorkspaceApi } from '../../../support/workspace-api.ts';

describe('people of a foreign identity provider', () => {
  const api = useWorkspaceApi();
  const sessionOf = (email: string | undefined, subject = 'idp|7'): Session => ({
    issuer: 'https://idp.example',
    subject,
    email,
    emailVerified: true,
    name: 'Olivia',
  });
  const arrive = (session: Session | undefined) =>
    new ReadModelDirectory({
      db: api().db,
      freshness: { wait: () => true },
      verifySession: () => Promise.resolve(session),
      localIssuer: undefined,
      isOperator: () => false,
      signIn: signInBy({ commands: api().commands, now: () => new Date() }),
    }).bySession('token');
  const registered = async (userId: string) => (await api().store.read(`user-${userId}`)).events;

  it('are registered at first sight, once, and known by the same id ever after', async () => {
    const session = sessionOf('olivia@example.com');
    const userId = userIdOf(session);
    const seen = await Promise.all([arrive(session), arrive(session), arrive(session)]);
    expect(seen).to.deep.equal(Array(3).fill({ userId, operator: false, membership: undefined }));
    expect((await registered(userId)).map(({ type }) => type)).to.deep.equal(['UserRegistered']);
    expect(userIdOf({ ...session, issuer: 'https://other.example' })).to.not.equal(userId);
  });

  it('are known to the request that registers them', async () => {
    const session = sessionOf('first@example.com', 'idp|11');
    const waited: bigint[] = [];
    const directory: ReadModelDirectory = new ReadModelDirectory({
      db: api().db,
      freshness: { wait: (_models, commit) => (waited.push(commit), true) },
      verifySession: () => Promise.resolve(session),
      localIssuer: undefined,
      isOperator: () => false,
      signIn: async (person) => {
        await signInBy({ commands: api().commands, now: () => new Date() })(person);
        const { events } = await api().store.read(`user-${userIdOf(session)}`);
        for (const { stream, position } of events) directory.noteAppend(stream, position);
      },
    });
    await directory.bySession('token');
    const { events } = await api().store.read(`user-${userIdOf(session)}`);
    expect(waited).to.deep.equal([events.at(-1)?.position.commit]);
  });

  it('take over an address that changed at the provider, there and back', async () => {
    const userId = userIdOf(sessionOf(undefined, 'idp|8'));
    for (const email of ['a@example.com', 'b@example.com', 'a@example.com']) {
      await arrive(sessionOf(email, 'idp|8'));
      await until('the read model knows', async () => {
        const row = await api().db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst();
        return row?.email === email;
      });
    }
    expect(await registered(userId)).to.have.length(3);
  });

  it('are refused with an address that the provider has not verified', async () => {
    const known = sessionOf('known@example.com', 'idp|13');
    await arrive(known);
    for (const session of [
      { ...sessionOf('victim@example.com', 'idp|12'), emailVerified: false },
      { ...known, email: 'victim@example.com', emailVerified: false },
    ]) {
      const outcome = await arrive(session).catch((error: { code?: string }) => error.code);
      expect(outcome).to.equal('AUTHENTICATION_ERROR');
    }
    expect(await registered(userIdOf(sessionOf(undefined, 'idp|12')))).to.deep.equal([]);
    expect(await registered(userIdOf(known))).to.have.length(1);
  });

  it('are unknown without a valid token, without an address at first sight, and after deleting their account', async () => {
    expect(await arrive(undefined)).to.equal(undefined);
    expect(await arrive(sessionOf(undefined, 'idp|9'))).to.equal(undefined);
    const session = sessionOf('gone@example.com', 'idp|10');
    await arrive(session);
    const rows = () => api().db.selectFrom('users').select('id').where('id', '=', userIdOf(session)).execute();
    await until('the read model knows of the person', async () => (await rows()).length === 1);
    const deletion = { type: 'delete-user', owned: [] } as const;
    await api().commands.handle(user, userIdOf(session), deletion, { ...api().fromService(''), shared: true });
    await until('the read model knows of the deletion', async () => (await rows()).length === 0);
    const outcome = await arrive(session).catch((error: { code?: string }) => error.code);
    expect(outcome).to.equal('AUTHENTICATION_ERROR');
  });
});

describe('an API key that no read model holds', () => {
  const api = useWorkspaceApi();
  const asked = (isUpToDate: boolean) => {
    const directory = new ReadModelDirectory({
      db: api().db,
      freshness: { wait: () => isUpToDate },
      verifySession: () => Promise.resolve(undefined),
      localIssuer: undefined,
      isOperator: () => false,
      signIn: () => Promise.resolve(),
    });
    directory.noteAppend('apiKey-1', { commit: 7n, prepare: 7n });
    return directory.byApiKey('sk_unknown');
  };

  it('is unknown once they hold what was written', async () => {
    expect(await asked(true)).to.equal(undefined);
  });

  it('may be a new one while they do not: the caller is asked to try again', async () => {
    const failure: unknown = await asked(false).catch((error: unknown) => error);
    expect(failure).to.include({ code: 'SERVICE_UNAVAILABLE' });
  });
});
