import { expect } from 'chai';
import { CommandHandler } from '../../../commands/kernel/handle.ts';
import { budgetAfter, StoreBudget } from '../../../commands/kernel/store-budget.ts';
import { StoreUnavailable } from '../../../domain/kernel/event-store.ts';
import { isId, timeOfId } from '../../../domain/kernel/ids.ts';
import { anonymousCaller } from '../../../read-api/contract/caller.ts';
import { newCommand, RequestWrites } from '../../../commands/kernel/request-writes.ts';
import { freshId } from '../../support/edge.ts';
import { MemoryEventStore } from '../../support/memory-event-store.ts';
import { note } from '../../support/note.ts';

/** The last position that was reported for each workspace and person. */
class Records extends Map<string, bigint> {
  record(scope: string, commit: bigint): void {
    this.set(scope, commit);
  }
}

describe('the context of a write', () => {
  const workspaceId = freshId();
  const caller = { ...anonymousCaller, workspaceId, userId: freshId() };
  const command = { commandId: 'command-1', askedAt: Date.parse('2026-11-20T10:00:00.000Z') };
  const request = { command, caller, now: '2030-01-01T00:00:00.000Z', correlationId: 'request-1' };
  const contextOn = (store: MemoryEventStore, identity = command) =>
    new RequestWrites(new CommandHandler(store), { ...request, command: identity });

  it('makes ids of the time it was first asked, the same for the same command and name', () => {
    const { newId } = contextOn(new MemoryEventStore());
    const again = contextOn(new MemoryEventStore());
    const ids = [newId(), newId(), newId('post'), newId('media')];
    expect(new Set(ids).size).to.equal(4);
    expect(ids.every((id) => isId(id) && timeOfId(id) === command.askedAt)).to.equal(true);
    expect([again.newId(), again.newId(), again.newId('post'), again.newId('media')]).to.deep.equal(ids);
    const other = contextOn(new MemoryEventStore(), { ...command, commandId: 'command-2' });
    expect(other.newId('post')).not.to.equal(newId('post'));
    expect(newCommand().commandId).not.to.equal(newCommand().commandId);
  });

  it('knows the furthest position it has written, also when it finds its work done', async () => {
    const store = new MemoryEventStore();
    const context = contextOn(store);
    expect(context.position).to.equal(undefined);
    await context.handle(note, 'a', { type: 'write', text: 'one' });
    await context.handle(note, 'b', { type: 'write', text: 'two' });
    expect(context.position).to.equal(2n);
    const again = contextOn(store);
    const { appended } = await again.handle(note, 'a', { type: 'write', text: 'one' });
    expect([appended, again.position]).to.deep.equal([0, 1n]);
  });

  it('makes the next reads of the caller wait for what it wrote in another workspace', async () => {
    const context = contextOn(new MemoryEventStore());
    const lastWrites = new Records();
    await context.report(lastWrites);
    expect(lastWrites.get(workspaceId), 'of a request that wrote nothing').to.equal(undefined);
    await context.handle(note, 'a', { type: 'write', text: 'one' }, { workspaceId: 'another' });
    await context.report(lastWrites);
    expect([lastWrites.get('another'), lastWrites.get(workspaceId)]).to.deep.equal([1n, 1n]);
  });

  it('makes the next reads of a person without a workspace wait', async () => {
    const person = { ...caller, workspaceId: '' };
    const handler = new CommandHandler(new MemoryEventStore());
    const context = new RequestWrites(handler, { ...request, caller: person });
    const lastWrites = new Records();
    await context.handle(note, 'a', { type: 'write', text: 'one' }, { workspaceId: 'first' });
    await context.report(lastWrites);
    expect([lastWrites.get('first'), lastWrites.get(`person ${person.userId}`)]).to.deep.equal([1n, 1n]);
  });

  it('takes steps of one request for commands of their own', async () => {
    const store = new MemoryEventStore();
    const { handle } = contextOn(store);
    await handle(note, 'a', { type: 'write', text: 'one' });
    const { appended } = await handle(note, 'a', { type: 'strike' });
    expect(appended, 'the same command on the same stream is done already').to.equal(0);
    expect((await handle(note, 'a', { type: 'strike' }, { step: 'strike' })).appended).to.equal(1);
    expect(new Set(store.log.map(({ meta }) => meta.$causationId)).size).to.equal(2);
  });

  describe('while the event store does not answer', () => {
    const failureOf = (work: Promise<unknown>): Promise<unknown> =>
      work.then(
        () => undefined,
        (error: unknown) => error,
      );
    const silentStore = () => {
      const store = new MemoryEventStore();
      const waiting: (() => void)[] = [];
      store.beforeAppend = () => new Promise<void>((resolve) => void waiting.push(resolve));
      return { store, waiting };
    };
    const waitingAtMost = (handler: CommandHandler, milliseconds: number, commandId: string) =>
      new RequestWrites(handler, {
        ...request,
        command: { ...command, commandId },
        budget: new StoreBudget(milliseconds),
      });

    it('refuses the request when its time is over, and everything it still asks for', async () => {
      const { store } = silentStore();
      const context = waitingAtMost(new CommandHandler(store), 20, 'command-1');
      const both = ['a', 'b'].map((id) => failureOf(context.handle(note, id, { type: 'write', text: 'x' })));
      for (const failure of both) expect(await failure).to.be.instanceOf(StoreUnavailable);
      expect(await failureOf(context.load(note, 'c'))).to.be.instanceOf(StoreUnavailable);
    });

    it('counts the time of the store only, all of it together', async () => {
      let now = 0;
      const due: number[] = [];
      const after = (milliseconds: number): (() => void) => {
        due.push(milliseconds);
        return () => undefined;
      };
      const budget = new StoreBudget(100, { now: () => now, after });
      const lasting = (milliseconds: number) => () => {
        now += milliseconds;
        return Promise.resolve();
      };
      await budget.within(lasting(30));
      now += 500;
      await Promise.all([budget.within(lasting(10)), budget.within(lasting(10))]);
      await budget.within(lasting(1));
      expect(due).to.deep.equal([100, 70, 50]);
    });

    it('has less time for the store when it waited for its key before, and a little in any case', () => {
      const due = [0, 1_500, 60_000].map((waitedMs) => {
        let given = 0;
        const after = (milliseconds: number): (() => void) => {
          given = milliseconds;
          return () => undefined;
        };
        void budgetAfter(waitedMs, { now: () => 0, after }).within(() => Promise.resolve());
        return given;
      });
      expect(due).to.deep.equal([4_000, 2_500, 500]);
    });

    it('does not begin what waits behind an append when its request is over', async () => {
      const { store, waiting } = silentStore();
      const handler = new CommandHandler(store);
      const first = handler.handle(
        note,
        'a',
        { type: 'write', text: 'one' },
        { commandId: 'first', meta: contextOn(store).meta },
      );
      const late = failureOf(waitingAtMost(handler, 20, 'late').handle(note, 'a', { type: 'write', text: 'two' }));
      expect(await late).to.be.instanceOf(StoreUnavailable);
      store.beforeAppend = () => undefined;
      for (const resolve of waiting) resolve();
      await first;
      await handler.load(note, 'a', workspaceId);
      expect(store.log.map(({ meta }) => meta.$causationId)).to.deep.equal(['first']);
    });
  });

  it('finds only what belongs to its workspace, unless it is shared', async () => {
    const store = new MemoryEventStore();
    const { handle, load } = contextOn(store);
    await handle(note, 'a', { type: 'write', text: 'theirs' }, { workspaceId: freshId() });
    expect(await load(note, 'a')).to.equal(undefined);
    expect((await load(note, 'a', { shared: true }))?.state).to.include({ text: 'theirs' });
    expect(await load(note, 'nothing')).to.equal(undefined);
  });
});
