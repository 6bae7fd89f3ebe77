import { expect } from 'chai';
import { creditsOf } from '../../../commands/credits/credits-of.ts';
import { CommandHandler } from '../../../commands/kernel/handle.ts';
import { creditAccountId } from '../../../domain/credits/credit-account-id.ts';
import { creditAccount } from '../../../domain/credits/credit-account.ts';
import type { CreditMover } from '../../../domain/credits/credits.ts';
import { Refused } from '../../../domain/kernel/refused.ts';
import { WorkspaceCreated } from '../../../domain/workspaces/workspace-events.ts';
import { MemoryEventStore } from '../../support/memory-event-store.ts';

const now = '2026-01-05T09:00:00.000Z';
const period = { start: '2026-01-01T00:00:00.000Z', end: '2026-02-01T00:00:00.000Z' };
const meta = {
  workspaceId: 'w1',
  mode: 'live',
  actor: { kind: 'system', id: 'test' },
  $correlationId: 'c',
  occurredAt: now,
} as const;

describe('the credits of an owner', () => {
  it('go to as many of 100 parallel spenders as there are credits, on two nodes', async () => {
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
    await store.append('workspace-w1', 'none', [{ ...created, id: 'e0', meta: { ...meta, $causationId: 'c0' } }]);
    const subscriptionOf = async () =>
      ({
        plan: 'starter',
        aiTier: null,
        billingPeriod: 'monthly',
        credits: 100,
        period,
        creditPeriod: period,
      }) as const;
    const nodes = [new CommandHandler(store), new CommandHandler(store)];
    const moverOn = (commands: CommandHandler): CreditMover => ({
      workspaceId: 'w1',
      mode: 'live',
      now,
      send: (decider, id, command, step) =>
        commands.handle(decider, id, command, { commandId: step, meta, shared: true }),
    });
    const credits = nodes.map((commands) => creditsOf({ commands, subscriptionOf }));
    const spend = async (spender: number): Promise<'spent' | 'refused'> => {
      const node = spender % 2;
      const by = moverOn(nodes[node] as CommandHandler);
      const reservationId = `r${spender}`;
      const cause = { kind: 'generate-post-content', id: reservationId } as const;
      const asked = { reservationId, credits: 2, cause, until: null, refusal: 'AI_SUBSCRIPTION' } as const;
      for (;;) {
        try {
          const held = await credits[node]?.reserve(asked, by);
          const item = { accountId: String(held?.accountId), reservationId, item: 'all' };
          const done = await credits[node]?.capture({ ...item, credits: 2 }, by);
          expect(done?.captured).to.equal(true);
          return 'spent';
        } catch (error) {
          if (error instanceof Refused) return 'refused';
        }
      }
    };
    const outcomes = await Promise.all(Array.from({ length: 100 }, (_, spender) => spend(spender)));
    expect(outcomes.filter((outcome) => outcome === 'spent')).to.have.length(50);
    const account = (await nodes[0]?.load(creditAccount, creditAccountId('u1', 'live'), undefined))?.state;
    expect(account?.balance).to.deep.equal({ allowance: 0, purchased: 0, reserved: 0, used: 100 });
  });
});
