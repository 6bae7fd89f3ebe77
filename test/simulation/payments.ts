import { charged } from '../../commands/ai/charged.ts';
import type { AiPorts } from '../../commands/ai/ports.ts';
import { pay } from '../../commands/billing/pay.ts';
import { creditMover, creditsOf, type CreditsOffice } from '../../commands/credits/credits-of.ts';
import { commandIdFor } from '../../commands/kernel/deterministic-ids.ts';
import type { WriteContext } from '../../commands/kernel/endpoint.ts';
import { CommandHandler } from '../../commands/kernel/handle.ts';
import { AiFailure } from '../../domain/ai/ai-provider.ts';
import { entitlementOf } from '../../domain/billing/entitlement.ts';
import type { PaymentProvider } from '../../domain/billing/payment-provider.ts';
import { subscription } from '../../domain/billing/subscription.ts';
import { freeTerms, type Terms } from '../../domain/billing/terms.ts';
import { RevisionConflict, StoreUnavailable } from '../../domain/kernel/event-store.ts';
import { Refused } from '../../domain/kernel/refused.ts';
import { reconcileWithProvider } from '../../infra/adapters/billing/reconcile-with-provider.ts';
import { paymentSettlement } from '../../processes/billing/payment-settlement.ts';
import { purchasedCredits } from '../../processes/billing/purchased-credits.ts';
import { withPorts, type RunnableProcess } from '../../processes/kernel/process.ts';
import type { MemoryEventStore } from '../support/memory-event-store.ts';
import type { Coverage } from './coverage.ts';
import type { Dice } from './dice.ts';
import type { Fleet } from './fleet.ts';
import type { Mutation } from './mutation.ts';
import { PaymentDesk } from './payment-desk.ts';
import { remembering } from './remembering.ts';
import type { Scheduler } from './scheduler.ts';
import type { Service } from './service.ts';
import { workspaceId } from './simulated-platforms.ts';

const second = 1_000;
const minute = 60_000;

export const payer = 'person';
const meta = { workspaceId, mode: 'live', actor: { kind: 'user', id: payer } } as const;

type PaymentsWorld = Readonly<{
  scheduler: Scheduler;
  dice: Dice;
  coverage: Coverage;
  log: MemoryEventStore;
  mutation: Mutation | undefined;
  /** Whether plans are changed by the people of a household. */
  isHousehold: boolean;
  workspace: Readonly<{ deletedAt?: number }>;
  note: (line: string) => void;
}>;

const deeds = ['buy', 'buy', 'change', 'spend', 'spend'] as const;
/** Where the people of a household change plans. */
const deedsBesideHousehold = ['buy', 'spend', 'spend'] as const;

/** A person who buys and spends credits and changes the plan. The events of the provider come late, twice or never. */
export class Payments {
  finished = false;
  readonly desk: PaymentDesk;
  readonly #world: PaymentsWorld;
  readonly #since: string;
  #requests = 0;
  #looks = 0;

  constructor(world: PaymentsWorld) {
    this.#world = world;
    this.#since = this.#now();
    this.desk = new PaymentDesk(world);
  }

