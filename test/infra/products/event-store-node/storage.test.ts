import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { expect } from 'chai';
import { backup } from '../../../../infra/products/event-store-node/cli/backup.ts';
import { UnusableFolder } from '../../../../infra/products/event-store-node/storage/folder.ts';
import { troubleOf } from '../../../../infra/products/event-store-node/storage/level.ts';
import { startProcess } from './node-process.ts';
import { collect, newStream, refusal, startEmbedded, testEvent, testEvents } from './server.ts';
import { useFolders } from './use-folders.ts';

/** What is in a folder, apart from the lock and the notes LevelDB keeps for people. */
const contentsOf = (directory: string): string =>
  (readdirSync(directory, { recursive: true, withFileTypes: true }) as import('node:fs').Dirent[])
    .filter((entry) => entry.isFile() && !/^(LOCK|LOG|LOG\.old)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((file) => `${file} ${createHash('sha256').update(readFileSync(file)).digest('hex')}`)
    .join('\n');

describe('event store: the folder', () => {
  const newFolder = useFolders();
  const filled = async (events = 400): Promise<string> => {
    const dir = await newFolder();
    const { node, url } = await startEmbedded({ dir });
    const client = EventStoreDBClient.connectionString(url);
    for (let n = 0; n < events; n += 100) {
      await client.appendToStream(
        'stream-1',
        Array.from({ length: 100 }, (_, i) =>
          jsonEvent({ type: 'Filled', data: { number: n + i, pad: 'x'.repeat(500) } }),
        ),
      );
    }
    await client.dispose();
    await node.stop();
    return dir;
  };
  const expectRefusal = async (dir: string, what: RegExp): Promise<void> => {
    const before = contentsOf(dir);
    const error = await refusal(startEmbedded({ dir }));
    expect(error).to.be.instanceOf(UnusableFolder);
    expect(error.message).to.match(what);
    expect(contentsOf(dir)).to.equal(before);
  };

  it('keeps everything over a restart', async () => {
    const dir = await filled();
    const { node, url } = await startEmbedded({ dir });
    const client = EventStoreDBClient.connectionString(url);
    expect(await collect(client.readStream('stream-1'))).to.have.length(400);
    const next = await client.appendToStream('stream-1', testEvent(400), { expectedRevision: 399n });
    expect(next.nextExpectedRevision).to.equal(400n);
    await client.dispose();
    await node.stop();
  });

  it('is refused when it belongs to something else', async () => {
    const dir = await newFolder();
    writeFileSync(join(dir, 'letters.txt'), 'not an event store');
    await expectRefusal(dir, /not an event store/);
  });

  it('is refused when its identity is unreadable or of another format', async () => {
    const dir = await filled(100);
    writeFileSync(join(dir, 'event-store.json'), '{');
    await expectRefusal(dir, /event-store\.json is damaged/);
    writeFileSync(join(dir, 'event-store.json'), '{"format":99}');
    await expectRefusal(dir, /format 99/);
  });

  it('is refused when it is in use, by this process or another', async () => {
    const dir = await newFolder();
    const running = await startProcess('--insecure', '--dir', dir);
    const error = await refusal(startEmbedded({ dir }));
    expect(error.message).to.match(/in use by another process/);
    const second = await refusal(startProcess('--insecure', '--dir', dir));
    expect(second.message).to.match(/in use by another process/);
    expect(await running.end()).to.equal(0);
  });

  for (const part of ['log', 'index']) {
    const writeAheadLog = (dir: string): string => {
      const name = readdirSync(join(dir, part)).find((file) => /^\d+\.log$/.test(file));
      return join(dir, part, name as string);
    };

    it(`is refused when its ${part} has lost its manifest`, async () => {
      const dir = await filled(100);
      for (const name of readdirSync(join(dir, part))) if (name.startsWith('MANIFEST')) rmSync(join(dir, part, name));
      await expectRefusal(dir, /damaged/);
    });

    it(`opens with a table of its ${part} that a kill cut short, but not with one that it needs`, async () => {
      const dir = await filled(400);
      // At its next start LevelDB moves its write-ahead log to a table.
      await (await startEmbedded({ dir })).node.stop();
      const tables = () => readdirSync(join(dir, part)).filter((name) => name.endsWith('.ldb'));
      const [needed = ''] = tables();
      writeFileSync(join(dir, part, '999999.ldb'), 'half a table');
      await (await startEmbedded({ dir })).node.stop();
      expect(tables()).to.include(needed).and.not.include('999999.ldb');
      const bytes = readFileSync(join(dir, part, needed));
      truncateSync(join(dir, part, needed), bytes.length - 100);
      await expectRefusal(dir, /damaged: its end is missing/);
    });

    it(`is refused when its ${part} is broken in the middle`, async () => {
      const dir = await filled(part === 'log' ? 400 : 2_000);
      const file = writeAheadLog(dir);
      const bytes = readFileSync(file);
      const at = Math.floor(bytes.length / 2);
      bytes[at] = (bytes[at] as number) ^ 0xff;
      writeFileSync(file, bytes);
      await expectRefusal(dir, /damaged/);
    });
  }

  it('is refused when the end of its log is missing in the journal too although it was acknowledged', async () => {
    const dir = await filled();
    const name = readdirSync(join(dir, 'log')).find((file) => /^\d+\.log$/.test(file)) as string;
    truncateSync(join(dir, 'log', name), 1_000);
    rmSync(join(dir, 'journal'), { recursive: true });
    const error = await refusal(startEmbedded({ dir }));
    expect(error.message).to.match(/the log is damaged: it ends at/);
  });

  it('opens with a write cut short at the end of its log: it was never acknowledged', async () => {
    const dir = await filled();
    const current = readdirSync(join(dir, 'log')).find((entry) => /^\d+\.log$/.test(entry)) as string;
    const whole = readFileSync(join(dir, 'log', current));
    writeFileSync(join(dir, 'log', current), Buffer.concat([whole, Buffer.from('0102030405060708090a', 'hex')]));
    const { node, url } = await startEmbedded({ dir });
    const client = EventStoreDBClient.connectionString(url);
    expect(await collect(client.readStream('stream-1'))).to.have.length(400);
    await client.dispose();
    await node.stop();
  });

  it('rebuilds an index that fell behind the log', async () => {
    const dir = await newFolder();
    const { node, url } = await startEmbedded({ dir });
    const client = EventStoreDBClient.connectionString(url);
    await client.appendToStream('stream-1', testEvents(5));
    await node.stop();
    const old = await newFolder();
    cpSync(join(dir, 'index'), join(old, 'index'), { recursive: true });
    const second = await startEmbedded({ dir });
    const later = EventStoreDBClient.connectionString(second.url);
    await later.appendToStream('stream-1', testEvents(5));
    await later.appendToStream('stream-2', testEvents(5));
    await later.tombstoneStream('stream-2');
    await second.node.stop();
    rmSync(join(dir, 'index'), { recursive: true });
    cpSync(join(old, 'index'), join(dir, 'index'), { recursive: true });
    const third = await startEmbedded({ dir });
    const reader = EventStoreDBClient.connectionString(third.url);
    expect(await collect(reader.readStream('stream-1'))).to.have.length(10);
    expect((await refusal(reader.readStream('stream-2'))).type).to.equal('stream-deleted');
    expect((await reader.appendToStream('stream-3', testEvent(1))).nextExpectedRevision).to.equal(0n);
    for (const each of [client, later, reader]) await each.dispose();
    await third.node.stop();
  });

  it('is backed up while the node runs and is written to, and restored as it was', async () => {
    const { node, url, stop } = await startEmbedded();
    const client = EventStoreDBClient.connectionString(url);
    await client.appendToStream('stream-1', testEvents(500));
    await client.appendToStream('stream-2', testEvents(3));
    await client.deleteStream('stream-2');
    let isDone = false;
    const writing = (async () => {
      for (let n = 0; !isDone; n += 1) await client.appendToStream('busy', testEvent(n));
    })();
    const target = join(await newFolder(), 'copy');
    const count = await backup({ target, host: '127.0.0.1', port: node.port, tlsCa: undefined, user: undefined });
    isDone = true;
    await writing;
    expect(count).to.be.at.least(504);
    const restored = await startEmbedded({ dir: target });
    const reader = EventStoreDBClient.connectionString(restored.url);
    const copied = await collect(reader.readAll());
    const original = (await collect(client.readAll())).slice(0, copied.length);
    expect(copied).to.have.length(count);
    expect(copied.map(({ event }) => event)).to.deep.equal(original.map(({ event }) => event));
    expect((await refusal(reader.readStream('stream-2'))).type).to.equal('stream-not-found');
    expect((await reader.appendToStream('stream-1', testEvent(1), { expectedRevision: 499n })).success).to.equal(true);
    const again = await refusal(
      backup({ target, host: '127.0.0.1', port: node.port, tlsCa: undefined, user: undefined }),
    );
    expect(again.message).to.match(/in use|already holds/);
    for (const each of [client, reader]) await each.dispose();
    await restored.node.stop();
    await stop();
  });

  it('ends the call of a backup whose target holds events already', async () => {
    const dir = await filled(100);
    const server = createServer((_, response) => void response.write('the beginning of a log'));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const ended = once(server, 'connection').then(([socket]) => once(socket as Socket, 'close'));
    const { port } = server.address() as AddressInfo;
    const error = await refusal(backup({ target: dir, host: '127.0.0.1', port, tlsCa: undefined, user: undefined }));
    expect(error.message).to.include('already holds events');
    await ended;
    server.close();
  });

  it('garbage on the port does not bring the node down', async () => {
    const { node, url, stop } = await startEmbedded();
    const client = EventStoreDBClient.connectionString(url);
    for (const garbage of [
      Buffer.from('\u0000\u0001\u0002garbage\r\n\r\n'),
      Buffer.alloc(70_000, 0xff),
      Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n garbage follows the preface'),
      Buffer.from('PRI * HT'),
      Buffer.from('GET / HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\n\r\nab'),
    ]) {
      const socket = connect(node.port, '127.0.0.1');
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      socket.end(garbage);
      socket.resume();
      await once(socket, 'close');
      await client.appendToStream(newStream(), testEvent(1));
    }
    await client.dispose();
    await stop();
  });

  it('is made, with those above it, when absent', async () => {
    const dir = join(await newFolder(), 'deep', 'er');
    mkdirSync(join(dir, '..'), { recursive: true });
    const { node } = await startEmbedded({ dir });
    expect(existsSync(join(dir, 'event-store.json'))).to.equal(true);
    await node.stop();
  });
});

describe('what LevelDB says of a folder', () => {
  it('is no damage where the disk is full or the folder cannot be written to', () => {
    const noSpace = 'IO error: /data/log/000005.ldb: No space left on device';
    expect(troubleOf(noSpace)).to.equal('is on a disk that is full');
    const denied = 'IO error: /data/log/LOCK: Permission denied';
    expect(troubleOf(denied)).to.equal(`is not writable: ${denied}`);
    expect(troubleOf('Corruption: bad block')).to.equal('is damaged: Corruption: bad block');
  });
});
