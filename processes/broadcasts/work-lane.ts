import { idFrom } from '../../commands/kernel/deterministic-ids.ts';
import { forEachConcurrently } from '../../commands/kernel/for-each-concurrently.ts';
import { batchIdOf, enqueueBatch } from '../../domain/broadcasts/batch-ids.ts';
import { broadcastBatch } from '../../domain/broadcasts/batch.ts';
import { broadcast } from '../../domain/broadcasts/broadcast.ts';
import type { Lane, LaneWork } from '../../domain/broadcasts/lane.ts';
import type { ActContext } from '../kernel/act-context.ts';
import type { BroadcastPorts } from './ports.ts';
import { sendBatch } from './send-batch.ts';

/** The batches that are read from the audience at a time, which limits the memory they take. */
const batchesAtOnce = 25;
const concurrentAppends = 4;

/** Queues the batches of a lane that have no stream yet. */
const enqueue = async (
  lane: Lane,
  numbers: readonly number[],
  context: ActContext,
  { audiences }: BroadcastPorts,
): Promise<void> => {
  for (let first = 0; first < numbers.length; first += batchesAtOnce) {
    context.signal.throwIfAborted();
    const some = numbers.slice(first, first + batchesAtOnce);
    const recipients = await audiences.batches(lane.audienceId, some);
    await forEachConcurrently(some, concurrentAppends, async (number) => {
      const command = enqueueBatch(lane, number, recipients.get(number) ?? [], idFrom);
      await context.send(broadcastBatch, command.batchId, command, {
        step: `enqueue/${number}`,
        fresh: true,
        last: true,
      });
    });
  }
};

/** Carries out the next action of a lane. */
export const workLane = async (
  { lane, action }: LaneWork,
  context: ActContext,
  ports: BroadcastPorts,
): Promise<void> => {
  const { broadcastId, round } = lane;
  switch (action.type) {
    case 'enqueue':
      return enqueue(lane, action.numbers, context, ports);
    case 'send': {
      const batchId = batchIdOf(lane, action.number, idFrom);
      if (round > 1) {
        const step = `retry/${round}/${action.number}`;
        await context.send(broadcastBatch, batchId, { type: 'retry-batch', round }, { step });
      }
      return sendBatch({ broadcastId, batchId, round }, context, ports);
    }
    case 'finish': {
      const finish = { type: 'finish-lane', round, lane: lane.lane } as const;
      await context.send(broadcast, broadcastId, finish, { step: `finish/${round}/${lane.lane}` });
      return;
    }
    default:
      return action satisfies never;
  }
};
