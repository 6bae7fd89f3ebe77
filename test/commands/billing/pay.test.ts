import { expect } from 'chai';
import { pay } from '../../../commands/billing/pay.ts';
import type { CommandContext } from '../../../commands/kernel/command.ts';
import { CommandHandler } from '../../../commands/kernel/handle.ts';
import { commandIdFor } from '../../../commands/kernel/deterministic-ids.ts';
import type { WriteContext } from '../../../commands/kernel/endpoint.ts';
import { PaymentRefused, type PaymentProvider } from '../../../domain/billing/payment-provider.ts';
import { subscription } from '../../../domain/billing/subscription.ts';
import { Refused } from '../../../domain/kernel/refused.ts';
import { MemoryEventStore } from '../../support/memory-event-store.ts';

const now = '2026-01-20T12:00:00.000Z';
const pro = { plan: 'pro', billingPeriod: 'monthly', aiTier: null } as const;

/** A provider that counts what it carries out. */
const countingProvider = () => {
  const done = new Set<string>();
  let charges = 0;
  const provider = {
    customer: async () => 'cus_1',
    outcomeOf: async ({ paymentId }: { paymentId: string }) =>
      done.has(paymentId) ? { found: true, providerId: 'sub_1' } : { found: false },
  } as unknown as PaymentProvider;
  const charge = (paymentId: string): void => {
    charges++;
    done.add(paymentId);
  };
  return { provider, charge, charges: () => charges };
};

const request = (commands: CommandHandler, name: string): Pick<WriteContext, 'handle' | 'newId' | 'now'> => {
  const of = (step = ''): CommandContext => ({
    commandId: commandIdFor(name, step),
    meta: {
      workspaceId: 'w1',
      mode: 'live',
      actor: { kind: 'user', id: 'u1' },
      $correlationId: name,
      occurredAt: now,
    },
  });
  return {
    now,
    newId: (id = '') => `${name}-${id}`,
    handle: (decider, id, command, { step, workspaceId: _workspace, ...options } = {}) =>
      commands.handle(decider, id, command, { ...of(step), ...options }),
  };
};

const codeOf = async (attempt: Promise<unknown>): Promise<string | undefined> => {
  try {
    await attempt;
  } catch (error) {
    return error instanceof Refused ? error.code : String(error);
  }
  return undefined;
};

describe('a payment', () => {
  const owner = { ownerId: 'u1', workspaceId: 'w1', mode: 'live', subscribed: undefined } as const;
  const intent = { purpose: 'change', ...pro, credits: null, effectiveDate: null } as const;
  const lost = new Error('socket hang up');
  const world = () => {
    const commands = new CommandHandler(new MemoryEventStore());
    const state = async () => (await commands.load(subscription, 'u1', undefined))?.state;
    return { commands, state, ...countingProvider() };
  };

  it('is charged once when the answer is lost after the charge', async () => {
    const { commands, provider, charge, charges, state } = world();
    const call = async ({ paymentId }: { paymentId: string }): Promise<never> => {
      charge(paymentId);
      throw lost;
    };
    await pay(owner, { intent, call }, request(commands, 'r1'), { provider });
    expect(charges()).to.equal(1);
    expect(await state()).to.include({ plan: 'pro', providerId: 'sub_1', payment: undefined });
  });

  it('stays open while its outcome is unknown, and blocks the next one', async () => {
    const { commands, provider, state } = world();
    const call = () => Promise.reject<never>(lost);
    expect(await codeOf(pay(owner, { intent, call }, request(commands, 'r1'), { provider }))).to.equal(
      'SERVICE_UNAVAILABLE',
    );
    expect((await state())?.payment).to.deep.include({ paymentId: 'r1-payment', isUnknown: true });
    const subscribed = await state();
    const next = pay({ ...owner, subscribed }, { intent, call }, request(commands, 'r2'), { provider });
    expect(await codeOf(next)).to.equal('CONFLICT');
  });

  it('is not sent by a request that was frozen after its intent', async () => {
    const { commands, provider, charge, charges, state } = world();
    const call = async ({ paymentId }: { paymentId: string }): Promise<null> => {
      charge(paymentId);
      return null;
    };
    const frozen = pay(owner, { intent, call }, request(commands, 'r1'), { provider, elapsed: () => 61_000 });
    expect(await codeOf(frozen)).to.equal('SERVICE_UNAVAILABLE');
    expect(charges()).to.equal(0);
    expect((await state())?.payment).to.include({ isUnknown: true });
    const other = world();
    await pay(owner, { intent, call }, request(other.commands, 'r2'), { provider, elapsed: () => 59_000 });
    expect(charges()).to.equal(1);
  });

  it('is settled by asking when its request died and is sent again', async () => {
    const { commands, provider, charge, charges, state } = world();
    const context = request(commands, 'r1');
    // The process died after the charge: no outcome was appended.
    const dies = pay(
      owner,
      {
        intent,
        call: ({ paymentId }) => {
          charge(paymentId);
          return new Promise<never>(() => {});
        },
      },
      context,
      { provider },
    );
    void dies;
    while (charges() === 0) await new Promise((done) => setImmediate(done));
    const call = () => Promise.reject<never>(new Error('it must not be called again'));
    await pay(owner, { intent, call }, context, { provider });
    expect(charges()).to.equal(1);
    expect((await state())?.plan).to.equal('pro');
    await pay(owner, { intent, call }, context, { provider });
    expect(charges()).to.equal(1);
  });

  it('is refused with the words of the provider, also when it is sent again', async () => {
    const { commands, provider, state } = world();
    const call = () => Promise.reject<never>(new PaymentRefused('card_declined', 'Your card was declined.'));
    for (let time = 0; time < 2; time++)
      expect(await codeOf(pay(owner, { intent, call }, request(commands, 'r1'), { provider }))).to.equal(
        'PAYMENT_ERROR',
      );
    expect(await state()).to.include({ plan: 'free', payment: undefined });
  });
});
