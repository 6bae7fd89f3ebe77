import { expect } from 'chai';
import type { PublicEvent } from '../../infra/log/export/public-event.ts';
import { exampleEvent } from '../../read-api/events/example-event.ts';
import { parquetRows, rowOf } from '../infra/log/export/parquet-rows.ts';
import { useRunningService, type TestWorkspace } from '../support/running-service.ts';
import { until } from '../support/until.ts';

describe('GET /v1/events/export', () => {
  const service = useRunningService();

  const draft = async (of: TestWorkspace, content: string): Promise<string> => {
    const accountIds = Object.values(of.accounts).slice(0, 1);
    const { status, body } = await of.send('POST /posts', { content, accountIds, saveAsDraft: true });
    expect(status).to.equal(201);
    return String(body['id']);
  };

  const fetched = (token: string, query: string): Promise<Response> => {
    const headers = { authorization: `Bearer ${token}` };
    return fetch(`${service().demo.baseUrl}/events/export${query}`, { headers });
  };
  const lines = async ({ apiKey }: TestWorkspace, query: string): Promise<PublicEvent[]> => {
    const response = await fetched(apiKey, query);
    expect([response.status, response.headers.get('content-type')]).to.deep.equal([200, 'application/x-ndjson']);
    const found = (await response.text()).split('\n').filter((line) => line !== '');
    return found.map((line) => JSON.parse(line) as PublicEvent);
  };
  const rows = async ({ apiKey }: TestWorkspace, query: string) => {
    const response = await fetched(apiKey, query);
    const type = response.headers.get('content-type');
    expect([response.status, type]).to.deep.equal([200, 'application/vnd.apache.parquet']);
    return parquetRows(await response.arrayBuffer());
  };

  it('hands out what happened, of the workspace alone', async () => {
    const [mine, theirs] = [await service().workspace(), await service().workspace()];
    const id = await draft(mine, 'Mine');
    await draft(theirs, 'Theirs');
    const all = await lines(mine, '');
    expect(new Set(all.map(({ workspaceId }) => workspaceId))).to.deep.equal(new Set([mine.workspaceId]));
    expect((await lines(mine, '?type=PostCreated')).map(({ stream }) => stream)).to.deep.equal([`post-${id}`]);
    expect(await lines(mine, `?after=${all[1]?.position}`)).to.deep.equal(all.slice(2));
    expect(all.map((event) => Object.keys(event).sort())[0]).to.deep.equal(Object.keys(exampleEvent).sort());
    expect(await lines(mine, '?to=2020-01-01T00:00:00Z')).to.deep.equal([]);
    expect(await lines(mine, '?from=2020-01-01')).to.deep.equal(all);
  });

  it('has the same rows as Parquet, by range and type', async () => {
    const [mine, theirs] = [await service().workspace(), await service().workspace()];
    for (const content of ['One', 'Two', 'Three']) await draft(mine, content);
    await draft(theirs, 'Theirs');
    const all = await lines(mine, '');
    const found = await rows(mine, '?format=parquet');
    expect(found).to.deep.equal(all.map(rowOf));
    expect(new Set(found.map((row) => row['workspace_id']))).to.deep.equal(new Set([mine.workspaceId]));
    const created = all.filter(({ type }) => type === 'PostCreated');
    const [first, , last] = created;
    if (!first || !last || first.occurredAt >= last.occurredAt) throw new Error('the drafts have times of their own');
    const range = `&from=${first.occurredAt}&to=${last.occurredAt}&type=PostCreated`;
    const between = created.filter(({ occurredAt }) => occurredAt >= first.occurredAt && occurredAt < last.occurredAt);
    expect(between).to.have.length.within(1, 2);
    expect(await rows(mine, `?format=parquet${range}`)).to.deep.equal(between.map(rowOf));
    expect(await lines(mine, `?format=ndjson${range}`)).to.deep.equal(between);
    expect(await rows(mine, '?format=parquet&to=2020-01-01'), 'a file without rows is a file').to.deep.equal([]);
  });

  it('leaves out what events say about people, or keeps it sealed', async () => {
    const of = await service().workspace();
    const invited = await service().ask(of.sessionToken, `POST /workspaces/${of.workspaceId}/invitations`, {
      email: 'olivia@example.com',
      role: 'EDITOR',
    });
    expect(invited.status).to.equal(201);
    for (const format of ['ndjson', 'parquet']) {
      const dataOf = async (personal: string): Promise<Record<string, unknown>> => {
        const query = `?format=${format}&type=InvitationSent${personal}`;
        const found: readonly unknown[] = format === 'ndjson' ? await lines(of, query) : await rows(of, query);
        expect(found).to.have.length(1);
        return (found[0] as { data: Record<string, unknown> }).data;
      };
      expect(await dataOf(''), format).not.to.have.property('email');
      expect(await dataOf('&personal=drop'), format).not.to.have.property('email');
      const { email } = await dataOf('&personal=sealed');
      expect(String(email), format)
        .to.match(/^sealed:/)
        .and.not.to.include('olivia');
    }
  });

  it('refuses what it cannot understand, and who may not', async () => {
    const of = await service().workspace();
    const refused = async (query: string): Promise<string> => {
      const { status, body } = await of.send(`GET /events/export${query}`);
      expect([status, (body['error'] as { code: string }).code], query).to.deep.equal([400, 'VALIDATION_ERROR']);
      return JSON.stringify(body);
    };
    expect(await refused('?type=PostCreated,Nonsense')).to.include('Nonsense: no such event type');
    expect(await refused('?from=2026-01-02&to=2026-01-01')).to.include('to');
    for (const query of ['format=xml', 'personal=open', 'from=yesterday', 'to=2026-13-01', 'after=x', 'type='])
      await refused(`?${query}`);
    const line = `POST /workspaces/${of.workspaceId}/api-keys`;
    const { body } = await service().ask(of.sessionToken, line, { name: 'Analyst', scopes: ['analytics:read'] });
    const key = String((body['data'] as { key?: string } | undefined)?.key ?? body['key']);
    const statusOf = async (query: string): Promise<number> => (await fetched(key, query)).status;
    await until('the key is known', async () => (await statusOf('')) !== 401);
    expect([await statusOf(''), await statusOf('?format=parquet')]).to.deep.equal([403, 403]);
  });
});
