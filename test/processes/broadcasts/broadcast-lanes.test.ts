import { expect } from 'chai';
import fc from 'fast-check';
import type { CommandContext } from '../../../commands/kernel/command.ts';
import { CommandHandler } from '../../../commands/kernel/handle.ts';
import { broadcast } from '../../../domain/broadcasts/broadcast.ts';
import { broadcastBatch, type Batch } from '../../../domain/broadcasts/batch.ts';
import { batchSize } from '../../../domain/broadcasts/broadcast-fields.ts';
import type { Audiences } from '../../../domain/broadcasts/audience.ts';
import type { Lane } from '../../../domain/broadcasts/lane.ts';
import type { Decider } from '../../../domain/kernel/decider.ts';
import { foldState } from '../../../domain/kernel/decider.ts';
import type { NewEvent } from '../../../domain/kernel/event.ts';
import { actContext, type ContextParts } from '../../../processes/kernel/act-context.ts';
import { foldInstances, type InstanceRow } from '../../../processes/kernel/fold-instances.ts';
import { broadcastLanes } from '../../../processes/broadcasts/broadcast-lanes.ts';
import type { BroadcastPorts, MessageOutcome } from '../../../processes/broadcasts/ports.ts';
import { MemoryEventStore } from '../../support/memory-event-store.ts';

/** What happens at one of the calls to a platform, in the order of the calls. */
type Fate = 'taken' | 'refused' | 'busy' | 'killed before' | 'killed after' | 'undecided';
const fates: readonly Fate[] = [
  'taken',
  'taken',
  'taken',
  'refused',
  'busy',
  'killed before',
  'killed after',
  'undecided',
];

const start = Date.parse('2026-01-05T09:00:00.000Z');

/** A broadcast over a log in memory, with a platform that remembers messages by their name. */
const world = async (contacts: number, fateOf: () => Fate) => {
  const store = new MemoryEventStore();
  const commands = new CommandHandler(store);
  let nowMs = start;
  let count = 0;
  const context = (): CommandContext => ({
    commandId: `command-${count++}`,
    meta: {
      workspaceId: 'w',
      mode: 'test',
      actor: { kind: 'user', id: 'u' },
      $correlationId: 'c',
      occurredAt: new Date(nowMs).toISOString(),
    },
  });
  const send = <S, C, E extends NewEvent>(decider: Decider<S, C, E>, id: string, command: C) =>
    commands.handle(decider, id, command, context());
  const content = {
    name: 'Sale',
    messageTemplate: 'Half price',
    platforms: ['FACEBOOK' as const],
    sender: null,
    segmentRules: {},
  };
  const now = new Date(nowMs).toISOString();
  await send(broadcast, 'b1', { type: 'create-broadcast', broadcastId: 'b1', content, scheduledFor: null, now });
  const batches = Math.ceil(contacts / batchSize);
  const audience = { audienceId: 'a', contacts, batches, position: '0' };
  await send(broadcast, 'b1', { type: 'send-broadcast', audience, now });

  /** What the platform has stored, and how often, by the name of the message. */
  const stored = new Map<string, number>();
  const undecided = new Set<string>();
  const ended = new Map<string, MessageOutcome>();
  const audiences: Pick<Audiences, 'batches'> = {
    batches: async (_, numbers) =>
      new Map(
        numbers.map((number) => [
          number,
          Array.from({ length: Math.min(batchSize, contacts - number * batchSize) }, (_each, index) => ({
            contactId: `c${number * batchSize + index}`,
            platform: 'FACEBOOK' as const,
          })),
        ]),
      ),
  };
  const sendBroadcastMessage: BroadcastPorts['sendBroadcastMessage'] = async ({ messageId }) => {
    const end = (outcome: MessageOutcome) => {
      ended.set(messageId, outcome);
      return outcome;
    };
    const before = ended.get(messageId);
    if (before) return before;
    // An intent without an outcome: the platform is asked, as the port promises.
    if (stored.has(messageId)) return end({ outcome: 'sent' });
    if (undecided.has(messageId)) return end({ outcome: 'failed', code: 'OUTCOME_UNKNOWN' });
    const store1 = () => stored.set(messageId, (stored.get(messageId) ?? 0) + 1);
    switch (fateOf()) {
      case 'taken':
        store1();
        return end({ outcome: 'sent' });
      case 'refused':
        return end({ outcome: 'failed', code: 'FORBIDDEN' });
      case 'busy':
        return end({ outcome: 'postponed', code: 'RATE_LIMITED', retryAfterSeconds: 30, isPlatformBusy: true });
      case 'undecided':
        undecided.add(messageId);
        return { outcome: 'undecided', lookAt: new Date(nowMs + 15_000).toISOString() };
      case 'killed before':
        throw new Error('killed');
      default:
        store1();
        throw new Error('killed');
    }
  };
  const ports = {
    audiences,
    sendBroadcastMessage,
    messagePace: { take: async () => 0 },
  } as unknown as BroadcastPorts;

  let rows: ReadonlyMap<string, InstanceRow> = new Map();
  let folded = 0;
  const fold = (): void => {
    const next = new Map(rows);
    for (; folded < store.log.length; folded++) {
      const event = store.log[folded];
      if (!event || !broadcastLanes.handles.includes(event.type)) continue;
      const { changed, ended: gone, failed } = foldInstances(broadcastLanes, [event], next);
      if (failed[0]) throw failed[0].error;
      for (const row of changed) next.set(row.instance, row);
      for (const instance of gone) next.delete(instance);
    }
    rows = next;
  };
  let runs = 0;
  const act = async (row: InstanceRow): Promise<void> => {
    const parts: ContextParts = { commands, now: () => new Date(nowMs), wait: async () => undefined };
    const { signal } = new AbortController();
    const lease = {
      run: `run-${runs++}`,
      signal,
      stopping: signal,
      stillMine: () => true,
      proveLease: async () => true,
      takePlace: async () => undefined,
      endInstance: () => undefined,
    };
    const claimed = {
      ...row,
      process: broadcastLanes.name,
      failures: 0,
      dueAt: row.wakeAt ?? '',
      owner: 'o',
      token: '1',
    };
    const next = broadcastLanes.next(row.state as Lane);
    if (next) await broadcastLanes.act(next.action, actContext(claimed, lease, parts), ports).catch(() => undefined);
  };
  const stateOf = async () => {
    const { state } = (await commands.load(broadcast, 'b1', 'w')) ?? {};
    return state?.kind === 'existing' ? state.status : undefined;
  };
  return {
    send,
    stored,
    stateOf,
    store,
    /** Runs what is due, by two nodes at once, until nothing is left or `steps` are done. */
    run: async (steps: number): Promise<void> => {
      for (let step = 0; step < steps; step++) {
        fold();
        const due = [...rows.values()].filter(({ wakeAt }) => wakeAt !== null);
        if (due.length === 0) return;
        const soonest = Math.min(...due.map(({ wakeAt }) => Date.parse(wakeAt ?? '')));
        nowMs = Math.max(nowMs, soonest);
        await Promise.all(due.filter(({ wakeAt }) => Date.parse(wakeAt ?? '') <= nowMs).map(act));
      }
    },
    batchesInLog: (): readonly Batch[] => {
      const streams = new Map<string, NewEvent[]>();
      for (const event of store.log)
        if (event.stream.startsWith('broadcastBatch-'))
          streams.set(event.stream, [...(streams.get(event.stream) ?? []), event]);
      return [...streams.values()].flatMap((events) => {
        const state = foldState(broadcastBatch, events as never);
        return state ? [state] : [];
      });
    },
  };
};

