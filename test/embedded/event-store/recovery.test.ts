import { rmSync } from 'node:fs';
import { EventStoreDBClient, jsonEvent, NO_STREAM } from '@eventstore/db-client';
import { expect } from 'chai';
import { startProcess } from './node-process.ts';
import { collect, temporaryFolder } from './server.ts';

/** How often the node is killed; the continuous build sets more. */
const rounds = Number(process.env['EVENT_STORE_KILL_ROUNDS'] ?? 5);
const writers = 6;
const batchSize = 5;

/**
 * Writers append batches, each to its own stream, and remember what was acknowledged. The node is killed while they do.
 * Afterwards every acknowledged batch is there, and a batch that was not acknowledged is there whole or not at all.
 */
describe('event store: recovery after kill -9', () => {
  it(`loses nothing acknowledged and keeps no half of anything, ${rounds} times over`, async function () {
    this.timeout(20_000 + rounds * 15_000);
    const dir = await temporaryFolder();
    const acknowledged = Array.from({ length: writers }, () => 0);
    for (let round = 0; round < rounds; round += 1) {
      const node = await startProcess('--insecure', '--dir', dir);
      const client = EventStoreDBClient.connectionString(node.url);
      await check(client, acknowledged);
      let written = 0;
      const enough = 5 + Math.floor(Math.random() * 60);
      const gone = new Promise<void>((resolve) => {
        node.child.once('exit', () => resolve());
      });
      await Promise.all(
        acknowledged.map(async (from, writer) => {
          for (let batch = from; ; batch += 1) {
            const events = Array.from({ length: batchSize }, (_, part) =>
              jsonEvent({ type: 'Written', data: { batch, part, pad: 'x'.repeat(Math.floor(Math.random() * 2_000)) } }),
            );
            const expectedRevision = batch === 0 ? NO_STREAM : BigInt(batch * batchSize - 1);
            const append = client.appendToStream(`writer-${writer}`, events, { expectedRevision });
            const isWritten = await Promise.race([
              append.then(
                () => true,
                () => false,
              ),
              gone.then(() => false),
            ]);
            if (!isWritten) break;
            acknowledged[writer] = batch + 1;
            written += 1;
            if (written === enough) node.child.kill('SIGKILL');
          }
        }),
      );
      await gone;
      await client.dispose();
    }
    const node = await startProcess('--insecure', '--dir', dir);
    const client = EventStoreDBClient.connectionString(node.url);
    await check(client, acknowledged);
    await client.dispose();
    expect(await node.end()).to.equal(0);
    rmSync(dir, { recursive: true, force: true });
  });

  /** Corrects `acknowledged` by batches that were written although the answer was lost. */
  const check = async (client: EventStoreDBClient, acknowledged: number[]): Promise<void> => {
    const all = new Map<string, number>();
    for (const { event } of await collect(client.readAll())) {
      if (event !== undefined) all.set(event.streamId, (all.get(event.streamId) ?? 0) + 1);
    }
    for (const [writer, batches] of acknowledged.entries()) {
      const stream = `writer-${writer}`;
      const stored = all.has(stream) ? await collect(client.readStream(stream)) : [];
      expect(stored.length, 'the same by stream and in everything').to.equal(all.get(stream) ?? 0);
      expect(stored.length % batchSize, 'no half batch').to.equal(0);
      expect(stored.length / batchSize).to.be.within(batches, batches + 1);
      for (const [index, { event }] of stored.entries()) {
        const { batch, part } = event?.data as { batch: number; part: number };
        expect([event?.revision, batch, part]).to.deep.equal([
          BigInt(index),
          Math.floor(index / batchSize),
          index % batchSize,
        ]);
      }
      acknowledged[writer] = stored.length / batchSize;
    }
  };
});
