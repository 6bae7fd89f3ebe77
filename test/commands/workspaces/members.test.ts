import { expect } from 'chai';
import { freshId, type Answer } from '../../support/edge.ts';
import { useWorkspaceApi } from '../../support/workspace-api.ts';

const outcome = ({ status, body }: Answer): unknown[] => [status, body?.error?.code];

describe('members of workspaces over the API', () => {
  const api = useWorkspaceApi();

  it('are invited by mail and join by the link, which opens once', async () => {
    const [olivia, ivy] = [await api().owner(), await api().person('Ivy')];
    const line = `POST /v1/workspaces/${olivia.workspaceId}/invitations`;
    const invited = await olivia.send(line, { email: ivy.email.toUpperCase(), role: 'EDITOR' });
    expect(invited.status).to.equal(201);
    expect(invited.body).to.have.property('emailSent', true);
    expect(invited.body.data).to.include({ role: 'EDITOR', status: 'pending', invitedBy: olivia.userId });
    await api().mailer.mailOwed(olivia.workspaceId);
    const mail = api().mails.at(-1);
    expect(mail?.to).to.equal(ivy.email.toUpperCase());
    const token = api().tokenIn(mail);
    expect(JSON.stringify(invited.body)).to.not.include(token);

    const open = await olivia.send(`GET /v1/workspaces/${olivia.workspaceId}/invitations`);
    expect(open.body.data).to.deep.equal([invited.body.data]);
    const view = await api().edge.send(`GET /v1/invitations/${token}`);
    expect(view.body.data).to.include({ role: 'EDITOR' });
    expect(view.body.data.workspace).to.include({ name: "Olivia's", slug: olivia.slug });
    const mine = await ivy.send('GET /v1/invitations');
    expect(mine.body.data.map(({ id }: { id: string }) => id)).to.deep.equal([invited.body.data.id]);

    const accepted = await ivy.send(`POST /v1/invitations/${token}/accept`);
    expect(accepted.body.data).to.include({ workspaceId: olivia.workspaceId, role: 'EDITOR' });
    expect((await ivy.send(`GET /v1/workspaces/${olivia.workspaceId}`)).body).to.include({ role: 'EDITOR' });
    expect((await olivia.send(`GET /v1/workspaces/${olivia.workspaceId}/invitations`)).body.data).to.deep.equal([]);
    expect(outcome(await olivia.send(line, { email: ivy.email.toUpperCase() }))).to.deep.equal([409, 'CONFLICT']);
    expect(outcome(await (await api().person('Eve')).send(`POST /v1/invitations/${token}/accept`))[0]).to.equal(404);
    expect(outcome(await api().edge.send(`GET /v1/invitations/${token}`))[0]).to.equal(404);
  });

  it('cannot be made by a forged, an outdated or a withdrawn link', async () => {
    const [olivia, ivy] = [await api().owner(), await api().person('Ivy')];
    const line = `/v1/workspaces/${olivia.workspaceId}/invitations`;
    const { data } = (await olivia.send(`POST ${line}`, { email: ivy.email })).body;
    await api().mailer.mailOwed(olivia.workspaceId);
    const first = api().tokenIn(api().mails.at(-1));
    const again = await olivia.send(`POST ${line}/${data.id}/resend`);
    expect([again.status, again.body.emailSent]).to.deep.equal([200, true]);
    await api().mailer.mailOwed(olivia.workspaceId);
    const second = api().tokenIn(api().mails.at(-1));
    expect(second).to.not.equal(first);
    for (const token of [first, second.slice(0, -2) + 'xx', second.replace('.2.', '.3.'), 'nonsense'])
      expect((await ivy.send(`POST /v1/invitations/${token}/accept`)).status, token).to.equal(404);
    expect((await olivia.send(`DELETE ${line}/${data.id}`)).body).to.deep.equal({ success: true });
    expect((await ivy.send(`POST /v1/invitations/${second}/accept`)).status).to.equal(404);
    expect((await olivia.send(`POST ${line}/${data.id}/resend`)).status).to.equal(404);
  });

  it('need managers to be invited, a session, room under the plan, and are returned where no mail is sent', async () => {
    const olivia = await api().owner();
    const mia = await api().member(olivia, 'MEMBER');
    const line = `POST /v1/workspaces/${olivia.workspaceId}/invitations`;
    expect(outcome(await mia.send(line, { email: 'x@example.com' }))).to.deep.equal([403, 'FORBIDDEN']);
    expect((await olivia.send(line, { email: 'nonsense' })).status).to.equal(400);
    expect((await olivia.send(line, { email: 'x@example.com', role: 'OWNER' })).status).to.equal(400);
    const { key } = (
      await olivia.send(`POST /v1/workspaces/${olivia.workspaceId}/api-keys`, { name: 'k', scopes: ['*'] })
    ).body.data;
    const byKey = await api().edge.send(line, { token: key, body: { email: 'x@example.com' } });
    expect(outcome(byKey)).to.deep.equal([403, 'AUTHORIZATION_ERROR']);
    api().play.hasMailServer = false;
    const unsent = await olivia.send(line, { email: 'x@example.com' });
    api().play.hasMailServer = true;
    expect([unsent.status, unsent.body.emailSent]).to.deep.equal([201, false]);
    expect(outcome(await olivia.send(line, { email: 'X@example.com' }))).to.deep.equal([409, 'CONFLICT']);
    const free = await api().owner('Frida', 'free');
    const full = await free.send(`POST /v1/workspaces/${free.workspaceId}/invitations`, { email: 'x@example.com' });
    expect(outcome(full)).to.deep.equal([402, 'LIMIT_EXCEEDED']);
  });

  it('are listed, get other roles, and leave', async () => {
    const olivia = await api().owner();
    const [adam, mia] = [await api().member(olivia, 'ADMIN', 'Adam'), await api().member(olivia, 'MEMBER', 'Mia')];
    const line = `/v1/workspaces/${olivia.workspaceId}/members`;
    const listed = await olivia.send(`GET ${line}`);
    expect(listed.body.data.map(({ name, role }: { name: string; role: string }) => [name, role])).to.deep.equal([
      ['Olivia', 'OWNER'],
      ['Adam', 'ADMIN'],
      ['Mia', 'MEMBER'],
    ]);
    expect((await adam.send(`PATCH ${line}/${mia.userId}`, { role: 'VIEWER' })).status).to.equal(200);
    expect((await mia.send(`GET /v1/workspaces/${olivia.workspaceId}`)).body.role).to.equal('VIEWER');
    expect(outcome(await mia.send(`PATCH ${line}/${adam.userId}`, { role: 'VIEWER' }))).to.deep.equal([
      403,
      'FORBIDDEN',
    ]);
    expect(outcome(await adam.send(`DELETE ${line}/${olivia.userId}`))).to.deep.equal([403, 'FORBIDDEN']);
    expect(outcome(await olivia.send(`DELETE ${line}/${freshId()}`))).to.deep.equal([404, 'NOT_FOUND']);
    expect((await mia.send(`DELETE ${line}/${mia.userId}`)).status).to.equal(200);
    expect((await mia.send(`GET /v1/workspaces/${olivia.workspaceId}`)).status).to.equal(404);
    expect((await olivia.send(`DELETE ${line}/${adam.userId}`)).status).to.equal(200);
    expect((await adam.send(`GET /v1/workspaces/${olivia.workspaceId}`)).status).to.equal(404);
  });

  it('are changed by sessions only: a key neither promotes nor removes a member', async () => {
    const olivia = await api().owner();
    const mia = await api().member(olivia, 'VIEWER');
    const line = `/v1/workspaces/${olivia.workspaceId}`;
    for (const scopes of [['workspaces:write'], ['*']]) {
      const made = await olivia.send(`POST ${line}/api-keys`, { name: 'k', scopes });
      const token = made.body.data.key;
      const promoted = await api().edge.send(`PATCH ${line}/members/${mia.userId}`, { token, body: { role: 'ADMIN' } });
      expect(outcome(promoted)).to.deep.equal([403, 'AUTHORIZATION_ERROR']);
      const removed = await api().edge.send(`DELETE ${line}/members/${mia.userId}`, { token });
      expect(outcome(removed)).to.deep.equal([403, 'AUTHORIZATION_ERROR']);
    }
    expect((await mia.send(`GET ${line}`)).body).to.include({ role: 'VIEWER' });
  });

  it('change nothing of the workspace unless they manage it', async () => {
    const olivia = await api().owner();
    for (const role of ['MEMBER', 'EDITOR', 'VIEWER']) {
      const mia = await api().member(olivia, role);
      expect(outcome(await mia.send(`PATCH /v1/workspaces/${olivia.workspaceId}`, { name: 'X' }))).to.deep.equal([
        403,
        'FORBIDDEN',
      ]);
      expect(outcome(await mia.send(`DELETE /v1/workspaces/${olivia.workspaceId}`))).to.deep.equal([403, 'FORBIDDEN']);
      expect(outcome(await mia.send(`POST /v1/workspaces/${olivia.workspaceId}/deletion-requests`, {}))).to.deep.equal([
        403,
        'FORBIDDEN',
      ]);
    }
    const adam = await api().member(olivia, 'ADMIN');
    expect((await adam.send(`PATCH /v1/workspaces/${olivia.workspaceId}`, { name: 'X' })).status).to.equal(200);
    expect(outcome(await adam.send(`DELETE /v1/workspaces/${olivia.workspaceId}`))).to.deep.equal([403, 'FORBIDDEN']);
  });
});

