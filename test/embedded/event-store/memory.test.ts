import { rmSync } from 'node:fs';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { expect } from 'chai';
import { startProcess } from './node-process.ts';
import { collect, temporaryFolder } from './server.ts';

/** MiB that a node may take, whatever it is asked. */
const bound = 300;

describe('event store: memory', () => {
  it('stays bounded while large events are written, read and waited for', async () => {
    const dir = await temporaryFolder();
    const node = await startProcess('--insecure', '--dir', dir);
    expect(node.memory()).to.be.below(150);
    const client = EventStoreDBClient.connectionString(node.url);
    // Nobody reads from it: what it is not yet sent must not wait in memory.
    const idle = client.subscribeToAll();
    await new Promise((resolve) => idle.once('confirmation', resolve));
    const pad = 'x'.repeat(900_000);
    await Promise.all(
      Array.from({ length: 8 }, async (_, writer) => {
        for (let n = 0; n < 30; n += 1) {
          await client.appendToStream(`large-${writer}`, jsonEvent({ type: 'Large', data: { n, pad } }));
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
