import { charged } from '../../commands/ai/charged.ts';
import type { AiPorts } from '../../commands/ai/ai-ports.ts';
import { pay } from '../../commands/billing/pay.ts';
import { creditMover, creditsOf, type CreditsOffice } from '../../commands/credits/credits-of.ts';
import { commandIdFor } from '../../commands/kernel/deterministic-ids.ts';
import type { WriteContext } from '../../commands/kernel/endpoint.ts';
import { CommandHandler } from '../../commands/kernel/handle.ts';
import { AiFailure } from '../../domain/ai/ai-provider.ts';
import { entitlementOf } from '../../domain/billing/entitlement.ts';
import { PaymentRefused, type PaymentProvider } from '../../domain/billing/payment-provider.ts';
import { subscription } from '../../domain/billing/subscription.ts';
import type { Terms } from '../../domain/billing/terms.ts';
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
import type { Mutation } from './mutations.ts';
import { remembering } from './remembering.ts';
import type { Scheduler } from './scheduler.ts';
import type { Service } from './service.ts';
import { workspaceId } from './simulated-platforms.ts';

const second = 1_000;
const minute = 60_000;
/** When `infra/outside/payments/stripe.ts` gives a silent call up. */
const patience = 20 * second;
/** What a call still takes to be carried out after it was given up. */
const slowest = 35 * second;

export const payer = 'person';
const providerId = 'sub_1';
const meta = { workspaceId, mode: 'live', actor: { kind: 'user', id: payer } } as const;

/** What the provider carried out for one call. */
export type Charge = Readonly<{ paymentId: string; credits: number | null; terms: Terms | null }>;

type PaymentsWorld = Readonly<{
  scheduler: Scheduler;
  dice: Dice;
  coverage: Coverage;
  log: MemoryEventStore;
  mutation: Mutation | undefined;
  workspace: Readonly<{ deletedAt?: number }>;
  note: (line: string) => void;
}>;

/**
 * The payment provider of one run, behind a network that delays, loses and cuts, and a person who
 * buys and spends credits and changes the plan. The provider knows a call by its id and charges it
 * once; its events come late, twice or never.
 */
export class Payments {
  /** Chance that a call goes wrong. */
  trouble = 0;
  finished = false;
  readonly charges: Charge[] = [];
  terms: Terms = { plan: 'starter', billingPeriod: 'monthly', aiTier: null };
  readonly #world: PaymentsWorld;
  readonly #since: string;
  #requests = 0;

  constructor(world: PaymentsWorld) {
    this.#world = world;
    this.#since = this.#now();
  }

