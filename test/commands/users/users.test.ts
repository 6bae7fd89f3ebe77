import { expect } from 'chai';
import { forgotten } from '../../../domain/kernel/personal.ts';
import { user } from '../../../domain/users/user.ts';
import type { Answer } from '../../support/edge.ts';
import { useWorkspaceApi } from '../../support/workspace-api.ts';

const outcome = ({ status, body }: Answer): unknown[] => [status, body?.error?.code];

describe('a person over the API', () => {
  const api = useWorkspaceApi();

  it('sees themselves with their workspaces, as owner with the highest plan they own', async () => {
    const olivia = await api().owner('Olivia', 'pro');
    const second = (await olivia.send('POST /v1/workspaces', { name: 'Second', slug: api().newSlug() })).body;
    expect(second.plan).to.equal('pro');
    const free = await api().owner('Frida', 'agency');
    await free.send(`POST /v1/workspaces/${free.workspaceId}/invitations`, { email: olivia.email });
    await api().mailer.mailOwed(free.workspaceId);
    await olivia.send(`POST /v1/invitations/${api().tokenIn(api().mails.at(-1))}/accept`);
    const me = await olivia.send('GET /v1/users/me');
    expect(me.body).to.include({ id: olivia.userId, email: olivia.email, name: 'Olivia', isSystemAdmin: false });
    const mine = me.body.workspaces.map(({ role, plan }: { role: string; plan: string }) => [role, plan]);
    expect(mine).to.deep.equal([
      ['OWNER', 'pro'],
      ['OWNER', 'pro'],
      ['MEMBER', 'agency'],
    ]);
  });

  it('changes name and picture, which must be hosted here', async () => {
    const olivia = await api().owner('Olivia');
    const avatarUrl = `${api().hosted}me.png`;
    const changed = await olivia.send('PATCH /v1/users/me', { name: 'Liv', avatarUrl });
    expect(changed.body).to.include({ name: 'Liv', avatarUrl });
    expect(changed.body.workspaces).to.have.length(1);
    expect((await olivia.send('GET /v1/users/me')).body).to.deep.include(changed.body);
    const foreign = await olivia.send('PATCH /v1/users/me', { avatarUrl: 'https://elsewhere.test/me.png' });
    expect(outcome(foreign)).to.deep.equal([400, 'VALIDATION_ERROR']);
    expect((await olivia.send('PATCH /v1/users/me', { name: '' })).status).to.equal(400);
    expect((await olivia.send('PATCH /v1/users/me', { avatarUrl: null })).body.avatarUrl).to.equal(null);
  });

  it('is asked for a session, not a key', async () => {
    const olivia = await api().owner();
    const key = await olivia.send(`POST /v1/workspaces/${olivia.workspaceId}/api-keys`, { name: 'k', scopes: ['*'] });
    const answer = await api().edge.send('GET /v1/users/me', { token: key.body.data.key });
    expect(outcome(answer)).to.deep.equal([403, 'AUTHORIZATION_ERROR']);
    expect((await api().edge.send('GET /v1/users/me')).status).to.equal(401);
  });

  it('is linked to an analytics client id of digits', async () => {
    const olivia = await api().person('Olivia');
    const line = 'POST /v1/users/me/ga4-client-id';
    expect((await olivia.send(line, { clientId: '123.456' })).status).to.equal(200);
    for (const clientId of ['123', 'GA1.2.3', '1.', '.1', '1.2.3', ''])
      expect((await olivia.send(line, { clientId })).status, clientId).to.equal(400);
  });

  it('gets their data as a file, once an hour', async () => {
    const olivia = await api().owner();
    await olivia.send('POST /v1/users/me/ga4-client-id', { clientId: '123.456' });
    await olivia.send(`POST /v1/workspaces/${olivia.workspaceId}/api-keys`, { name: 'Robot', scopes: ['*'] });
    await olivia.send(`PATCH /v1/workspaces/${olivia.workspaceId}`, { name: 'Renamed' });
    const file = await olivia.send('GET /v1/users/me/export');
    expect(file.status).to.equal(200);
    expect(file.headers.get('content-disposition')).to.match(
      /^attachment; filename="personal-data-\d{4}-\d\d-\d\d\.json"$/,
    );
    expect(file.body.user).to.include({ email: olivia.email });
    expect(file.body.user.workspaces).to.have.length(1);
    expect(file.body.notificationPreferences).to.equal(null);
    const { body } = file;
    expect(body.analyticsClientId).to.equal('123.456');
    expect(body.profileHistory.map(({ type }: { type: string }) => type)).to.include('UserRegistered');
    expect(body.posts).to.deep.equal([]);
    expect(body.actions).to.deep.include({
      type: 'WorkspaceRenamed',
      workspaceId: olivia.workspaceId,
      address: '127.0.0.1',
      occurredAt: body.actions[0].occurredAt,
      resource: { kind: 'workspace', id: olivia.workspaceId },
    });
    expect(body.apiKeys).to.have.length(1);
    expect(JSON.stringify(body.apiKeys)).not.to.match(/hash|secret/i);
    expect(body.signIns, 'a person of a provider has no password here').to.deep.equal([]);
    for (const name of ['subscription', 'payments', 'credits', 'written', 'requests', 'calendarPosts'])
      expect(body, name).to.have.property(name);
    const again = await olivia.send('GET /v1/users/me/export');
    expect(outcome(again)).to.deep.equal([429, 'RATE_LIMITED']);
    expect(Number(again.headers.get('retry-after'))).to.be.within(3500, 3600);
  });

  it('is sealed in the log', async () => {
    const olivia = await api().person('Zenobia');
    const { events } = await api().log.store.read(`user-${olivia.userId}`);
    const text = JSON.stringify(events.map(({ data }) => data));
    expect(text).to.not.include('Zenobia').and.to.not.include(olivia.email);
    expect(text).to.include('sealed:1:');
  });

  it('deletes the account: leaves every workspace, is forgotten in the log and signed out', async () => {
    const [frida, olivia] = [await api().owner('Frida'), await api().person('Olivia')];
    await frida.send(`POST /v1/workspaces/${frida.workspaceId}/invitations`, { email: olivia.email });
    await api().mailer.mailOwed(frida.workspaceId);
    await olivia.send(`POST /v1/invitations/${api().tokenIn(api().mails.at(-1))}/accept`);
    expect((await olivia.send('DELETE /v1/users/me')).body).to.deep.equal({ success: true });
    expect((await olivia.send('GET /v1/users/me')).status).to.equal(401);
    const members = await frida.send(`GET /v1/workspaces/${frida.workspaceId}/members`);
    expect(members.body.data).to.have.length(1);
    const state = (await api().commands.load(user, olivia.userId, undefined))?.state;
    expect(state).to.include({ deleted: true, email: forgotten, name: forgotten });
  });

  it('cannot go while owning workspaces, unless alone in them and asked for', async () => {
    const olivia = await api().owner();
    const refused = await olivia.send('DELETE /v1/users/me');
    expect(outcome(refused)).to.deep.equal([409, 'SOLE_WORKSPACE_OWNER']);
    expect(refused.body.error.details.workspaces).to.deep.equal([{ id: olivia.workspaceId, name: "Olivia's" }]);
    const mia = await api().member(olivia, 'MEMBER');
    expect((await olivia.send('DELETE /v1/users/me?deleteWorkspaces=true')).status).to.equal(409);
    await olivia.send(`DELETE /v1/workspaces/${olivia.workspaceId}/members/${mia.userId}`);
    api().play.paymentsDown = true;
    const unpaid = await olivia.send('DELETE /v1/users/me?deleteWorkspaces=true');
    api().play.paymentsDown = false;
    expect(outcome(unpaid)).to.deep.equal([503, 'SUBSCRIPTION_CANCEL_FAILED']);
    expect((await olivia.send(`GET /v1/workspaces/${olivia.workspaceId}`)).status, 'nothing was deleted').to.equal(200);
    expect((await olivia.send('DELETE /v1/users/me?deleteWorkspaces=true')).status).to.equal(200);
    expect((await olivia.send('GET /v1/users/me')).status).to.equal(401);
    const reused = await (await api().person('Otto')).send('POST /v1/workspaces', { name: 'A', slug: olivia.slug });
    expect(reused.status).to.equal(201);
  });

  it('who is system administrator cannot go, and may set what others may not', async () => {
    const olivia = await api().owner();
    const grant = { type: 'set-system-admin', isSystemAdmin: true } as const;
    await api().commands.handle(user, olivia.userId, grant, { ...api().fromService(''), shared: true });
    expect(outcome(await olivia.send('DELETE /v1/users/me'))).to.deep.equal([400, 'BAD_REQUEST']);
    const beta = await olivia.send(`PATCH /v1/workspaces/${olivia.workspaceId}`, {
      settings: { platformBetaTester: true },
    });
    expect(beta.body.settings.platformBetaTester).to.equal(true);
  });
});
