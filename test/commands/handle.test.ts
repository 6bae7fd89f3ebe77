import { expect } from 'chai';
import { z } from 'zod';
import { CommandHandler, type CommandContext } from '../../commands/kernel/handle.ts';
import { RevisionConflict } from '../../commands/kernel/event-store.ts';
import type { Decider } from '../../domain/kernel/decider.ts';
import { defineEvent, type EventOf } from '../../domain/kernel/event.ts';
import { Refused } from '../../domain/kernel/refused.ts';
import { MemoryEventStore } from '../kernel/memory-event-store.ts';

const Raised = defineEvent('Raised', z.object({ to: z.number() }), { says: 'Raised.' });
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
    await there.handle(counter, '1', { to: 3 }, as('a'), { fresh: true });
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

  it('knows no stream of another workspace, unless the aggregate is shared', async () => {
    const { here } = both();
    await here.handle(counter, '1', { to: 1 }, as('a', 'w1'));
    expect(await refusal(here.handle(counter, '1', { to: 2 }, as('b', 'w2')))).to.equal('NOT_FOUND');
    expect(await here.load(counter, '1', 'w2')).to.equal(undefined);
    expect((await here.handle(counter, '1', { to: 2 }, as('c', 'w2'), { shared: true })).state).to.equal(2);
  });

  it('asks the guard about the history, but not when the command is done', async () => {
    const { here } = both();
    const guard = () => {
      throw new Refused('CONFLICT', 'version');
    };
    await here.handle(counter, '1', { to: 1 }, as('a'));
    expect(await refusal(here.handle(counter, '1', { to: 2 }, as('b'), { guard }))).to.equal('CONFLICT');
    expect(await refusal(here.handle(counter, '1', { to: 1 }, as('a'), { guard }))).to.equal('accepted');
  });

  it('writes nothing when it refuses', async () => {
    const { store, here } = both();
    expect(await refusal(here.handle(counter, '1', { to: -1 }, as('a'), { fresh: true }))).to.equal('VALIDATION_ERROR');
    expect(store.log).to.deep.equal([]);
  });

  it('queues commands of one stream: a hundred at once all count', async () => {
    const { store, here } = both();
    await Promise.all(Array.from({ length: 100 }, (_, n) => here.handle(counter, '1', { to: n + 1 }, as(`c${n}`))));
    expect(store.log).to.have.length(100);
  });
});