  /** The subscription that the run begins with, and the moment that its month began. */
  async begin(terms: Terms, anchor = this.#since): Promise<void> {
    const commands = new CommandHandler(this.#world.log);
    const holder = { ownerId: payer, mode: 'live', workspaceId } as const;
    const send = (command: Parameters<typeof subscription.decide>[0]) => {
      const commandId = command.type;
      const context = { commandId, meta: { ...meta, $correlationId: commandId, occurredAt: this.#since } };
      return commands.handle(subscription, payer, command, { ...context, shared: true });
    };
    this.desk.subscriptions.set(payer, { terms, since: anchor, status: 'active' });
    await send({ type: 'link-customer', ...holder, customerId: `cus-of-${payer}` });
    const trial = { trialStart: null, trialEnd: null };
    await send({
      type: 'start-subscription',
      ...holder,
      ...terms,
      anchor,
      source: 'purchase',
      providerId: `sub-of-${payer}`,
      ...trial,
    });
  }

  processesFor(service: Service): readonly RunnableProcess[] {
    return withPorts([paymentSettlement, purchasedCredits], {
      paymentProvider: () => this.desk.over(service),
      addCredits: this.creditsOver(service).purchase,
    });
  }

  /** Buys, spends and changes the plan until `ends`; never later. */
  async live(fleet: Fleet, ends: number): Promise<void> {
    const { dice, scheduler } = this.#world;
    const requests = dice.between(2, 5);
    for (let request = 0; request < requests; request++) {
      await scheduler.sleep(dice.between(second, 6 * minute));
      if (scheduler.now > ends || this.#world.workspace.deletedAt !== undefined) break;
      await this.#ask(fleet, dice.oneOf(this.#world.isHousehold ? deedsBesideHousehold : deeds));
    }
    this.finished = true;
  }

  #now(): string {
    return new Date(this.#world.scheduler.now).toISOString();
  }

  /** Asks again under the same id until there is an answer, or gives up. */
  async #ask(fleet: Fleet, what: 'buy' | 'change' | 'spend'): Promise<void> {
    const { dice, scheduler, coverage, note } = this.#world;
    const requestId = `payment-request-${(this.#requests += 1)}`;
    const credits = dice.between(1, 20);
    const plan = dice.oneOf(['starter', 'pro', 'agency'] as const);
    for (let tries = dice.between(1, 8); tries > 0 && this.#world.workspace.deletedAt === undefined; tries--) {
      const service = fleet.anyForRequests();
      const answer = service
        ? await Promise.race([
            this.#run(service, requestId, what, credits, { plan, billingPeriod: 'monthly', aiTier: null }),
            scheduler.sleep(90 * second).then(() => 'unanswered' as const),
          ])
        : 'unanswered';
      coverage.count(`asked: ${what}, ${answer}`);
      note(`${requestId} ${what}: ${answer}`);
      if (answer !== 'unanswered') return;
      await scheduler.sleep(dice.between(100, 30 * second));
    }
  }

  async #run(
    service: Service,
    requestId: string,
    what: 'buy' | 'change' | 'spend',
    credits: number,
    terms: Terms,
  ): Promise<'done' | 'refused' | 'unanswered'> {
    const context = this.#contextOf(service, requestId);
    const { now } = context;
    const run = async (): Promise<void> => {
      if (what === 'spend') return this.#spend(service, context, credits);
      const subscribed = (await service.commands.load(remembering(subscription), payer, undefined))?.state;
      const owner = { ownerId: payer, workspaceId, mode: 'live', subscribed } as const;
      const provider = this.desk.over(service);
      const elapsed = (): number => this.#world.scheduler.now - Date.parse(now);
      if (what === 'change') {
        const intent = { purpose: 'change', ...terms, credits: null, effectiveDate: null } as const;
        await pay(owner, { intent, call: (call) => provider.change(call, terms) }, context, { provider, elapsed });
        return this.sendEvents(service, payer);
      }
      const { plan, billingPeriod, aiTier } = subscribed ?? freeTerms;
      const intent = { purpose: 'credits', plan, billingPeriod, aiTier, credits, effectiveDate: null } as const;
      const call = async (order: Parameters<PaymentProvider['buyCredits']>[0]) => (
        await provider.buyCredits(order, { credits, usd: 1 }),
        null
      );
      await pay(owner, { intent, call }, context, { provider, elapsed });
      const purchase = { ownerId: payer, purchaseId: context.newId('payment'), credits };
      await this.creditsOver(service).purchase(purchase, creditMover({ ...context, now }));
    };
    try {
      await run();
      return 'done';
    } catch (error) {
      if (error instanceof Refused) return 'refused';
      if (error instanceof StoreUnavailable || error instanceof RevisionConflict) return 'unanswered';
      throw error;
    }
  }

  #spend(service: Service, context: WriteContext, credits: number): Promise<void> {
    const { dice } = this.#world;
    const ports = {
      credits: this.creditsOver(service),
      provider: () => ({}),
    } as unknown as AiPorts;
    const work = (): Promise<void> =>
      new Promise((resolve, reject) => {
        if (service.way.dies('between reserve and capture')) return;
        service.way.after(dice.between(10, 5 * second), () => {
          if (dice.chance(this.desk.trouble)) reject(new AiFailure('unavailable', 'The AI provider did not answer'));
          else resolve();
        });
      });
    return charged({ purpose: 'hashtags', credits }, context, ports, work).then(() => undefined);
  }

  #contextOf(service: Service, requestId: string): WriteContext {
    const now = this.#now();
    const of = (step = '') => ({
      commandId: commandIdFor(requestId, step),
      meta: { ...meta, $correlationId: requestId, occurredAt: now },
    });
    return {
      now,
      commandId: requestId,
      signal: new AbortController().signal,
      caller: { workspaceId, mode: 'live', userId: payer },
      newId: (name = '') => `${requestId}-${name}`,
      handle: (decider, id, command, { step, workspaceId: _workspace, ...options } = {}) =>
        service.commands.handle(remembering(decider), id, command, { ...of(step), ...options }),
    } as WriteContext;
  }

  /** The credits of people, as one service reaches them. */
  creditsOver({ commands }: Service): CreditsOffice {
    const subscriptionOf = async (ownerId: string, now: string) =>
      entitlementOf((await commands.load(remembering(subscription), ownerId, undefined))?.state, now);
    return creditsOf({ commands, subscriptionOf });
  }

  /** Events are reasons to ask: they come late, more than once or never. */
  sendEvents(service: Service, ownerId: string): void {
    const { dice, scheduler } = this.#world;
    for (let times = dice.between(0, 3); times > 0; times--)
      scheduler.after(dice.between(1, 3 * minute), () => {
        this.reconcile(service, ownerId).catch(() => undefined);
      });
  }

  /** Asks the provider about a person, and records its answer. */
  reconcile(service: Service, ownerId: string): Promise<void> {
    const look = reconcileWithProvider({
      commands: service.commands,
      provider: () => this.desk.over(service),
      now: () => new Date(this.#world.scheduler.now),
      appended: () => {},
    });
    return look(ownerId, `look ${(this.#looks += 1)}`);
  }
}
