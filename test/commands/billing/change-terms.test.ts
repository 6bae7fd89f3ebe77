import { expect } from 'chai';
import { changeTerms } from '../../../commands/billing/change-terms.ts';
import type { BillingPorts } from '../../../commands/billing/ports.ts';
import { creditsOf } from '../../../commands/credits/credits-of.ts';
import { subscriptionOf } from '../../../commands/billing/subscription-of.ts';
import { commandIdFor } from '../../../commands/kernel/deterministic-ids.ts';
import type { WriteContext } from '../../../commands/kernel/endpoint.ts';
import type { CommandContext } from '../../../commands/kernel/command.ts';
import { CommandHandler } from '../../../commands/kernel/handle.ts';
import type { PaymentProvider } from '../../../domain/billing/payment-provider.ts';
import { subscription } from '../../../domain/billing/subscription.ts';
import type { Terms } from '../../../domain/billing/terms.ts';
import { Refused } from '../../../domain/kernel/refused.ts';
import { workspace } from '../../../domain/workspaces/workspace.ts';
import { MemoryEventStore } from '../../support/memory-event-store.ts';

const anchor = '2026-01-10T12:00:00.000Z';
const now = '2026-01-20T12:00:00.000Z';

/** An owner on the starter plan with the AI add-on pro, whose calls to the provider are kept. */
const world = async (terms: Terms = { plan: 'starter', billingPeriod: 'monthly', aiTier: 'pro' }) => {
  const commands = new CommandHandler(new MemoryEventStore());
  const changes: (string | undefined)[] = [];
  const ended: string[] = [];
  const provider = {
    change: async (_call: unknown, _terms: unknown, creditFrom?: string) => (changes.push(creditFrom), 'sub_1'),
    changeAtPeriodEnd: async (_call: unknown, _terms: unknown, at: string) => void ended.push(at),
  } as unknown as PaymentProvider;
  const ports = { provider: () => provider } as unknown as BillingPorts;
  let requests = 0;
  const request = (by = 'u1'): WriteContext => {
    const name = `r${++requests}`;
    const of = (step = ''): CommandContext => ({
      commandId: commandIdFor(name, step),
      meta: {
        workspaceId: 'w1',
        mode: 'live',
        actor: { kind: 'user', id: by },
        $correlationId: name,
        occurredAt: now,
      },
    });
    return {
      now,
      caller: { workspaceId: 'w1', mode: 'live', kind: 'session', userId: by },
      newId: (id = '') => `${name}-${id}`,
      load: (decider, id) => commands.load(decider, id, undefined),
      handle: (decider, id, command, { step, workspaceId: _workspace, ...options } = {}) =>
        commands.handle(decider, id, command, { ...of(step), ...options, shared: true }),
    } as WriteContext;
  };
  const { handle } = request();
  const [shared, holder] = [{ shared: true }, { ownerId: 'u1', mode: 'live', workspaceId: 'w1' }] as const;
  const created = { name: 'Acme', slug: 'acme', logo: null, plan: terms.plan, mode: 'live', settings: {} } as const;
  const found = { type: 'create-workspace', workspaceId: 'w1', ownerId: 'u1', ...created } as const;
  await handle(workspace, 'w1', found, { step: 'found' });
  const join = { type: 'add-member', by: 'u1', userId: 'u2', role: 'ADMIN' } as const;
  await handle(workspace, 'w1', join, { step: 'join' });
  const link = { type: 'link-customer', ...holder, customerId: 'cus_1' } as const;
  await handle(subscription, 'u1', link, { ...shared, step: 'link' });
  const trial = { trialStart: null, trialEnd: null };
  const start = { ...holder, ...terms, anchor, source: 'purchase', providerId: 'sub_1', ...trial } as const;
  await handle(subscription, 'u1', { type: 'start-subscription', ...start }, { ...shared, step: 'start' });
  const credits = creditsOf({
    commands,
    subscriptionOf: (ownerId, at) =>
      subscriptionOf(ownerId, { now: at, load: (decider, id) => commands.load(decider, id, undefined) }),
  });
  const spend = async (count: number): Promise<void> => {
    const { handle: send } = request();
    const by = {
      workspaceId: 'w1',
      mode: 'live',
      now,
      send: (decider, id, command, step) => send(decider, id, command, { ...shared, step }),
    } satisfies Parameters<typeof credits.reserve>[1];
    const asked = { reservationId: `spent-${count}`, credits: count, until: null, refusal: 'AI_SUBSCRIPTION' } as const;
    await credits.reserve({ ...asked, cause: { kind: 'hashtags', id: 'h1' } }, by);
  };
  const change = (wanted: (from: Terms) => Terms, by?: string) => changeTerms(wanted, request(by), ports);
  const state = async () => (await commands.load(subscription, 'u1', undefined))?.state;
  const balance = () => credits.balance('w1', now);
  return { change, changes, ended, spend, state, balance, request, commands };
};