  /** The subscription that the run begins with. */
  async begin(): Promise<void> {
    const commands = new CommandHandler(this.#world.log);
    const holder = { ownerId: payer, mode: 'live', workspaceId } as const;
    const send = (command: Parameters<typeof subscription.decide>[0]) => {
      const commandId = command.type;
      const context = { commandId, meta: { ...meta, $correlationId: commandId, occurredAt: this.#since } };
      return commands.handle(subscription, payer, command, context, { shared: true });
    };
    await send({ type: 'link-customer', ...holder, customerId: 'cus_1' });
    const trial = { trialStart: null, trialEnd: null };
    await send({
      ...{ type: 'start-subscription', ...holder, ...this.terms, anchor: this.#since },
      ...{ source: 'purchase', providerId, ...trial },
    });
  }

  processesFor(service: Service): readonly RunnableProcess[] {
    return withPorts([paymentSettlement, purchasedCredits], {
      paymentProvider: () => this.#providerOver(service),
      addCredits: this.#creditsOver(service).purchase,
    });
  }

  /** Buys, spends and changes the plan until `ends`; never later. */
  async live(fleet: Fleet, ends: number): Promise<void> {
    const { dice, scheduler } = this.#world;
    const requests = dice.between(2, 5);
    for (let request = 0; request < requests; request++) {
      await scheduler.sleep(dice.between(second, 6 * minute));
      if (scheduler.now > ends || this.#world.workspace.deletedAt !== undefined) break;
      await this.#ask(fleet, dice.oneOf(['buy', 'buy', 'change', 'spend', 'spend'] as const));
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
      const provider = this.#providerOver(service);
      const elapsed = (): number => this.#world.scheduler.now - Date.parse(now);
      if (what === 'change') {
        const intent = { purpose: 'change', ...terms, credits: null, effectiveDate: null } as const;
        await pay(owner, { intent, call: (call) => provider.change(call, terms) }, context, provider, elapsed);
        return this.#sendEvents(service);
      }
      const { plan, billingPeriod, aiTier } = subscribed ?? this.terms;
      const intent = { purpose: 'credits', plan, billingPeriod, aiTier, credits, effectiveDate: null } as const;
      const call = async (order: Parameters<PaymentProvider['buyCredits']>[0]) => (
        await provider.buyCredits(order, { credits, usd: 1 }),
        null
      );
      await pay(owner, { intent, call }, context, provider, elapsed);
      const purchase = { ownerId: payer, purchaseId: context.newId('payment'), credits };
      await this.#creditsOver(service).purchase(purchase, creditMover({ ...context, now }));
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
      credits: this.#creditsOver(service),
      provider: () => ({}),
    } as unknown as AiPorts;
    const work = (): Promise<void> =>
      new Promise((resolve, reject) => {
        if (service.way.dies('between reserve and capture')) return;
        service.way.after(dice.between(10, 5 * second), () => {
          if (dice.chance(this.trouble)) reject(new AiFailure('unavailable', 'The AI provider did not answer'));
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
      ...{ now, commandId: requestId, signal: new AbortController().signal },
      caller: { workspaceId, mode: 'live', userId: payer },
      newId: (name = '') => `${requestId}-${name}`,
      handle: (decider, id, command, { step, workspaceId: _workspace, ...options } = {}) =>
        service.commands.handle(remembering(decider), id, command, of(step), options),
    } as WriteContext;
  }

  #creditsOver({ commands }: Service): CreditsOffice {
    const subscriptionOf = async (ownerId: string, now: string) =>
      entitlementOf((await commands.load(remembering(subscription), ownerId, undefined))?.state, now);
    return creditsOf({ commands, subscriptionOf });
  }

  /** Events are reasons to ask: they come late, more than once or never. */
  #sendEvents(service: Service): void {
    const { dice, scheduler } = this.#world;
    for (let times = dice.between(0, 3); times > 0; times--)
      scheduler.after(dice.between(1, 3 * minute), () => {
        const look = reconcileWithProvider({
          commands: service.commands,
          provider: () => this.#providerOver(service),
          now: () => new Date(scheduler.now),
          appended: () => {},
        });
        look(payer, `event ${times}`).catch(() => undefined);
      });
  }

  #charge(charge: Charge): void {
    // A call that comes again under its id is answered and not carried out.
    if (this.charges.some(({ paymentId }) => paymentId === charge.paymentId)) return;
    this.charges.push(charge);
    if (charge.terms) this.terms = charge.terms;
  }

  #providerOver(service: Service): PaymentProvider {
    const asking = <T>(answer: () => T): Promise<T> => this.#call(service, 'a question', () => {}, answer);
    const charging = <T>(charge: Charge, answer: T): Promise<T> =>
      this.#call(
        service,
        'a payment',
        () => this.#charge(charge),
        () => answer,
        true,
      );
    const provider = {
      change: ({ paymentId }, terms) => charging({ paymentId, credits: null, terms }, providerId),
      buyCredits: ({ paymentId }, { credits }) => charging({ paymentId, credits, terms: null }, undefined),
      subscription: () =>
        asking(() => ({ providerId, status: 'active', terms: this.terms, periodStart: this.#since, trial: null })),
      outcomeOf: ({ paymentId }) =>
        asking(() => ({ found: this.charges.some((charge) => charge.paymentId === paymentId), providerId })),
    } satisfies Partial<PaymentProvider> as unknown as PaymentProvider;
    return this.#world.mutation?.payments?.(provider) ?? provider;
  }

  #call<T>({ way }: Service, what: string, effect: () => void, answer: () => T, isCharge = false): Promise<T> {
    const { dice, scheduler, coverage } = this.#world;
    const fault = dice.chance(this.trouble)
      ? dice.oneOf(isCharge ? (['cut before', 'cut after', 'slow', 'declined'] as const) : (['cut before'] as const))
      : undefined;
    if (fault) coverage.count(`fault: ${what}, ${fault}`);
    return new Promise((resolve, reject) => {
      if (way.dies(`as ${what} leaves`)) return;
      const isSlow = fault === 'slow';
      scheduler.after(isSlow ? dice.between(second, slowest) : dice.between(1, 100), () => {
        if (fault !== 'cut before' && fault !== 'declined') effect();
        if (isSlow) return;
        way.after(dice.between(1, 100), () => {
          if (way.dies(`as ${what} is answered`)) return;
          if (fault === 'declined') reject(new PaymentRefused('card_declined', 'Your card was declined.'));
          else if (fault) reject(new Error('socket hang up'));
          else resolve(answer());
        });
      });
      if (isSlow) way.after(patience, () => reject(new Error('no answer')));
    });
  }
}
