import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect as dial, createServer, type Server, type Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { type RunningNode, startNode } from '@social-publishing/event-store-node';
import { RevisionConflict, StoreUnavailable, type EventToAppend } from '../../../../domain/kernel/event-store.ts';
import { catalogue } from '../../../../domain/events.ts';
import type { EventMeta } from '../../../../domain/kernel/event.ts';
import { PostCancelled, PostScheduled } from '../../../../domain/posts/post-events.ts';
import { EventStoreDb } from '../../../../infra/stores/eventstoredb/store.ts';
import { until } from '../../../support/until.ts';

const meta: EventMeta = {
  workspaceId: 'w',
  mode: 'test',
  actor: { kind: 'system', id: 'test' },
  occurredAt: '2026-01-01T00:00:00.000Z',
  $correlationId: 'c',
  $causationId: 'c',
};

const events = (count: number): EventToAppend[] =>
  Array.from({ length: count }, () => ({ ...PostCancelled({}), id: randomUUID(), meta }));

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('the store', () => {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'store-'));
  const open: EventStoreDb[] = [];
  let node: RunningNode;
  let store: EventStoreDb;
  const connect = (port: number, options: ConstructorParameters<typeof EventStoreDb>[2] = {}): EventStoreDb => {
    const opened = new EventStoreDb(`esdb://127.0.0.1:${port}?tls=false`, catalogue, options);
    open.push(opened);
    return opened;
  };
  before(async () => {
    node = await startNode({ dir });
    store = connect(node.port);
  });
  after(async () => {
    for (const each of open) await each.close();
    await node.stop();
    rmSync(dir, { recursive: true, force: true });
  });

  it('gives back what was appended, in its order and with its places', async () => {
    const scheduled = { ...PostScheduled({ scheduledFor: '2026-02-01T00:00:00.000Z' }), id: randomUUID(), meta };
    const first = await store.append('post-1', 'none', [scheduled]);
    expect(first.revision).to.equal(0);
    const second = await store.append('post-1', 0, events(2));
    expect(second.revision).to.equal(2);
    expect(second.position.commit > first.position.commit).to.equal(true);
    const read = await store.read('post-1');
    expect(read.revision).to.equal(2);
    expect(read.events.map(({ type, revision }) => [type, revision])).to.deep.equal([
      ['PostScheduled', 0],
      ['PostCancelled', 1],
      ['PostCancelled', 2],
    ]);
    expect(read.events[0]).to.deep.equal({ ...scheduled, stream: 'post-1', revision: 0, position: first.position });
    expect(read.events[2]?.position).to.deep.equal(second.position);
  });

  it('reads from a revision on, and so many at most', async () => {
    const all = events(10);
    await store.append('post-2', 'none', all);
    const ids = async (range?: { from?: number; limit?: number }) =>
      (await store.read('post-2', range)).events.map(({ id }) => id);
    const expected = all.map(({ id }) => id);
    expect(await ids()).to.deep.equal(expected);
    expect(await ids({ from: 4 })).to.deep.equal(expected.slice(4));
    expect(await ids({ from: 4, limit: 3 })).to.deep.equal(expected.slice(4, 7));
    expect(await store.read('post-2', { from: 10 })).to.deep.equal({ events: [], revision: 'none' });
    expect((await store.read('post-2', { limit: 3 })).revision).to.equal(2);
  });

  it('names the events of the whole log, the newest, or from one on with that one', async () => {
    const first = await store.append('post-first', 'none', events(1));
    await store.append('post-second', 'none', events(2));
    const newest = await store.entries.newest();
    expect(newest).to.include({ stream: 'post-second', revision: 1 });
    const named = async (limit: number) =>
      (await store.entries.from(first.position, limit)).map(({ stream, revision }) => `${revision}@${stream}`);
    expect(await named(10)).to.deep.equal(['0@post-first', '0@post-second', '1@post-second']);
    expect(await named(2)).to.deep.equal(['0@post-first', '0@post-second']);
    expect(await store.entries.from((newest ?? first).position, 10)).to.deep.equal([newest]);
  });

  it('sends a reader of one type nothing else of a backlog, and everything after it', async () => {
    const from = (await store.append('post-before', 'none', events(1))).position;
    const scheduled = () => ({
      ...PostScheduled({ scheduledFor: '2026-02-01T00:00:00.000Z' }),
      id: randomUUID(),
      meta,
    });
    await store.append('post-backlog', 'none', [scheduled(), ...events(300), scheduled()]);
    const seen: string[] = [];
    const reading = store.follow(from, { signal: new AbortController().signal, types: new Set(['PostScheduled']) });
    for await (const batch of reading) {
      for (const { type, stream } of batch.events) seen.push(`${type} of ${stream}`);
      // Each is sent when the one before has arrived, so the last of them comes after the backlog.
      if (seen.includes('PostCancelled of post-next')) break;
      await store.append('post-next', (await store.read('post-next')).revision, events(1));
    }
    expect(seen.slice(0, 2)).to.deep.equal(['PostScheduled of post-backlog', 'PostScheduled of post-backlog']);
    expect(seen.slice(2)).to.include('PostCancelled of post-next').and.not.include('PostCancelled of post-backlog');
  });

  it('finds nothing where there is no stream', async () => {
    expect(await store.read('post-none')).to.deep.equal({ events: [], revision: 'none' });
  });

  it('tells each of many appends what became of its own', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        const stream = `many-${index >> 1}`;
        const { revision } = await store.append(stream, 'none', events(1 + (index % 5))).catch((error: unknown) => {
          expect(error).to.be.instanceOf(RevisionConflict);
          return { revision: -1 };
        });
        return { stream, revision };
      }),
    );
    for (let stream = 0; stream < 100; stream++) {
      const won = outcomes.filter((outcome) => outcome.stream === `many-${stream}` && outcome.revision >= 0);
      expect(won).to.have.length(1);
      expect((await store.read(`many-${stream}`)).revision).to.equal(won[0]?.revision);
    }
  });

  it('recognises what is sent again, and refuses another at the same revision', async () => {
    const sent = events(2);
    const first = await store.append('post-3', 'none', sent);
    expect(await store.append('post-3', 'none', sent)).to.deep.equal(first);
    expect(await failureOf(store.append('post-3', 'none', events(1)))).to.be.instanceOf(RevisionConflict);
    expect(await failureOf(store.append('post-3', 7, events(1)))).to.be.instanceOf(RevisionConflict);
    expect((await store.read('post-3')).revision).to.equal(1);
  });

  it('refuses more than the store takes at once, and nothing that comes beside it', async () => {
    const large = Array.from({ length: 60 }, () => ({
      type: 'PostScheduled',
      data: { scheduledFor: 'x'.repeat(50_000) },
      id: randomUUID(),
      meta,
    }));
    const refused = failureOf(store.append('post-4', 'none', large));
    const beside = await Promise.all([5, 6, 7].map((post) => store.append(`post-${post}`, 'none', events(1))));
    expect(beside.map(({ revision }) => revision)).to.deep.equal([0, 0, 0]);
    expect(await refused).to.be.instanceOf(StoreUnavailable);
    expect(String(((await refused) as Error).cause)).to.contain('MaximumAppendSizeExceeded');
    expect(await store.read('post-4')).to.deep.equal({ events: [], revision: 'none' });
  });

  describe('behind a line that breaks', () => {
    let line: Server;
    let sockets: Socket[] = [];
    let isSilent = false;
    /** Bytes that were kept back. */
    let unanswered = 0;
    let port: number;
    let far: EventStoreDb;
    const cut = (): void => {
      for (const socket of sockets) socket.destroy();
      sockets = [];
    };
    before(async () => {
      line = createServer((near) => {
        const there = dial(node.port, '127.0.0.1');
        sockets.push(near, there);
        for (const socket of [near, there]) socket.on('error', () => socket.destroy());
        near.on('data', (bytes: Buffer) => {
          if (isSilent) unanswered += bytes.length;
          else there.write(bytes);
        });
        there.on('data', (bytes) => void (isSilent || near.write(bytes)));
        near.on('close', () => there.destroy());
        there.on('close', () => near.destroy());
      });
      await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve));
      const address = line.address();
      port = typeof address === 'object' ? (address?.port ?? 0) : 0;
      far = connect(port, { budgetMilliseconds: 300 });
      // A busy machine may need longer than the budget to connect.
      const first = events(1);
      await until('the line works', async () => (await failureOf(far.append('far-1', 'none', first))) === undefined);
    });
    after(() => {
      cut();
      line.close();
    });

    it('is unavailable while it is silent, and takes the same again once it is not', async () => {
      const sent = events(1);
      isSilent = true;
      expect(await failureOf(far.append('far-2', 'none', sent))).to.be.instanceOf(StoreUnavailable);
      expect(await failureOf(far.read('far-1'))).to.be.instanceOf(StoreUnavailable);
      isSilent = false;
      cut();
      await until('it is back', async () => (await failureOf(far.append('far-2', 'none', sent))) === undefined);
      expect((await store.read('far-2')).revision).to.equal(0);
    });

    it('takes again what waits for an answer when it breaks', async () => {
      const patient = connect(port, { budgetMilliseconds: 10_000 });
      await patient.append('far-3', 'none', events(1));
      isSilent = true;
      unanswered = 0;
      const appends = [1, 2, 3].map((post) => patient.append(`cut-${post}`, 'none', events(1)));
      const reading = patient.read('far-3');
      await until('they have been sent', () => unanswered >= 4 * 50);
      isSilent = false;
      cut();
      for (const append of appends) expect((await append).revision).to.equal(0);
      expect((await reading).revision).to.equal(0);
    });

    it('looks for a node again while the one it has does not answer', async () => {
      const patient = connect(port, { budgetMilliseconds: 10_000 });
      await patient.append('post-far', 'none', events(1));
      const stop = new AbortController();
      const following = patient.follow('start', { signal: stop.signal })[Symbol.asyncIterator]();
      await following.next();
      line.once('connection', () => (isSilent = false));
      isSilent = true;
      expect((await patient.append('post-far', 0, events(1))).revision).to.equal(1);
      // A reader of the log is not left at the silent node either.
      const goesOn = (async () => {
        for (;;) {
          const { value, done } = await following.next();
          if (done || value.events.some(({ revision }: { revision: number }) => revision === 1)) return;
        }
      })();
      const failure = await goesOn.catch((error: unknown) => error);
      if (failure !== undefined) expect(failure).to.be.instanceOf(StoreUnavailable);
      stop.abort();
    });
  });
});
