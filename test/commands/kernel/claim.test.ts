import { expect } from 'chai';
import { claim } from '../../../commands/kernel/claim.ts';
import { CommandHandler } from '../../../commands/kernel/handle.ts';
import type { WriteContext } from '../../../commands/kernel/endpoint.ts';
import { Refused } from '../../../domain/kernel/refused.ts';
import { queueSlot } from '../../../domain/queues/queue-slot.ts';
import { MemoryEventStore } from '../../support/memory-event-store.ts';

const at = '2026-03-02T09:00:00.000Z';
const now = '2026-03-01T10:00:00.000Z';

describe('a claim', () => {
  const store = () => {
    const memory = new MemoryEventStore();
    const commands = new CommandHandler(memory);
    const context: Pick<WriteContext, 'handle' | 'now'> = {
      now,
      handle: (decider, id, command, { step, workspaceId = 'w1', ...options } = {}) =>
        commands.handle(decider, id, command, {
          commandId: step ?? 'none',
          meta: {
            workspaceId,
            mode: 'test',
            actor: { kind: 'system', id: 'test' },
            $correlationId: 'r1',
            occurredAt: now,
          },
          ...options,
        }),
    };
    const asked: string[] = [];
    const take = (holder: string, valid: readonly string[] = [], suspects?: readonly string[]) =>
      claim(
        queueSlot,
        {
          id: 'slot',
          holder,
          terms: { at },
          step: `take/${holder}`,
          isValid: async (other) => {
            asked.push(other);
            return valid.includes(other);
          },
          ...(suspects ? { suspects: async () => suspects } : {}),
          options: { fresh: true },
        },
        context,
      ).then(
        () => 'taken',
        (error: unknown) => (error instanceof Refused ? error.code : String(error)),
      );
    const holders = () => memory.log.map(({ data }) => (data as { postId: string }).postId);
    return { take, asked, holders };
  };

  it('takes what is free, and asks about no holder', async () => {
    const { take, asked, holders } = store();
    expect(await take('a')).to.equal('taken');
    expect(await take('a')).to.equal('taken');
    expect([holders(), asked]).to.deep.equal([['a'], []]);
  });

  it('is refused where the holder in its way is valid', async () => {
    const { take, asked, holders } = store();
    await take('a');
    expect(await take('b', ['a'])).to.equal('CONFLICT');
    expect([holders(), asked]).to.deep.equal([['a'], ['a']]);
  });

  it('takes the place of a holder that is valid no more', async () => {
    const { take, holders } = store();
    await take('a');
    expect(await take('b')).to.equal('taken');
    expect(holders()).to.deep.equal(['a', 'b']);
  });

  it('asks only about the suspects, and is refused without any', async () => {
    const { take, asked } = store();
    await take('a');
    expect(await take('b', [], [])).to.equal('CONFLICT');
    expect(asked).to.deep.equal([]);
  });

  it('lets one of two take the place of a third, and refuses the other by the winner', async () => {
    const { take, holders } = store();
    await take('a');
    const outcomes = await Promise.all([take('b'), take('c')]);
    expect(outcomes.sort()).to.deep.equal(['CONFLICT', 'taken']);
    expect(holders()).to.have.length(2);
  });
});
