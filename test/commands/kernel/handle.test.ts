import { expect } from 'chai';
import { z } from 'zod';
import type { CommandContext } from '../../../commands/kernel/command.ts';
import { CommandHandler } from '../../../commands/kernel/handle.ts';
import type { Consistency } from '../../../commands/kernel/stream-cache.ts';
import { RevisionConflict } from '../../../domain/kernel/event-store.ts';
import type { Decider } from '../../../domain/kernel/decider.ts';
import { defineEvent, type EventOf } from '../../../domain/kernel/event.ts';
import { Refused } from '../../../domain/kernel/refused.ts';
import { MemoryEventStore } from '../../support/memory-event-store.ts';

const Raised = defineEvent('Raised', z.object({ to: z.number() }), { description: 'Raised.' });
type Event = EventOf<typeof Raised>;
const counter: Decider<number, { to: number }, Event> = {
  category: 'counter',
  initial: 0,
  decide: ({ to }, state) => {
    if (to < 0) throw new Refused('VALIDATION_ERROR', 'negative');
    if (to < state) throw new Refused('CONFLICT', 'lower');
    return to === state ? [] : [Raised({ to })];
  },
  evolve: (_, { data }) => data.to,
};

const as = (commandId: string, workspaceId = 'w1'): CommandContext => ({
  commandId,
  meta: {
    workspaceId,
    mode: 'test',
    actor: { kind: 'system', id: 'test' },
    $correlationId: commandId,
    occurredAt: '2026-03-01T10:00:00.000Z',
  },
});

const refusal = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'accepted',
    (error: unknown) => (error instanceof Refused ? error.code : String(error)),
  );

