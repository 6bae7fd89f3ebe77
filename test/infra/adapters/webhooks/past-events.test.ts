import { expect } from 'chai';
import { pastEventsIn } from '../../../../infra/adapters/webhooks/webhook-queries.ts';
import type { ReadModels } from '../../../../projections/database.ts';
import { buildTable, startBuild } from '../../../../projections/kernel/read-models.ts';
import { insertRows } from '../../../../projections/kernel/table.ts';
import { webhookSources } from '../../../../projections/webhooks/webhook-sources.ts';
import { useDatabase } from '../../../support/postgres.ts';

const from = '2026-01-01T00:00:00.000Z';
const to = '2026-01-01T00:01:00.000Z';
const place = (n: number): string => `${n.toString(16).padStart(16, '0')}.`;

describe('the past of a workspace as replays read it', () => {
  const database = useDatabase();
  const read = (after: string) => {
    const query = { workspaceId: 'w', from, to, types: ['post.created'], after, limit: 4 };
    return pastEventsIn(database().kysely.withTables<ReadModels>()).page(query);
  };
  const ids = (page: readonly { eventId: string }[]) => page.map(({ eventId }) => eventId);

  before(async () => {
    const db = database().kysely;
    const build = await startBuild(webhookSources, db);
    // Two seconds of events, five of one instant: a page ends in the middle of it. Some lie outside, or are not asked for.
    const at = (n: number): string => `2026-01-01T00:00:0${n < 5 ? 1 : 2}.000Z`;
    const row = (n: number, changes: object = {}) => ({
      id: `e${n}`,
      workspace_id: 'w',
      occurred_at: at(n),
      sequence: place(n),
      stream: 'post-1',
      revision: n,
      types: ['post.created', 'post.state_changed'],
      ...changes,
    });
    const others = [{ workspace_id: 'v' }, { types: ['post.deleted'] }, { occurred_at: to }, { occurred_at: '2025' }];
    const rows = [...Array.from({ length: 10 }, (_, n) => row(n)), ...others.map((change, n) => row(10 + n, change))];
    await insertRows(webhookSources, buildTable(build), rows, db);
  });

  it('comes in pages that go on behind one event, in the order things happened', async () => {
    const pages: string[][] = [];
    for (let after = '', page = await read(after); page.length > 0; page = await read(after)) {
      pages.push(ids(page));
      after = page.at(-1)?.place ?? '';
    }
    const all = Array.from({ length: 10 }, (_, n) => `e${n}`);
    expect(pages).to.deep.equal([all.slice(0, 4), all.slice(4, 8), all.slice(8)]);
  });

  it('starts again a replay whose place is only a position in the log, as earlier versions recorded it', async () => {
    expect(ids(await read(place(7)))).to.deep.equal(['e0', 'e1', 'e2', 'e3']);
  });
});