describe('the lanes of a broadcast', () => {
  it('send every batch and end the broadcast', async () => {
    const { run, stored, stateOf, batchesInLog } = await world(475, () => 'taken');
    await run(200);
    expect(await stateOf()).to.equal('SENT');
    expect(stored.size).to.equal(475);
    expect(
      batchesInLog()
        .map(({ number }) => number)
        .sort((one, other) => one - other),
    ).to.deep.equal([...Array(10).keys()]);
  });

  it('send nothing while the broadcast is paused, and the rest afterwards', async () => {
    const { run, send, stored, stateOf } = await world(120, () => 'taken');
    await run(1);
    await send(broadcast, 'b1', { type: 'pause-broadcast' });
    await run(20);
    expect([stored.size, await stateOf()]).to.deep.equal([0, 'PAUSED']);
    await send(broadcast, 'b1', { type: 'resume-broadcast' });
    await run(50);
    expect([stored.size, await stateOf()]).to.deep.equal([120, 'SENT']);
  });

  it('send failed deliveries again, and only those', async () => {
    let refusals = 5;
    const { run, send, stored, stateOf, batchesInLog } = await world(60, () => (refusals-- > 0 ? 'refused' : 'taken'));
    await run(50);
    expect(stored.size).to.equal(55);
    const failed = batchesInLog().map(({ number, deliveries }) => ({
      number,
      count: deliveries.filter(({ status }) => status === 'FAILED').length,
    }));
    await send(broadcast, 'b1', { type: 'retry-broadcast', failed: failed.filter(({ count }) => count > 0) });
    await run(50);
    expect([stored.size, await stateOf()]).to.deep.equal([60, 'SENT']);
  });

  it('send nothing twice and lose nothing, whatever happens at the calls', () =>
    fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 130 }),
        fc.infiniteStream(fc.constantFrom(...fates)),
        async (contacts, fate) => {
          const { run, stored, stateOf, batchesInLog, store } = await world(contacts, () => fate.next().value as Fate);
          await run(3_000);
          expect(await stateOf()).to.equal('SENT');
          const deliveries = batchesInLog().flatMap((batch) => batch.deliveries);
          expect(new Set(deliveries.map(({ contactId }) => contactId)).size).to.equal(contacts);
          expect([...stored.values()].every((times) => times === 1)).to.equal(true);
          const sentTo = new Set([...stored.keys()].map((messageId) => messageId.split('.')[0]));
          expect(sentTo.size, 'one message a delivery').to.equal(stored.size);
          for (const { deliveryId, status } of deliveries)
            expect(status, deliveryId).to.equal(sentTo.has(deliveryId) ? 'DELIVERED' : 'FAILED');
          const longest = Math.max(...countsByStream(store.log));
          expect(longest, 'the events that a command reads').to.be.lessThan(1_000);
        },
      ),
      { numRuns: 40 },
    ));
});

const countsByStream = (log: readonly Readonly<{ stream: string }>[]): number[] => {
  const counts = new Map<string, number>();
  for (const { stream } of log) counts.set(stream, (counts.get(stream) ?? 0) + 1);
  return [...counts.values()];
};
