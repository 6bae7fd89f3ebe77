import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { catalogue } from '../../../../domain/events.ts';
import { StoreUnavailable, type EventToAppend } from '../../../../domain/kernel/event-store.ts';
import type { EventMeta } from '../../../../domain/kernel/event.ts';
import { PostCancelled } from '../../../../domain/posts/post-events.ts';
import { EventStoreDb } from '../../../../infra/stores/eventstoredb/store.ts';
import { openTestEventStore, type TestEventStore } from '../../../support/event-store.ts';
import { startFollower, type FollowerNode } from '../../../support/follower-node.ts';

const meta: EventMeta = {
  workspaceId: 'w',
  mode: 'test',
  actor: { kind: 'system', id: 'test' },
  occurredAt: '2026-01-01T00:00:00.000Z',
  $correlationId: 'c',
  $causationId: 'c',
};
const oneEvent = (): EventToAppend[] => [{ ...PostCancelled({}), id: randomUUID(), meta }];
const portOf = ({ connectionString }: TestEventStore): number => Number(/:(\d+)\?/.exec(connectionString)?.[1]);

describe('a store whose connection leads to a follower', () => {
  let leader: TestEventStore;
  let follower: FollowerNode;
  let store: EventStoreDb;
  beforeEach(async () => {
    leader = await openTestEventStore();
    await leader.store.append('post-1', 'none', oneEvent());
    follower = await startFollower(portOf(leader));
    store = new EventStoreDb(`esdb://127.0.0.1:${follower.port}?tls=false`, catalogue);
  });
  afterEach(async () => {
    await store.close();
    follower.stop();
    await leader.close();
  });

  it('reads a stream from the leader, never from the past of the follower', async () => {
    expect((await store.read('post-1')).revision).to.equal(0);
    expect([follower.refused(), follower.answered()]).to.deep.equal([1, 0]);
  });

  it('finds the newest event of the leader', async () => {
    expect(await store.head()).to.deep.equal(await leader.store.head());
    expect(follower.answered()).to.equal(0);
  });

  it('appends to the leader', async () => {
    expect((await store.append('post-1', 0, oneEvent())).revision).to.equal(1);
    expect(follower.answered()).to.equal(0);
  });

  it('lets all of many requests at once find the leader', async () => {
    const reads = Array.from({ length: 50 }, () => store.read('post-1'));
    const appends = Array.from({ length: 50 }, (_, post) => store.append(`new-${post}`, 'none', oneEvent()));
    expect((await Promise.all(reads)).every(({ revision }) => revision === 0)).to.equal(true);
    expect((await Promise.all(appends)).every(({ revision }) => revision === 0)).to.equal(true);
  });

  it('takes the head that a follower has seen only where it may be old', async () => {
    expect(await store.headSeen()).to.equal(undefined);
    expect(follower.answered()).to.equal(1);
  });

  it('follows the log at any node', async () => {
    const stop = new AbortController();
    const next = store.follow('start', { signal: stop.signal })[Symbol.asyncIterator]().next();
    expect(await store.headSeen()).to.equal(undefined);
    stop.abort();
    expect((await next).done).to.equal(true);
    expect(follower.refused()).to.equal(0);
  });

  it('waits for a leader to be known, and answers 503 where none is within the time', async () => {
    follower.follow(undefined);
    const found = store.read('post-1');
    const wrote = store.append('post-2', 'none', oneEvent());
    follower.follow(portOf(leader));
    expect((await found).revision).to.equal(0);
    expect((await wrote).revision).to.equal(0);

    const alone = await startFollower();
    const lost = new EventStoreDb(`esdb://127.0.0.1:${alone.port}?tls=false`, catalogue, { budgetMilliseconds: 300 });
    const failures = [lost.read('post-1'), lost.head(), lost.append('post-1', 0, oneEvent())].map((work) =>
      work.then(
        () => undefined,
        (error: unknown) => error,
      ),
    );
    for (const failure of failures) expect(await failure).to.be.instanceOf(StoreUnavailable);
    await lost.close();
    alone.stop();
  });

  it('asks the cluster which node to use, and goes to the leader though another is preferred', async () => {
    const hosts = `127.0.0.1:${follower.port},127.0.0.1:${follower.port}`;
    for (const preference of ['leader', 'follower']) {
      const options = `tls=false&nodePreference=${preference}`;
      const found = new EventStoreDb(`esdb://${hosts}?${options}`, catalogue);
      expect((await found.read('post-1')).revision).to.equal(0);
      expect((await found.headSeen())?.commit).to.equal((await leader.store.head())?.commit);
      await found.close();
    }
    expect(follower.refused()).to.equal(1);
  });
});
