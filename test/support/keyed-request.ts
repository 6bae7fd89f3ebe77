import { expect } from 'chai';
import { CommandHandler } from '../../commands/kernel/handle.ts';
import { StoreUnavailable } from '../../domain/kernel/event-store.ts';
import { anonymousCaller } from '../../read-api/contract/caller.ts';
import { newCommand, RequestWrites } from '../../commands/kernel/request-writes.ts';
import type { Caller } from '../../read-api/contract/caller.ts';
import { freshId } from './edge.ts';
import { MemoryEventStore } from './memory-event-store.ts';

/**
 * Requests with an Idempotency-Key over a log in memory. `send` carries out one of them: the answer of its first append to a stream
 * of `category` is lost after it was stored, and it is sent again to another process a minute later.
 */
export const keyedRequests = (as: Partial<Caller> = {}) => {
  const log = new MemoryEventStore();
  const caller: Caller = {
    ...anonymousCaller,
    workspaceId: freshId(),
    userId: freshId(),
    mode: 'test',
    plan: 'free',
    ...as,
  };
  let clock = Date.parse('2026-03-01T10:00:00.000Z');
  const contextOf = (identity = newCommand()) =>
    new RequestWrites(new CommandHandler(log), {
      command: identity,
      caller,
      now: new Date(clock).toISOString(),
      correlationId: 'request',
    });

  const send = async <Answer>(
    run: (context: RequestWrites) => Promise<Answer>,
    category: string,
    meanwhile: () => Promise<unknown> = async () => undefined,
  ): Promise<{ again: Answer; stored: number }> => {
    const identity = { ...newCommand(), askedAt: clock };
    log.afterAppend = (stream) => {
      if (!stream.startsWith(`${category}-`)) return;
      log.afterAppend = () => {};
      throw new StoreUnavailable('the answer was lost');
    };
    const lost = await run(contextOf(identity)).catch((error: unknown) => error);
    expect(lost, 'the first answer').to.be.instanceOf(StoreUnavailable);
    const stored = log.log.filter(({ stream }) => stream.startsWith(`${category}-`)).length;
    await meanwhile();
    clock += 60_000;
    return { again: await run(contextOf(identity)), stored };
  };
  return { log, caller, send, contextOf: () => contextOf(), later: (ms: number) => (clock += ms) };
};
