import { expect } from 'chai';
import type { Decision, Write } from '../../../commands/kernel/decide-on.ts';
import { SeenStream } from '../../../commands/kernel/seen-stream.ts';
import { cachedFirst, StreamCache } from '../../../commands/kernel/stream-cache.ts';
import { RevisionConflict, StoreUnavailable, type StreamRead } from '../../../domain/kernel/event-store.ts';

describe('the streams that commands have read', () => {
  const reading = (faults: readonly (Error | undefined)[]) => {
    const ends: (() => void)[] = [];
    const read = (): Promise<StreamRead> =>
      new Promise((resolve, reject) => {
        const fault = faults[ends.length];
        ends.push(() => (fault ? reject(fault) : resolve({ events: [], revision: 'none' })));
      });
    return {
      ends,
      cache: new StreamCache({ read, append: () => Promise.reject(new Error('nothing is appended')) }, () => 0),
    };
  };
  const faultOf = (load: unknown): Promise<unknown> =>
    Promise.resolve(load).then(
      () => undefined,
      (error: unknown) => error,
    );

  it('are not asked of the store again for those that waited while it did not answer', async () => {
    const away = new StoreUnavailable('no answer in time');
    const { ends, cache } = reading([away, undefined]);
    const asked = [1, 2, 3].map(() => faultOf(cache.load('post-1', 'latest')));
    ends[0]?.();
    expect(await Promise.all(asked)).to.deep.equal([away, away, away]);
    expect(ends).to.have.length(1);
    const later = faultOf(cache.load('post-1', 'latest'));
    ends[1]?.();
    expect(await later).to.equal(undefined);
  });

  it('are read again for those that waited where the read failed for another reason', async () => {
    const { ends, cache } = reading([new Error('odd'), undefined]);
    const [first, second] = [faultOf(cache.load('post-1', 'latest')), faultOf(cache.load('post-1', 'latest'))];
    ends[0]?.();
    expect(await first).to.be.instanceOf(Error);
    ends[1]?.();
    expect(await second).to.equal(undefined);
  });
});

describe('a decision on a cached stream', () => {
  const written = { after: SeenStream.absent(0), appended: 1, position: undefined };
  const meta = {
    workspaceId: 'w1',
    mode: 'test',
    actor: { kind: 'system', id: 'test' },
    $correlationId: 'r1',
    $causationId: 'c1',
    occurredAt: '2026-03-01T10:00:00.000Z',
  } as const;
  const adding: Decision = (seen) => ({ added: [{ id: 'e1', type: 'Raised', data: {}, meta }], after: seen });
  /** A cache that has the stream, over a store whose appends end so; and how often the decorated write was asked. */
  const over = (fault?: Error) => {
    let asked = 0;
    const position = { commit: 1n, prepare: 1n };
    const append = () => (fault ? Promise.reject(fault) : Promise.resolve({ revision: 0, position }));
    const streams = new StreamCache({ read: () => Promise.reject(new Error('no read')), append }, () => 1);
    streams.keep('post-1', SeenStream.absent(1));
    const write: Write = () => {
      asked += 1;
      return Promise.resolve(written);
    };
    return { streams, first: cachedFirst(streams, write), asked: () => asked };
  };

  it('counts when its append succeeds', async () => {
    const { first, asked } = over();
    expect((await first('post-1', adding, {})).appended).to.equal(1);
    expect(asked()).to.equal(0);
  });

  it('is left to the newest stream where it refuses, adds nothing, or loses the race', async () => {
    const refusing: Decision = () => {
      throw new Error('refused');
    };
    const nothing: Decision = (seen) => ({ added: [], after: seen });
    for (const [decide, fault] of [[refusing], [nothing], [adding, new RevisionConflict('post-1')]] as const) {
      const { first, asked } = over(fault);
      expect(await first('post-1', decide, {})).to.equal(written);
      expect(asked()).to.equal(1);
    }
  });

  it('fails where the store does not answer its append', async () => {
    const away = new StoreUnavailable('away');
    const { first, asked } = over(away);
    expect(await first('post-1', adding, {}).catch((error: unknown) => error)).to.equal(away);
    expect(asked()).to.equal(0);
  });

  it('is made of an absent stream that is expected to be so, without a read', async () => {
    const { first, asked } = over();
    expect((await first('post-2', adding, { fresh: true })).appended).to.equal(1);
    await first('post-3', adding, {});
    expect(asked()).to.equal(1);
  });

  it('leaves the cache after the last command', async () => {
    const { streams, first } = over();
    await first('post-1', adding, {});
    expect(streams.cached('post-1')).to.not.equal(undefined);
    await first('post-1', adding, { last: true });
    expect(streams.cached('post-1')).to.equal(undefined);
  });
});
