import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { catalogue } from '../../domain/events.ts';
import { EventStoreDb } from '../../infra/stores/eventstoredb/store.ts';
import { forEachOf } from '../support/service-client.ts';
import { until } from '../support/until.ts';
import { useServiceProcess } from '../support/use-service-process.ts';
import { perPost, postHistory } from '../bench/post-history.ts';

const posts = 2_000;

/** Several times what the followers of the log hold in memory. */
describe('a burst of events in a service that is killed while it follows them', function () {
  this.timeout(120_000);
  const service = useServiceProcess();

  const stores = () =>
    JSON.parse(readFileSync(path.join(service().dataDir, 'stores.json'), 'utf8')) as {
      databaseUrl: string;
      eventStoreUrl: string;
    };
  /** How many events the tree has, and how many its checkpoint has passed. */
  const tree = async (): Promise<Readonly<{ size: number; passed: number; commit: bigint }>> => {
    const client = new pg.Client({ connectionString: stores().databaseUrl });
    await client.connect();
    const { rows } = await client.query<{ size: number; passed: number; commit: string }>(`
      select size::int as size, events::int as passed, "commit"::text as commit
      from audit_tree, checkpoint where subscriber = 'audit/tree'`);
    await client.end();
    const [row] = rows;
    if (!row) throw new Error('there is no tree');
    return { ...row, commit: BigInt(row.commit) };
  };
  const isWhole = async (): Promise<boolean> => {
    const store = new EventStoreDb(stores().eventStoreUrl, catalogue);
    const head = await store.head().finally(() => store.close());
    return (await tree()).commit >= (head?.commit ?? 0n);
  };

  it('is in the tree over the log once', async () => {
    const store = new EventStoreDb(stores().eventStoreUrl, catalogue);
    await until('the tree has what the start wrote', isWhole);
    const before = await tree();
    await forEachOf(Array.from({ length: posts }), 32, async (_, index) => {
      const { stream, all } = postHistory(index);
      await store.append(stream, 'none', all);
    });
    await store.close();
    await until('the tree has begun with them', async () => (await tree()).size > before.size);
    await service().kill();
    await service().start();
    await until('the tree is whole', isWhole);
    const after = await tree();
    console.log(`      ${after.size - before.size} events more in the tree`);
    expect(after.size).to.equal(after.passed);
    // What the second start writes comes to the burst.
    expect(after.size - before.size).to.be.within(posts * perPost, posts * perPost + 50);
  });
});
