import { expect } from 'chai';
import { useRunningService } from '../support/running-service.ts';

/** What integrators asked about first, because the reference has no answer to it. */
describe('answers that the reference leaves open', () => {
  const service = useRunningService();
  const codeOf = ({ status, body }: Readonly<{ status: number; body: { error?: { code?: string } } }>) => [
    status,
    body.error?.code,
  ];

  it('a downgrade waits for the end of its period, so it credits nothing', async () => {
    const { send } = await service().workspace('agency');
    const preview = await send('POST /subscription/preview-change', { plan: 'starter' });
    expect(preview.body).to.include({ isUpgrade: false, prorationAmount: 0 });
    expect((await send('POST /subscription/change-plan', { plan: 'starter' })).status).to.equal(200);
    expect((await send('GET /billing/current')).body.plan).to.equal('agency');
    expect((await send('GET /subscription/pending-changes')).status).to.equal(200);
  });

  it('an invitation is the right to join, whichever address a person signs in with', async () => {
    const of = await service().workspace();
    const invitations = `/workspaces/${of.workspaceId}/invitations`;
    const asOwner = (line: string, body?: unknown) => service().ask(of.sessionToken, line, body);
    expect((await asOwner(`POST ${invitations}`, { email: 'zoe@example.com' })).status).to.equal(201);
    const { body } = await of.send('GET /sandbox/emails');
    const link = /\/(?:join|invitations)\/([\w.~-]+)/.exec(JSON.stringify(body));
    const stranger = await service().workspace();
    const accepted = await service().ask(stranger.sessionToken, `POST /invitations/${link?.[1]}/accept`);
    expect(accepted.status, JSON.stringify(accepted.body)).to.equal(200);
    const { data } = (await asOwner(`GET /workspaces/${of.workspaceId}/members`)).body;
    const joined = data.find(({ userId }: { userId: string }) => userId === stranger.userId);
    expect(codeOf(await asOwner(`POST ${invitations}`, { email: joined.email }))).to.deep.equal([409, 'CONFLICT']);
  });

  it('a change of a calendar post that waits for its approval takes it back to a draft, and answers so', async () => {
    const of = await service().workspace();
    const send = (line: string, body?: unknown) => service().ask(of.sessionToken, line, body);
    await send(`PATCH /workspaces/${of.workspaceId}`, { settings: { require_approval: true } });
    const created = await send('POST /calendar/posts', {
      content: 'Wait for it',
      platform: 'MASTODON',
      accountId: of.accounts['MASTODON'],
      scheduledFor: '2031-01-01T10:00:00Z',
    });
    expect(created.status, JSON.stringify(created.body)).to.equal(201);
    const { id } = created.body.data ?? created.body;
    const submitted = await send(`POST /calendar/posts/${id}/submit`);
    expect(submitted.status, JSON.stringify(submitted.body)).to.equal(200);
    const changed = await send(`PATCH /calendar/posts/${id}`, { content: 'Wait for that' });
    expect((changed.body.data ?? changed.body).status).to.equal('DRAFT');
    expect(codeOf(await send(`POST /calendar/posts/${id}/approve`))).to.deep.equal([409, 'CONFLICT']);
  });

  it('a kind of generation that does not exist is refused', async () => {
    const { send } = await service().workspace();
    const persona = await send('POST /personas/wizard', { name: 'Ada' });
    const { id } = persona.body.data ?? persona.body.persona ?? persona.body;
    const asked = await send(`POST /personas/${id}/runtime/assemble`, { generationType: 'BOGUS', platform: 'TWITTER' });
    expect(codeOf(asked)).to.deep.equal([400, 'VALIDATION_ERROR']);
  });

  it('an account that does not exist is watched by no mail', async () => {
    const of = await service().workspace();
    const ask = (body: unknown) => service().ask(of.sessionToken, 'PUT /settings/notifications', body);
    expect((await ask({ dormantWatchedAccountIds: ['nope'] })).status).to.equal(400);
    expect((await ask({ dormantWatchedAccountIds: [of.accounts['MASTODON']] })).status).to.equal(200);
  });
});
