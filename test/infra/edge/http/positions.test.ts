import { expect } from 'chai';
import { LastWritesInMemory, LastWritesInRedis } from '../../../../infra/edge/http/last-writes.ts';
import { connectRedis } from '../../../../infra/stores/redis/client.ts';
import { freshId, startEdge } from '../../../support/edge.ts';
import { redisIsInstalled, startRedis } from '../../../support/redis.ts';
import { until } from '../../../support/until.ts';
import { getNote, listNotes, writeNote } from '../../../support/note.ts';

describe('reading one’s own writes', () => {
  const waits: { models: readonly string[]; commit: bigint; timeoutMs: number }[] = [];
  let reached = true;
  let edge: Awaited<ReturnType<typeof startEdge>>;
  before(async () => {
    edge = await startEdge({
      writes: [writeNote],
      reads: [getNote, listNotes],
      ports: {
        freshness: {
          wait: (models, commit, timeoutMs) => {
            waits.push({ models, commit, timeoutMs });
            return reached;
          },
        },
      },
    });
  });
  beforeEach(() => {
    waits.length = 0;
    reached = true;
  });
  after(() => edge.stop());

  const read = (token: string, headers: Record<string, string> = {}) =>
    edge.send(`GET /v1/posts/${freshId()}`, { token, headers });

  it('waits for nothing where nothing was written', async () => {
    const { headers } = await read(edge.credentials.addKey().secret);
    expect(waits).to.deep.equal([]);
    expect(headers.has('x-stale')).to.equal(false);
  });

  it('waits, at most two seconds, for the last write of the workspace, by any caller', async () => {
    const key = edge.credentials.addKey();
    const colleague = edge.credentials.addKey({ workspaceId: key.workspaceId });
    const { headers } = await edge.send('POST /v1/posts', { token: key.secret, body: { text: 'x' } });
    const commit = BigInt(headers.get('x-position') ?? '');
    await read(colleague.secret);
    expect(waits).to.deep.equal([{ models: ['note'], commit, timeoutMs: 2000 }]);
    await edge.send('GET /v1/posts', { token: key.secret });
    expect(waits.length, 'what reads no read model waits for none').to.equal(1);
  });

  it('reports a read model that has not come far enough', async () => {
    const { secret } = edge.credentials.addKey();
    await edge.send('POST /v1/posts', { token: secret, body: { text: 'x' } });
    reached = false;
    const { status, headers } = await read(secret);
    expect([status, headers.get('x-stale')]).to.deep.equal([200, 'true']);
  });

  it('waits for the given position, if that is further', async () => {
    const { secret } = edge.credentials.addKey();
    await read(secret, { 'x-after-position': '123456789012345678' });
    expect(waits[0]?.commit).to.equal(123456789012345678n);
    const { headers } = await edge.send('POST /v1/posts', { token: secret, body: { text: 'x' } });
    await read(secret, { 'x-after-position': '0' });
    expect(waits[1]?.commit.toString()).to.equal(headers.get('x-position'));
  });

  it('refuses what is no position', async () => {
    const { secret } = edge.credentials.addKey();
    for (const position of ['-1', '1.5', 'abc', '', '1'.repeat(21)]) {
      const { status, body } = await read(secret, { 'x-after-position': position });
      expect([status, body.error.code], position).to.deep.equal([400, 'BAD_REQUEST']);
    }
  });
});

describe('last writes', () => {
  it('keep the furthest of each workspace', () => {
    const lastWrites = new LastWritesInMemory();
    lastWrites.record('a', 5n);
    lastWrites.record('a', 3n);
    lastWrites.record('b', 1n);
    expect([lastWrites.of('a'), lastWrites.of('b'), lastWrites.of('c')]).to.deep.equal([5n, 1n, undefined]);
  });

  it('forget the longest silent workspaces', () => {
    const lastWrites = new LastWritesInMemory();
    for (let index = 0; index < 10_001; index++) {
      lastWrites.record(`w${index}`, 1n);
      lastWrites.record('busy', BigInt(index));
    }
    expect([lastWrites.of('w0'), lastWrites.of('busy'), lastWrites.of('w10000')]).to.deep.equal([
      undefined,
      10000n,
      1n,
    ]);
  });

  if (redisIsInstalled()) {
    it('are shared by Redis, compared as numbers, and survive its absence on their own node', async () => {
      const server = await startRedis();
      const [one, other] = [
        await connectRedis(server.url, () => undefined),
        await connectRedis(server.url, () => undefined),
      ];
      try {
        const [here, there] = [new LastWritesInRedis(one), new LastWritesInRedis(other)];
        await until('both are connected', () => one.status === 'ready' && other.status === 'ready');
        await here.record('a', 99n);
        expect(await there.of('a')).to.equal(99n);
        await there.record('a', 1234567890123456789n);
        await here.record('a', 100n);
        expect(await here.of('a')).to.equal(1234567890123456789n);
        await server.stop();
        await here.record('b', 7n);
        expect([await here.of('b'), await there.of('b')]).to.deep.equal([7n, undefined]);
      } finally {
        one.disconnect();
        other.disconnect();
        await server.stop();
      }
    });
  }
});