describe('the command handler', () => {
  const both = () => {
    const store = new MemoryEventStore();
    return { store, here: new CommandHandler(store), there: new CommandHandler(store) };
  };

  it('appends what is decided, with ids that come from the command', async () => {
    const { store, here } = both();
    const handled = await here.handle(counter, '1', { to: 3 }, as('a'));
    expect(handled).to.include({ state: 3, revision: 0, appended: 1 });
    expect(store.log[0]).to.deep.include({ stream: 'counter-1', type: 'Raised', data: { to: 3 } });
    expect(store.log[0]?.meta.$causationId).to.equal('a');
  });

  it('carries out a command once, however often and wherever it is sent', async () => {
    const { store, here, there } = both();
    await here.handle(counter, '1', { to: 3 }, as('a'));
    expect((await here.handle(counter, '1', { to: 3 }, as('a'))).appended).to.equal(0);
    expect((await there.handle(counter, '1', { to: 9 }, as('a'))).appended).to.equal(0);
    await there.handle(counter, '1', { to: 3 }, { ...as('a'), fresh: true });
    expect(store.log).to.have.length(1);
  });

  it('reads and decides again when it lost the race, three times in all', async () => {
    const { store, here, there } = both();
    await here.handle(counter, '1', { to: 1 }, as('a'));
    await there.handle(counter, '1', { to: 2 }, as('b'));
    expect((await here.handle(counter, '1', { to: 3 }, as('c'))).revision).to.equal(2);
    let n = 10;
    let losing = true;
    store.beforeAppend = async () => {
      if (!losing) return;
      losing = false;
      await there.handle(counter, '1', { to: ++n }, as(`race${n}`));
      losing = true;
    };
    const lost = await here.handle(counter, '1', { to: 100 }, as('d')).catch((error: unknown) => error);
    expect(lost).to.be.instanceOf(RevisionConflict);
  });

  it('never answers from what it saw last: neither a refusal nor "nothing to do"', async () => {
    const { here, there } = both();
    await here.handle(counter, '1', { to: 5 }, as('a'));
    await there.handle(counter, '1', { to: 8 }, as('b'));
    expect((await here.handle(counter, '1', { to: 8 }, as('c'))).state).to.equal(8);
    expect(await refusal(here.handle(counter, '1', { to: 5 }, as('d')))).to.equal('CONFLICT');
  });

  it('takes a command that another process decided otherwise for done, and continues from what that one stored', async () => {
    const { store, here, there } = both();
    await here.handle(counter, '1', { to: 5 }, as('a'));
    await there.handle(counter, '1', { to: 8 }, as('b'));
    const again = await here.handle(counter, '1', { to: 9 }, as('b'));
    expect(again).to.include({ state: 8, appended: 0 });
    expect((await here.handle(counter, '1', { to: 9 }, as('c'))).events.map(({ data }) => data.to)).to.deep.equal([
      5, 8, 9,
    ]);
    expect(store.log).to.have.length(3);
  });

  it('knows no stream of another workspace, unless the aggregate is shared', async () => {
    const { here } = both();
    await here.handle(counter, '1', { to: 1 }, as('a', 'w1'));
    expect(await refusal(here.handle(counter, '1', { to: 2 }, as('b', 'w2')))).to.equal('NOT_FOUND');
    expect(await here.load(counter, '1', 'w2')).to.equal(undefined);
    expect((await here.handle(counter, '1', { to: 2 }, { ...as('c', 'w2'), shared: true })).state).to.equal(2);
  });

  it('asks the guard about the history, but not when the command is done', async () => {
    const { here } = both();
    const guard = () => {
      throw new Refused('CONFLICT', 'version');
    };
    await here.handle(counter, '1', { to: 1 }, as('a'));
    expect(await refusal(here.handle(counter, '1', { to: 2 }, { ...as('b'), guard }))).to.equal('CONFLICT');
    expect(await refusal(here.handle(counter, '1', { to: 1 }, { ...as('a'), guard }))).to.equal('accepted');
  });

  it('writes nothing when it refuses', async () => {
    const { store, here } = both();
    expect(await refusal(here.handle(counter, '1', { to: -1 }, { ...as('a'), fresh: true }))).to.equal(
      'VALIDATION_ERROR',
    );
    expect(store.log).to.deep.equal([]);
  });

  it('queues commands of one stream: a hundred at once all count', async () => {
    const { store, here } = both();
    await Promise.all(Array.from({ length: 100 }, (_, n) => here.handle(counter, '1', { to: n + 1 }, as(`c${n}`))));
    expect(store.log).to.have.length(100);
  });

  it('appends the waiting commands of a stream together, and gives each command its own result', async () => {
    const { store, here } = both();
    let appends = 0;
    store.beforeAppend = () => void appends++;
    const asked = [1, 2, 2, 1, 3].map((to, n) => here.handle(counter, '1', { to }, as(`c${n}`)).catch(String));
    const [first, second, same, lower, third] = await Promise.all(asked);
    expect([first, second, third]).to.containSubset([
      { state: 1, appended: 1 },
      { state: 2, revision: 1 },
      { state: 3 },
    ]);
    expect(same).to.include({ appended: 0, state: 2 });
    expect(lower).to.contain('lower');
    // The first came alone, the others while it was being appended.
    expect(appends).to.equal(2);
    expect(store.log.map(({ data, meta }) => [(data as { to: number }).to, meta.$causationId])).to.deep.equal([
      [1, 'c0'],
      [2, 'c1'],
      [3, 'c4'],
    ]);
  });

  it('decides all that waits again when another was first', async () => {
    const { store, here, there } = both();
    await here.handle(counter, '1', { to: 1 }, as('a'));
    await there.handle(counter, '1', { to: 5 }, as('b'));
    const asked = [2, 6, 7].map((to) => here.handle(counter, '1', { to }, as(`c${to}`)));
    const [late, six, seven] = await Promise.all(asked.map((one) => one.then(({ state }) => state, String)));
    expect([six, seven]).to.deep.equal([6, 7]);
    expect(late).to.contain('lower');
    expect(store.log).to.have.length(4);
  });

  it('fails one command alone where the store will not take its events', async () => {
    const { store, here } = both();
    const { append } = store;
    store.append = async (stream, expected, events) => {
      if (events.some(({ data }) => (data as { to: number }).to === 2)) throw new Error('too large');
      return append.call(store, stream, expected, events);
    };
    const asked = [1, 2, 3].map((to) => here.handle(counter, '1', { to }, as(`c${to}`)));
    const reported = await Promise.all(asked.map((one) => one.then(({ state }) => state, String)));
    expect(reported).to.deep.equal([1, 'Error: too large', 3]);
  });

  it('folds what it saw where that is enough, and reads the log where it is not', async () => {
    const store = new MemoryEventStore();
    let [now, reads] = [0, 0];
    const { read } = store;
    store.read = (...asked) => {
      reads++;
      return read.apply(store, asked);
    };
    const here = new CommandHandler(store, { clock: () => now });
    const there = new CommandHandler(store);
    await here.handle(counter, '1', { to: 1 }, { ...as('a'), fresh: true });
    await there.handle(counter, '1', { to: 2 }, as('b'));
    reads = 0;
    const seen = async (consistency?: Consistency) => [
      (await here.load(counter, '1', 'w1', consistency))?.state,
      reads,
    ];
    expect(await seen({ toPrepareFromRevision: 0 })).to.deep.equal([1, 0]);
    now = 1_000;
    expect(await seen({ maxAgeMs: 1_000 })).to.deep.equal([1, 0]);
    expect(await seen({ toPrepareFromRevision: 1 })).to.deep.equal([2, 1]);
    now = 2_001;
    const both = await Promise.all([seen({ maxAgeMs: 1_000 }), seen({ maxAgeMs: 1_000 })]);
    expect(both).to.deep.equal([
      [2, 2],
      [2, 2],
    ]);
    expect(await seen()).to.deep.equal([2, 3]);
  });

  describe('keeping streams that it saw', () => {
    const counting = () => {
      const store = new MemoryEventStore();
      const { read } = store;
      const froms: (number | undefined)[] = [];
      let reading: Promise<unknown> | undefined;
      store.read = async (stream, range) => {
        froms.push(range?.from);
        const answer = await read.call(store, stream, range);
        await reading;
        return answer;
      };
      const time = { now: 0 };
      const here = new CommandHandler(store, { clock: () => time.now });
      const load = async () => (await here.load(counter, '1', 'w1'))?.events.map(({ data }) => data.to);
      return {
        store,
        froms,
        time,
        here,
        load,
        there: new CommandHandler(store),
        holdReads: (until: Promise<unknown>) => void (reading = until),
      };
    };

    it('reads only what lies behind the last event it read', async () => {
      const { froms, here, there, load } = counting();
      await there.handle(counter, '1', { to: 1 }, as('a'));
      await there.handle(counter, '1', { to: 2 }, as('b'));
      froms.length = 0;
      expect(await load()).to.deep.equal([1, 2]);
      // What this process appended was never read: it is read too.
      await here.handle(counter, '1', { to: 3 }, as('c'));
      await there.handle(counter, '1', { to: 4 }, as('d'));
      froms.length = 0;
      expect(await load()).to.deep.equal([1, 2, 3, 4]);
      expect(await load()).to.deep.equal([1, 2, 3, 4]);
      expect(froms).to.deep.equal([1, 3]);
    });

    it('keeps no stream after its last command', async () => {
      const { froms, here, load } = counting();
      await here.handle(counter, '1', { to: 1 }, { ...as('a'), fresh: true, last: true });
      expect(await load()).to.deep.equal([1]);
      await here.handle(counter, '1', { to: 2 }, { ...as('b'), last: true });
      expect(await load()).to.deep.equal([1, 2]);
      expect(froms).to.deep.equal([undefined, undefined]);
    });

    it('reads once for all that ask while a read is under way, after they asked', async () => {
      const { froms, there, load, holdReads } = counting();
      await there.handle(counter, '1', { to: 1 }, as('a'));
      let go = (): void => undefined;
      froms.length = 0;
      holdReads(new Promise<void>((resolve) => (go = resolve)));
      const first = load();
      const others = [load(), load(), load()];
      await there.handle(counter, '1', { to: 2 }, as('b'));
      go();
      expect(await Promise.all(others)).to.deep.equal([
        [1, 2],
        [1, 2],
        [1, 2],
      ]);
      expect(await first).to.deep.equal([1]);
      expect(froms).to.have.lengthOf(2);
    });

    it('reads all of a stream that does not continue what was cached', async () => {
      const { store, froms, there, load } = counting();
      await there.handle(counter, '1', { to: 1 }, as('a'));
      expect(await load()).to.deep.equal([1]);
      const { read } = store;
      store.read = async (stream, range) =>
        range?.from === undefined ? read.call(store, stream, range) : { events: [], revision: 'none' };
      froms.length = 0;
      expect(await load()).to.deep.equal([1]);
      expect(froms).to.deep.equal([undefined]);
    });

    it('reads all of a stream again after a minute, and after it was made to forget', async () => {
      const { froms, time, here, load } = counting();
      await here.handle(counter, '1', { to: 1 }, as('a'));
      await load();
      froms.length = 0;
      time.now = 59_999;
      await load();
      time.now = 60_000;
      await load();
      time.now = 60_001;
      here.forget();
      time.now = 60_002;
      await load();
      await load();
      expect(froms).to.deep.equal([0, undefined, undefined, 0]);
    });

    it('keeps nothing that it began to read before it was made to forget', async () => {
      const { froms, time, here, load, holdReads } = counting();
      await here.handle(counter, '1', { to: 1 }, as('a'));
      here.forget();
      let go = (): void => undefined;
      time.now = 1;
      holdReads(new Promise<void>((resolve) => (go = resolve)));
      const under = load();
      time.now = 2;
      here.forget();
      go();
      expect(await under).to.deep.equal([1]);
      froms.length = 0;
      time.now = 3;
      await load();
      expect(froms).to.deep.equal([undefined]);
    });
  });

  it('previews a command without an append, and refuses as the command would', async () => {
    const { store, here, there } = both();
    expect((await here.preview(counter, '1', { to: 3 }, { ...as('a'), fresh: true })).state).to.equal(3);
    expect(store.log).to.have.length(0);
    await here.handle(counter, '1', { to: 3 }, as('a'));
    expect(await refusal(here.preview(counter, '1', { to: 2 }, as('b')))).to.equal('CONFLICT');
    expect(await refusal(here.preview(counter, '1', { to: 4 }, as('b', 'w2')))).to.equal('NOT_FOUND');
    expect((await here.preview(counter, '1', { to: 1 }, as('a'))).state).to.equal(3);
    await there.handle(counter, '1', { to: 9 }, as('c'));
    // A preview may be of an older stream: the append of the command decides.
    expect((await here.preview(counter, '1', { to: 5 }, as('d'))).state).to.equal(5);
    expect(await refusal(here.handle(counter, '1', { to: 5 }, as('d')))).to.equal('CONFLICT');
  });

  it('decides a previewed command once, and again where the stream or the command has changed since', async () => {
    const { here, there } = both();
    let decisions = 0;
    const counted: typeof counter = {
      ...counter,
      decide: (command, state) => {
        decisions += 1;
        return counter.decide(command, state);
      },
    };
    const command = { to: 3 };
    const preview = await here.preview(counted, '1', command, { ...as('a'), fresh: true });
    expect((await here.handle(counted, '1', command, { ...as('a'), fresh: true, preview })).state).to.equal(3);
    expect(decisions).to.equal(1);
    const next = { to: 5 };
    const stale = await here.preview(counted, '1', next, as('b'));
    await there.handle(counter, '1', { to: 9 }, as('c'));
    decisions = 0;
    expect(await refusal(here.handle(counted, '1', next, { ...as('b'), preview: stale }))).to.equal('CONFLICT');
    const other = await here.handle(counted, '1', { to: 12 }, { ...as('d'), preview: stale });
    expect(other.state).to.equal(12);
    expect(decisions).to.be.at.least(2);
  });

  it('previews on the log where what was seen would refuse', async () => {
    const { here, there } = both();
    const gate: Decider<number, { to: number }, Event> = {
      ...counter,
      decide: ({ to }, state) => {
        if (state === 0) throw new Refused('CONFLICT', 'closed');
        return [Raised({ to })];
      },
    };
    expect(await refusal(here.preview(gate, '1', { to: 2 }, as('a')))).to.equal('CONFLICT');
    await there.handle(counter, '1', { to: 1 }, as('b'));
    expect((await here.preview(gate, '1', { to: 2 }, as('a'))).state).to.equal(2);
  });
});
