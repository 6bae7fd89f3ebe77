import { rmSync } from 'node:fs';
import { binaryEvent, EventStoreDBClient } from '@eventstore/db-client';
import { expect } from 'chai';
import { startProcess } from './node-process.ts';
import { collect, temporaryFolder } from './server.ts';

/** MiB that a node may take, whatever it is asked. */
const bound = 300;

describe('event store: memory', () => {
  it('stays bounded while large events are written, read and waited for', async function () {
    this.timeout(120_000);
    const dir = await temporaryFolder();
    const node = await startProcess('--insecure', '--dir', dir);
    expect(node.memory()).to.be.below(150);
    const client = EventStoreDBClient.connectionString(node.url);
    // This connection is not read: what is not yet sent must not wait in memory.
    const idle = client.subscribeToAll();
    await new Promise((resolve) => idle.once('confirmation', resolve));
    const data = Buffer.alloc(900_000, 'x');
    await Promise.all(
      Array.from({ length: 8 }, async (_, writer) => {
        for (let n = 0; n < 30; n += 1) {
          await client.appendToStream(`large-${writer}`, binaryEvent({ type: 'Large', data }));
        }
      }),
    );
    for (const writer of [0, 7]) {
      expect(await collect(client.readStream(`large-${writer}`))).to.have.length(30);
    }
    expect(node.peakMemory()).to.be.below(bound);
    await idle.unsubscribe();
    await client.dispose();
    await node.end();
    rmSync(dir, { recursive: true, force: true });
  });
});
