import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { catalogue } from '../../../../domain/events.ts';
import type { Position } from '../../../../domain/kernel/event.ts';
import { positionIn } from '../../../../domain/kernel/position.ts';
import { Refused } from '../../../../domain/kernel/refused.ts';
import { PostArchived, PostScheduled } from '../../../../domain/posts/post-events.ts';
import { UserRenamed } from '../../../../domain/users/user.ts';
import { SharedTail } from '../../../../infra/log/tail/shared-tail.ts';
import type { StreamFilter } from '../../../../read-api/events/event-stream.ts';
import { freshId } from '../../../support/edge.ts';
import { useEventStore } from '../../../support/event-store.ts';
import { until } from '../../../support/until.ts';

type Reported = Readonly<{ id: string; type: string; data: Record<string, unknown>; actor: Record<string, unknown> }>;

/** One server-sent event as a browser takes it in. */
const parsed = (text: string): readonly { id: string; reported: Reported | undefined }[] =>
  text
    .split('\n\n')
    .filter((block) => block !== '')
    .map((block) => {
      const lines = block.split('\n');
      const of = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
      const data = of('data');
      return { id: of('id') ?? '', reported: data === undefined ? undefined : (JSON.parse(data) as Reported) };
    });

describe('the shared tail', () => {
  const log = useEventStore();
  const open: SharedTail[] = [];
  const faults: unknown[] = [];
  const tailWith = (options: Partial<ConstructorParameters<typeof SharedTail>[0]> = {}): SharedTail => {
    const tail = new SharedTail({
      log: log().store,
      catalogue,
      onFault: (error) => faults.push(error),
      heartbeatMs: 40,
      ...options,
    });
    open.push(tail);
    return tail;
  };
  afterEach(async () => {
    await Promise.all(open.splice(0).map((tail) => tail.close()));
    expect(faults.splice(0)).to.deep.equal([]);
  });

  const meta = (workspaceId: string) => ({
    workspaceId,
    mode: 'test' as const,
    actor: { kind: 'user' as const, id: 'someone', address: '203.0.113.7' },
    $correlationId: 'c',
    $causationId: randomUUID(),
    occurredAt: '2026-01-01T00:00:00.000Z',
  });
  /** Posts of a workspace that were scheduled, one event each; answers their ids. */
  const schedule = async (workspaceId: string, count = 1): Promise<string[]> => {
    const ids = Array.from({ length: count }, freshId);
    await Promise.all(
      ids.map((id) =>
        log().store.append(`post-${id}`, 'none', [
          { ...PostScheduled({ scheduledFor: '2027-01-01T00:00:00.000Z' }), id: randomUUID(), meta: meta(workspaceId) },
        ]),
      ),
    );
    return ids;
  };

  const all = (workspaceId: string, more: Partial<StreamFilter> = {}): StreamFilter => ({
    workspaceId,
    types: undefined,
    categories: undefined,
    aggregateIds: undefined,
    ...more,
  });

  /** Somebody who takes everything in as it comes. */
  const listener = (tail: SharedTail, filter: StreamFilter, after: Position | 'start' | 'now' = 'now') => {
    const stop = new AbortController();
    const heard: { id: string; reported: Reported | undefined }[] = [];
    const done = (async () => {
      for await (const piece of tail.listen(filter, after, stop.signal)) heard.push(...parsed(piece.toString()));
    })();
    const reported = (): Reported[] => heard.flatMap((one) => one.reported ?? []);
    return {
      heard,
      reported,
      posts: () => reported().map((one) => (one as unknown as { stream: string }).stream.slice('post-'.length)),
      ready: () => until('it listens', () => heard.length > 0),
      /** Where it would go on from. */
      at: (): Position => positionIn(heard.at(-1)?.id ?? '') as Position,
      stop: async () => {
        stop.abort();
        await done;
      },
    };
  };

  it('sends events to the listeners of their own workspace only', async () => {
    const tail = tailWith();
    const [mine, theirs] = [freshId(), freshId()];
    const ears = [listener(tail, all(mine)), listener(tail, all(mine)), listener(tail, all(theirs))];
    await Promise.all(ears.map((ear) => ear.ready()));
    const [own, other] = [await schedule(mine, 3), await schedule(theirs, 2)];
    await until('all have heard', () => ears.every((ear, n) => ear.reported().length === (n < 2 ? 3 : 2)));
    for (const ear of ears.slice(0, 2)) expect(ear.posts()).to.have.members(own);
    expect(ears[2]?.posts()).to.have.members(other);
  });

  it('filters by type, category and aggregate', async () => {
    const tail = tailWith();
    const workspaceId = freshId();
    const [one = '', two = ''] = await schedule(workspaceId, 2);
    await log().store.append(`post-${one}`, 0, [{ ...PostArchived({}), id: randomUUID(), meta: meta(workspaceId) }]);
    const heardBy = async (more: Partial<StreamFilter>): Promise<string[]> => {
      const ear = listener(tail, all(workspaceId, more), 'start');
      const head = await log().store.head();
      await until('it is at the end', () => ear.at()?.commit >= (head?.commit ?? 0n));
      await ear.stop();
      return ear.reported().map(({ type }) => type);
    };
    expect(await heardBy({})).to.have.length(3);
    expect(await heardBy({ types: new Set(['PostArchived']) })).to.deep.equal(['PostArchived']);
    expect(await heardBy({ aggregateIds: new Set([two]) })).to.deep.equal(['PostScheduled']);
    expect(await heardBy({ categories: new Set(['account']) })).to.deep.equal([]);
    expect(await heardBy({ categories: new Set(['post']), aggregateIds: new Set([one]) })).to.have.length(2);
  });

  it('is resumed by position: nothing twice, nothing left out', async () => {
    const tail = tailWith();
    const workspaceId = freshId();
    const first = listener(tail, all(workspaceId));
    await first.ready();
    const early = await schedule(workspaceId, 5);
    await until('five are heard', () => first.reported().length === 5);
    const at = first.at();
    await first.stop();
    const missed = await schedule(workspaceId, 5);
    const again = listener(tail, all(workspaceId), at);
    await until('the missed five are heard', () => again.reported().length === 5);
    const later = await schedule(workspaceId, 2);
    await until('and what follows', () => again.reported().length === 7);
    expect(again.posts()).to.have.members([...missed, ...later]);
    expect(first.posts()).to.have.members(early);
  });

  it('keeps nothing for who does not listen: a slow one reads on from the log, in order', async () => {
    const tail = tailWith({ maxEvents: 10 });
    const workspaceId = freshId();
    const quick = listener(tail, all(workspaceId));
    await quick.ready();
    const stop = new AbortController();
    const slow = tail.listen(all(workspaceId), 'now', stop.signal)[Symbol.asyncIterator]();
    await slow.next();
    const posts = await schedule(workspaceId, 300);
    await until('the quick one has heard all', () => quick.reported().length === 300);
    const heard: Reported[] = [];
    while (heard.length < 300) {
      const { value, done } = await slow.next();
      if (done) break;
      heard.push(...parsed(Buffer.from(value).toString()).flatMap(({ reported }) => reported ?? []));
    }
    stop.abort();
    expect(heard.map(({ id }) => id)).to.deep.equal(quick.reported().map(({ id }) => id));
    expect(quick.posts()).to.have.members(posts);
  });

  it('tells nothing about people', async () => {
    const tail = tailWith();
    const [workspaceId, userId] = [freshId(), freshId()];
    const ear = listener(tail, all(workspaceId));
    await ear.ready();
    await log().store.append(`user-${userId}`, 'none', [
      { ...UserRenamed({ userId, name: 'Olivia Example' }), id: randomUUID(), meta: meta(workspaceId) },
    ]);
    await until('it is heard', () => ear.reported().length === 1);
    expect(ear.reported()[0]?.data).to.deep.equal({ userId });
    expect(ear.reported()[0]?.actor).to.deep.equal({ kind: 'user', id: 'someone' });
  });

  it('moves the place of who hears nothing', async () => {
    const tail = tailWith();
    const ear = listener(tail, all(freshId()));
    await ear.ready();
    await schedule(freshId(), 3);
    const head = await log().store.head();
    await until('its place is the end of the log', () => ear.at().commit === head?.commit);
    expect(ear.reported()).to.deep.equal([]);
  });

  it('lets so many listen and no more, and forgets who left', async () => {
    const tail = tailWith({ maxListeners: 3, maxListenersOfWorkspace: 2 });
    const [mine, theirs] = [freshId(), freshId()];
    const ears = [listener(tail, all(mine)), listener(tail, all(mine))];
    const listen = (workspaceId: string) => tail.listen(all(workspaceId), 'now', new AbortController().signal);
    expect(() => listen(mine)).to.throw(Refused, 'Too many');
    ears.push(listener(tail, all(theirs)));
    expect(() => listen(freshId())).to.throw(Refused, 'Too many');
    await Promise.all(ears.map((ear) => ear.stop()));
    expect(tail.listeners).to.equal(0);
    const again = listener(tail, all(mine));
    await again.ready();
    const [post] = await schedule(mine);
    await until('the log is followed again', () => again.reported().length === 1);
    expect(again.posts()).to.deep.equal([post]);
  });

  it('leaves a place for another workspace, however many listen of the others', async () => {
    const tail = tailWith({ maxListeners: 100, maxListenersOfWorkspace: 25 });
    const done = new AbortController();
    const greedy = Array.from({ length: 5 }, freshId);
    for (const workspaceId of greedy)
      for (let asked = 0; asked < 30; asked++)
        try {
          tail.listen(all(workspaceId), 'now', done.signal);
        } catch (error) {
          expect(error).to.be.instanceOf(Refused);
        }
    expect(tail.listeners).to.be.greaterThan(80);
    const ear = listener(tail, all(freshId()));
    await ear.ready();
    done.abort();
    await ear.stop();
  });

  it('lets everybody go after a while, so that credentials are looked at again', async () => {
    const tail = tailWith({ maxConnectionMs: 50 });
    const pieces: Uint8Array[] = [];
    for await (const piece of tail.listen(all(freshId()), 'now', new AbortController().signal)) pieces.push(piece);
    expect(pieces).to.not.be.empty;
  });
});
