import { expect } from 'chai';
import { charged } from '../../../commands/ai/charged.ts';
import type { AiPorts } from '../../../commands/ai/ports.ts';
import { creditsOf } from '../../../commands/credits/credits-of.ts';
import { CommandHandler } from '../../../commands/kernel/handle.ts';
import { AiFailure, type AiProvider } from '../../../domain/ai/ai-provider.ts';
import { WorkspaceCreated } from '../../../domain/workspaces/workspace-events.ts';
import { anonymousCaller } from '../../../read-api/contract/caller.ts';
import { newCommand, RequestWrites } from '../../../commands/kernel/request-writes.ts';
import { MemoryEventStore } from '../../support/memory-event-store.ts';

const now = '2026-01-05T09:00:00.000Z';
const period = { start: '2026-01-01T00:00:00.000Z', end: '2026-02-01T00:00:00.000Z' };
const caller = { ...anonymousCaller, workspaceId: 'w1', mode: 'live', userId: 'u1' } as const;

/** A workspace with 100 credits, and requests that may be sent again as the same command. */
const setting = async () => {
  const store = new MemoryEventStore();
  const created = WorkspaceCreated({
    workspaceId: 'w1',
    name: 'W',
    slug: 'w',
    logo: null,
    plan: 'starter',
    mode: 'live',
    ownerId: 'u1',
    settings: {},
  });
  const actor = { kind: 'system', id: 'test' } as const;
  const meta = {
    workspaceId: 'w1',
    mode: 'live',
    actor,
    $correlationId: 'c',
    $causationId: 'c',
    occurredAt: now,
  } as const;
  await store.append('workspace-w1', 'none', [{ ...created, id: 'e0', meta }]);
  const commands = new CommandHandler(store);
  const entitled = {
    plan: 'starter',
    aiTier: null,
    billingPeriod: 'monthly',
    credits: 100,
    period,
    creditPeriod: period,
  } as const;
  const credits = creditsOf({ commands, subscriptionOf: async () => entitled });
  const ports = { credits, provider: () => ({}) as AiProvider } as unknown as AiPorts;
  const ask = (identity: ReturnType<typeof newCommand>, work: (signal: AbortSignal) => Promise<string>) => {
    const context = new RequestWrites(commands, { command: identity, caller, now, correlationId: 'r' });
    return charged({ purpose: 'hashtags', credits: 1 }, context, ports, (_, signal) => work(signal));
  };
  return { ask, balance: () => credits.balance('w1', now) };
};

describe('work that costs credits', () => {
  it('is charged once, however often the same request fails before it succeeds, and is sent again', async () => {
    const { ask, balance } = await setting();
    const request = newCommand();
    for (const _ of [1, 2, 3]) {
      const failed = ask(request, () => Promise.reject(new AiFailure('unavailable', 'no')));
      expect(await failed.catch((error: { code: string }) => error.code)).to.equal('SERVICE_UNAVAILABLE');
      expect(await balance()).to.include({ used: 0, reserved: 0, remaining: 100 });
    }
    for (const _ of [1, 2]) {
      expect((await ask(request, async () => 'ok')).result).to.equal('ok');
      expect(await balance()).to.include({ used: 1, reserved: 0, remaining: 99 });
    }
    await ask(newCommand(), async () => 'ok');
    expect(await balance()).to.include({ used: 2, reserved: 0, remaining: 98 });
  });
});
