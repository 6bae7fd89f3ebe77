import { setImmediate } from 'node:timers/promises';
import { expect } from 'chai';
import fc from 'fast-check';
import { z } from 'zod';
import type { CommandContext } from '../../../commands/kernel/command.ts';
import { CommandHandler } from '../../../commands/kernel/handle.ts';
import type { Decider } from '../../../domain/kernel/decider.ts';
import { StoreUnavailable } from '../../../domain/kernel/event-store.ts';
import { defineEvent, type EventOf } from '../../../domain/kernel/event.ts';
import { MemoryEventStore } from '../../support/memory-event-store.ts';

const Grown = defineEvent('Grown', z.object({}), { description: 'Grown.' });
const tree: Decider<number, object, EventOf<typeof Grown>> = {
  category: 'tree',
  initial: 0,
  decide: () => [Grown({})],
  evolve: (state) => state + 1,
};

let commands = 0;
const command = (): CommandContext => ({
  commandId: `command ${++commands}`,
  meta: {
    workspaceId: 'w1',
    mode: 'test',
    actor: { kind: 'system', id: 'test' },
    $correlationId: 'request',
    occurredAt: '2026-03-01T10:00:00.000Z',
  },
});

const ids = ['1', '2', '3', '4', '5', '6'];

/** Two nodes on one log. `here` may read the end of the log; its clock moves with every look at it. */
const nodes = (wait: () => Promise<unknown> = async () => undefined) => {
  const store = new MemoryEventStore();
  const asked = { streams: 0, newest: 0, from: 0 };
  const time = { now: 0 };
  const slowly = async <T>(work: () => Promise<T>): Promise<T> => {
    await wait();
    const answer = await work();
    await wait();
    return answer;
  };
  const slow = {
    read: (...given: Parameters<typeof store.read>) => (asked.streams++, slowly(() => store.read(...given))),
    append: (...given: Parameters<typeof store.append>) => slowly(() => store.append(...given)),
  };
  const log = {
    newest: () => (asked.newest++, slowly(() => store.entries.newest())),
    from: (...given: Parameters<typeof store.entries.from>) => (
      asked.from++,
      slowly(() => store.entries.from(...given))
    ),
  };
  const here = new CommandHandler(slow, { log, clock: () => (time.now += 0.001) });
  const there = new CommandHandler(slow);
  const load = async (id: string): Promise<number> => (await here.load(tree, id, 'w1'))?.state ?? 0;
  const loadAll = (): Promise<number[]> => Promise.all(ids.map(load));
  const growThere = (id: string) => there.handle(tree, id, {}, command());
  return { store, log, asked, time, here, load, loadAll, growThere };
};

/** All streams were read at a time, and again after the following of the log began. */
const following = async () => {
  const made = nodes();
  for (const id of ids) await made.growThere(id);
  await made.loadAll();
  await setImmediate();
  await made.loadAll();
  Object.assign(made.asked, { streams: 0, newest: 0, from: 0 });
  return made;
};

describe('the end of the log', () => {
  it('is read once for many streams in place of each of them', async () => {
    const { asked, loadAll } = await following();
    expect(await loadAll()).to.deep.equal([1, 1, 1, 1, 1, 1]);
    expect(asked.streams).to.equal(0);
    expect(asked.from).to.be.at.most(2);
  });

  it('is not read for single streams', async () => {
    const { asked, growThere, load } = nodes();
    await growThere('1');
    for (let turn = 0; turn < 5; turn++) await load('1');
    expect(asked).to.include({ newest: 0, from: 0 });
  });

  it('names the streams that have to be read again', async () => {
    const { asked, growThere, loadAll } = await following();
    await growThere('2');
    asked.streams = 0;
    expect(await loadAll()).to.deep.equal([1, 2, 1, 1, 1, 1]);
    expect(asked.streams).to.equal(1);
    expect(await loadAll()).to.deep.equal([1, 2, 1, 1, 1, 1]);
    expect(asked.streams).to.equal(1);
  });

  it('proves what this process appended', async () => {
    const { asked, here, loadAll } = await following();
    await here.handle(tree, '3', {}, command());
    expect(await loadAll()).to.deep.equal([1, 1, 2, 1, 1, 1]);
    expect(asked.streams).to.equal(0);
  });

  it('proves nothing where the last read of it was long ago', async () => {
    const { asked, time, loadAll } = await following();
    time.now += 2_001;
    await loadAll();
    expect(asked).to.include({ streams: 6, from: 0 });
  });

  it('proves nothing where another log is at its place, or where it has moved far', async () => {
    for (const answer of ['another', 'far'] as const) {
      const { asked, log, loadAll } = await following();
      const { from } = log;
      log.from = async (position, limit) => {
        const [first] = await from(position, limit);
        if (!first) throw new Error('an empty log');
        return answer === 'another' ? [{ ...first, id: 'another' }] : Array.from({ length: limit }, () => first);
      };
      expect(await loadAll()).to.deep.equal([1, 1, 1, 1, 1, 1]);
      expect(asked.streams, answer).to.equal(6);
    }
  });

  it('is not waited for twice where the store is away, and is done without where it refuses', async () => {
    const { asked, log, loadAll } = await following();
    const { from } = log;
    log.from = () => Promise.reject(new StoreUnavailable('no answer in time'));
    expect(await loadAll().catch(String)).to.contain('no answer');
    expect(asked.streams).to.equal(0);
    await setImmediate();
    await loadAll();
    await setImmediate();
    await loadAll();
    log.from = (...given) => from(...given).then(() => Promise.reject(new Error('not allowed')));
    asked.streams = 0;
    expect(await loadAll()).to.deep.equal([1, 1, 1, 1, 1, 1]);
    expect(asked.streams).to.equal(6);
  });

  it('never lets a load miss what was appended before it, on any node', async () => {
    const proofs: number[] = [];
    const step = fc.record({
      id: fc.constantFrom(...ids),
      does: fc.constantFrom('load', 'load', 'load', 'load', 'there', 'here'),
      pauses: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 40, maxLength: 160 }),
        fc.infiniteStream(fc.nat(3)),
        async (steps, turns) => {
          const wait = async (): Promise<void> => {
            for (let left = turns.next().value ?? 0; left > 0; left--) await setImmediate();
          };
          const { asked, here, load, growThere } = nodes(wait);
          const acknowledged = new Map<string, number>();
          const note = async (id: string, growing: ReturnType<typeof growThere>): Promise<void> => {
            const { state } = await growing;
            acknowledged.set(id, Math.max(acknowledged.get(id) ?? 0, state));
          };
          const running: Promise<void>[] = [];
          for (const { id, does, pauses } of steps) {
            if (pauses) await wait();
            if (does === 'there') running.push(note(id, growThere(id)).catch(() => undefined));
            else if (does === 'here')
              running.push(note(id, here.handle(tree, id, {}, command())).catch(() => undefined));
            else {
              const least = acknowledged.get(id) ?? 0;
              running.push(load(id).then((found) => void expect(found).to.be.at.least(least)));
            }
          }
          await Promise.all(running);
          proofs.push(asked.from);
        },
      ),
      { numRuns: 60 },
    );
    expect(Math.max(...proofs)).to.be.greaterThan(3);
  });
});