describe('handing a workspace over by the API', () => {
  const api = useWorkspaceApi();

  it('makes the target owner and the old owner administrator', async () => {
    const olivia = await api().owner();
    const mia = await api().member(olivia, 'MEMBER');
    const line = `/v1/workspaces/${olivia.workspaceId}/transfer-request`;
    expect((await olivia.send(`GET ${line}`)).body).to.deep.equal({ data: null });
    const requested = await olivia.send(`POST ${line}`, { targetUserId: mia.userId });
    expect(requested.status).to.equal(201);
    expect(requested.body.data).to.include({ fromUserId: olivia.userId, targetUserId: mia.userId, status: 'pending' });
    const { createdAt, expiresAt } = requested.body.data;
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).to.equal(7 * 86_400_000);
    expect((await mia.send(`GET ${line}`)).body.data).to.deep.equal(requested.body.data);
    expect((await mia.send(`POST ${line}/accept`)).body).to.deep.equal({ success: true });
    expect((await mia.send(`GET /v1/workspaces/${olivia.workspaceId}`)).body).to.include({
      role: 'OWNER',
      ownerId: mia.userId,
    });
    expect((await olivia.send(`GET /v1/workspaces/${olivia.workspaceId}`)).body).to.include({ role: 'ADMIN' });
    expect((await mia.send(`GET ${line}`)).body).to.deep.equal({ data: null });
    expect((await mia.send(`POST ${line}/accept`)).status, 'again').to.equal(200);
    for (let index = 0; index < 3; index++)
      expect((await olivia.send('POST /v1/workspaces', { name: 'Own', slug: api().newSlug() })).status).to.equal(201);
    const more = [];
    for (let index = 0; index < 3; index++)
      more.push((await mia.send('POST /v1/workspaces', { name: 'Own', slug: api().newSlug() })).status);
    expect(more, 'one place is taken').to.deep.equal([201, 201, 403]);
  });

  it('can be declined, cancelled, and runs out after seven days', async () => {
    const olivia = await api().owner();
    const mia = await api().member(olivia, 'MEMBER');
    const line = `/v1/workspaces/${olivia.workspaceId}/transfer-request`;
    const offer = () => olivia.send(`POST ${line}s`, { targetUserId: mia.userId });
    await offer();
    expect((await mia.send(`POST ${line}/decline`)).status).to.equal(200);
    expect((await olivia.send(`GET ${line}`)).body.data).to.equal(null);
    await offer();
    expect(outcome(await mia.send(`DELETE ${line}`))).to.deep.equal([403, 'FORBIDDEN']);
    expect((await olivia.send(`DELETE ${line}`)).status).to.equal(200);
    expect(outcome(await mia.send(`POST ${line}/accept`))).to.deep.equal([404, 'NOT_FOUND']);
    await offer();
    api().play.clock = 7 * 86_400_000;
    try {
      expect((await mia.send(`GET ${line}`)).body.data).to.equal(null);
      expect(outcome(await mia.send(`POST ${line}/accept`))).to.deep.equal([404, 'NOT_FOUND']);
      expect((await offer()).status).to.equal(201);
    } finally {
      api().play.clock = 0;
    }
  });

  it('is refused to oneself, to strangers, by members other than the owner, and to a member who owns three', async () => {
    const olivia = await api().owner();
    const mia = await api().member(olivia, 'ADMIN');
    const line = `POST /v1/workspaces/${olivia.workspaceId}/transfer-request`;
    expect(outcome(await olivia.send(line, { targetUserId: olivia.userId }))).to.deep.equal([400, 'VALIDATION_ERROR']);
    expect(outcome(await olivia.send(line, { targetUserId: freshId() }))).to.deep.equal([400, 'VALIDATION_ERROR']);
    expect(outcome(await mia.send(line, { targetUserId: mia.userId }))).to.deep.equal([403, 'FORBIDDEN']);
    for (let index = 0; index < 3; index++)
      await mia.send('POST /v1/workspaces', { name: 'Own', slug: api().newSlug() });
    await olivia.send(line, { targetUserId: mia.userId });
    expect(outcome(await mia.send(`${line}/accept`))).to.deep.equal([403, 'LIMIT_REACHED']);
    expect((await olivia.send(`GET /v1/workspaces/${olivia.workspaceId}`)).body).to.include({ role: 'OWNER' });
  });
});
