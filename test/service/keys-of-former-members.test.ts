import { expect } from 'chai';
import { signIn } from '../../domain/sign-in/sign-in.ts';
import { adminSteps } from '../../infra/cli/admin/admin-steps.ts';
import { useRunningService } from '../support/running-service.ts';
import { until } from '../support/until.ts';

describe('API keys of people who are no longer in the workspace', function () {
  this.timeout(60_000);
  const service = useRunningService();

  /** A workspace with an administrator, who made a key of every right. */
  const withAdministrator = async () => {
    const workspace = await service().workspace('agency', false);
    const { workspaceId, sessionToken: owner } = workspace;
    const admin = (await workspace.send('POST /sandbox/members', { role: 'ADMIN' })).body;
    const asAdmin = (line: string, body?: unknown) =>
      service().ask(String(admin['sessionToken']), line, body, { 'x-workspace-id': workspaceId });
    const keys = `/workspaces/${workspaceId}/api-keys`;
    const { key, id } = (await asAdmin(`POST ${keys}`, { name: 'Robot', scopes: ['*'] })).body.data;
    const asOwner = (line: string, body?: unknown) =>
      service().ask(owner, line, body, { 'x-workspace-id': workspaceId });
    const withKey = async (): Promise<number> => (await service().ask(String(key), 'GET /posts')).status;
    expect(await withKey()).to.equal(200);
    return { asAdmin, asOwner, withKey, keys, keyId: String(id), workspaceId, userId: String(admin['userId']) };
  };
  type Team = Awaited<ReturnType<typeof withAdministrator>>;

  const isRefused = ({ withKey }: Team): Promise<void> =>
    until('the key is refused', async () => (await withKey()) === 401);
  const reasonOf = async ({ asOwner, keys, keyId }: Team): Promise<unknown> =>
    (await asOwner(`GET ${keys}`)).body.data.find(({ id }: { id: string }) => id === keyId)?.revocationReason;

  it('work no longer after the removal of their maker, and the audit log tells it', async () => {
    const team = await withAdministrator();
    const { asOwner, workspaceId, userId, keyId } = team;
    expect((await asOwner(`DELETE /workspaces/${workspaceId}/members/${userId}`)).status).to.equal(200);
    await isRefused(team);
    expect(await reasonOf(team)).to.equal('maker_left');
    const [entry] = (await asOwner(`GET /audit-logs?resource=apiKey/${keyId}`)).body.data;
    expect(entry).to.deep.include({ type: 'ApiKeyRevoked', resource: { kind: 'apiKey', id: keyId } });
    expect(entry.actor).to.include({ kind: 'process', id: 'key-revocation' });
  });

  it('work no longer after their maker left, was erased, or became a member of a lesser role', async () => {
    const [leaving, erased, lowered] = [
      await withAdministrator(),
      await withAdministrator(),
      await withAdministrator(),
    ];
    await leaving.asAdmin(`DELETE /workspaces/${leaving.workspaceId}/members/${leaving.userId}`);
    expect((await erased.asAdmin('DELETE /users/me')).status).to.equal(200);
    await lowered.asOwner(`PATCH /workspaces/${lowered.workspaceId}/members/${lowered.userId}`, { role: 'VIEWER' });
    for (const team of [leaving, erased, lowered]) await isRefused(team);
    const reasons = await Promise.all([leaving, erased, lowered].map(reasonOf));
    expect(reasons).to.deep.equal(['maker_left', 'maker_left', 'maker_lost_role']);
  });

  it('open nothing while their maker is disabled, and work again afterwards', async () => {
    const team = await withAdministrator();
    const { userId, asAdmin, withKey } = team;
    const disable = (disabled: boolean) =>
      adminSteps(service().commands).handle(
        signIn,
        userId,
        { type: 'set-disabled', userId, disabled },
        { shared: true },
      );
    await disable(true);
    await isRefused(team);
    await until('the session is refused', async () => (await asAdmin('GET /posts')).status === 401);
    expect(await reasonOf(team), 'the key is not revoked').to.equal(undefined);
    await disable(false);
    await until('the key works again', async () => (await withKey()) === 200);
  });
});
