import { expect } from 'chai';
import { idAt } from '../../../domain/kernel/ids.ts';
import { writeRequests } from '../../../infra/stores/postgres/request-log.ts';
import { freshId } from '../../support/edge.ts';
import { useWorkspaceApi } from '../../support/workspace-api.ts';

describe('the usage of an API key', () => {
  const api = useWorkspaceApi();
  type Owner = Awaited<ReturnType<ReturnType<typeof api>['owner']>>;

  const keyOf = async (owner: Owner): Promise<string> => {
    const made = await owner.send(`POST /v1/workspaces/${owner.workspaceId}/api-keys`, { name: 'CI', scopes: ['*'] });
    return made.body.data.id;
  };
  let made = 0;
  const record = (workspaceId: string, apiKeyId: string | null, at: string, status: number, milliseconds: number) =>
    writeRequests(api().database.kysely, [
      {
        workspace_id: workspaceId,
        at,
        status,
        milliseconds,
        api_key_id: apiKeyId,
        id: idAt(Date.parse(at), String(made++).padStart(15, '0')),
        method: 'GET',
        path: '/v1/posts',
        route: '/v1/posts',
        request_id: 'r',
        ip_address: null,
        actor_type: 'api_key',
        actor_id: apiKeyId ?? 'someone',
      },
    ]);

  it('tells of the days asked for: requests, errors, times, and the last of them', async () => {
    const olivia = await api().owner();
    const [key, other] = [await keyOf(olivia), await keyOf(olivia)];
    await record(olivia.workspaceId, key, '2026-03-31T10:00:00.000Z', 200, 999);
    await record(olivia.workspaceId, key, '2026-04-01T10:00:00.000Z', 200, 10);
    await record(olivia.workspaceId, key, '2026-04-30T10:00:00.000Z', 404, 30);
    await record(olivia.workspaceId, other, '2026-04-02T10:00:00.000Z', 200, 10);
    await record(olivia.workspaceId, null, '2026-04-02T10:00:00.000Z', 200, 10);
    const line = `GET /v1/workspaces/${olivia.workspaceId}/api-keys/${key}/usage`;
    expect((await olivia.send(`${line}?startDate=2026-04-01&endDate=2026-04-30`)).body).to.deep.equal({
      data: {
        totalRequests: 2,
        lastUsedAt: '2026-04-30T10:00:00.000Z',
        averageResponseTimeMs: 20,
        endpoints: [{ method: 'GET', path: '/v1/posts', count: 2, errorCount: 1, averageResponseTimeMs: 20 }],
        period: { start: '2026-04-01', end: '2026-04-30' },
      },
    });
    expect((await olivia.send(line)).body.data).to.deep.include({
      totalRequests: 0,
      lastUsedAt: null,
      averageResponseTimeMs: null,
      endpoints: [],
    });
  });

  it('is for those who manage the workspace, and its own keys only', async () => {
    const [olivia, otto] = [await api().owner(), await api().owner('Otto')];
    const [key, foreign] = [await keyOf(olivia), await keyOf(otto)];
    const mia = await api().member(olivia, 'MEMBER');
    const line = (id: string): string => `GET /v1/workspaces/${olivia.workspaceId}/api-keys/${id}/usage`;
    const headers = { 'x-workspace-id': olivia.workspaceId };
    expect((await mia.send(line(key), undefined, { headers })).status).to.equal(403);
    for (const id of [foreign, freshId()]) expect((await olivia.send(line(id))).status).to.equal(404);
  });
});