const without = (from: Terms): Terms => ({ ...from, aiTier: null });
const codeOf = async (attempt: Promise<unknown>): Promise<string | undefined> => {
  try {
    await attempt;
  } catch (error) {
    return error instanceof Refused ? error.code : String(error);
  }
  return undefined;
};

describe('a change of the terms', () => {
  it('takes the unused credits of an add-on along, and credits the rest of its period', async () => {
    const { change, changes, balance } = await world();
    expect((await balance()).remaining).to.equal(2100);
    await change(without);
    expect(changes).to.deep.equal([undefined]);
    expect((await balance()).remaining).to.equal(100);
  });

  it('does not credit the month of an add-on whose credits were used', async () => {
    const { change, changes, spend, balance } = await world();
    await spend(150);
    await change(without);
    expect(changes).to.deep.equal(['2026-02-10T12:00:00.000Z']);
    expect(await balance()).to.include({ remaining: 0, reserved: 150 });
    await change((from) => ({ ...from, aiTier: 'pro' }));
    expect((await balance()).remaining, 'no more than was withdrawn').to.equal(1950);
  });

  it('credits all of the rest where only credits of the plan were used', async () => {
    const { change, changes, spend } = await world();
    await spend(100);
    await change(without);
    expect(changes).to.deep.equal([undefined]);
  });

  it('is refused for a higher plan together with a smaller add-on that was used', async () => {
    const { change, changes, spend } = await world();
    await spend(600);
    expect(await codeOf(change((from) => ({ ...without(from), plan: 'pro' })))).to.equal('CONFLICT');
    expect(changes).to.deep.equal([]);
  });

  it('ends an add-on without a plan with the paid period, and brings its credits once', async () => {
    const { change, ended, state, balance } = await world({ plan: 'free', billingPeriod: 'monthly', aiTier: 'pro' });
    expect(await change(without)).to.include({ isPending: true, effectiveDate: '2026-02-10T12:00:00.000Z' });
    expect(ended).to.deep.equal(['2026-02-10T12:00:00.000Z']);
    expect(await state()).to.include({ aiTier: 'pro' });
    expect((await balance()).remaining).to.equal(2000);
  });

  it('keeps the period, and so its credits, when a plan is added to an add-on', async () => {
    const { change, state, spend, balance } = await world({ plan: 'free', billingPeriod: 'monthly', aiTier: 'pro' });
    await spend(2000);
    await change((from) => ({ ...from, plan: 'starter' }));
    expect(await state()).to.include({ plan: 'starter', anchor });
    expect((await balance()).remaining).to.equal(100);
  });

  it('leaves a pending cancellation alone', async () => {
    const { change, state } = await world();
    await change(() => ({ plan: 'free', billingPeriod: 'monthly', aiTier: null }));
    expect(await codeOf(change(without))).to.equal('CONFLICT');
    expect((await state())?.pending?.type).to.equal('cancellation');
  });

  it('needs the owner above the price that the owner set', async () => {
    const { change, request } = await world();
    const higher = (from: Terms): Terms => ({ ...from, plan: 'agency' });
    const bound = { type: 'set-purchase-bound', by: 'u1', ownerBuysAbove: 100 } as const;
    await request().handle(workspace, 'w1', bound);
    expect(await codeOf(change(higher, 'u2'))).to.equal('FORBIDDEN');
    expect(await codeOf(change((from) => ({ ...from, plan: 'pro' }), 'u2'))).to.equal(undefined);
    expect(await codeOf(change(higher))).to.equal(undefined);
  });
});
