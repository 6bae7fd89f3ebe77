import { PaymentRefused, type PaymentCall, type PaymentProvider } from '../../domain/billing/payment-provider.ts';
import type { ProviderAnswer } from '../../domain/billing/provider-answer.ts';
import { arePaid, freeTerms, type Terms } from '../../domain/billing/terms.ts';
import type { Coverage } from './coverage.ts';
import type { Dice } from './dice.ts';
import type { Mutation } from './mutation.ts';
import type { Scheduler } from './scheduler.ts';
import type { Service } from './service.ts';

const second = 1_000;
/** When `infra/outside/payments/stripe.ts` gives a silent call up. */
const patience = 20 * second;
/** What a call still takes to be carried out after it was given up. */
const slowest = 35 * second;

/** What the provider carried out for one call. */
export type Charge = Readonly<{ paymentId: string; ownerId: string; credits: number | null; terms: Terms | null }>;

/** A subscription as the provider has it. `next`: what it becomes with the end of the period. */
export type AtDesk = Readonly<{
  terms: Terms;
  since: string;
  status: ProviderAnswer['status'];
  next?: Readonly<{ terms: Terms; at: string }> | undefined;
}>;

type DeskWorld = Readonly<{
  scheduler: Scheduler;
  dice: Dice;
  coverage: Coverage;
  mutation: Mutation | undefined;
}>;

const isOfTerms = (change: Partial<AtDesk>): boolean => Object.keys(change).length > 0;

const providerIdOf = (ownerId: string): string => `sub-of-${ownerId}`;

/**
 * The payment provider of one run, behind a network that delays, loses and cuts. It knows a call by
 * its id and carries it out once. It declines cards, and what it refunds ends at once.
 */
export class PaymentDesk {
  /** Chance that a call goes wrong. */
  trouble = 0;
  readonly charges: Charge[] = [];
  readonly subscriptions = new Map<string, AtDesk>();
  readonly #world: DeskWorld;

  constructor(world: DeskWorld) {
    this.#world = world;
  }

  /** The subscription of a person at this moment. */
  at(ownerId: string): AtDesk | undefined {
    const held = this.subscriptions.get(ownerId);
    if (!held?.next || Date.parse(held.next.at) > this.#world.scheduler.now) return held;
    const status = arePaid(held.next.terms) ? held.status : 'ended';
    return { terms: held.next.terms, since: held.next.at, status };
  }

  /** Carried out by people at the provider, or by the bank: nothing of it is a call of the service. */
  meddle(ownerId: string, change: Partial<AtDesk>): void {
    const held = this.at(ownerId);
    if (held) this.subscriptions.set(ownerId, { ...held, ...change });
  }

  over(service: Service): PaymentProvider {
    const asking = <T>(answer: () => T): Promise<T> => this.#call(service, 'a question', () => {}, answer);
    const charging = <T>(
      { paymentId, ownerId, providerId }: PaymentCall,
      charge: Partial<Charge>,
      change: Partial<AtDesk>,
      answer: T,
    ) =>
      this.#call(
        service,
        'a payment',
        () => this.#charge({ paymentId, ownerId, credits: null, terms: null, ...charge }, change),
        () => answer,
        {
          isCharge: true,
          isRefused: () => isOfTerms(change) && providerId !== null && this.at(ownerId)?.status === 'ended',
        },
      );
    const answerOf = (ownerId: string): ProviderAnswer | undefined => {
      const held = this.at(ownerId);
      if (!held) return undefined;
      // The lower price counts from the request on; what is to end goes on until then.
      const terms = held.next && arePaid(held.next.terms) ? held.next.terms : held.terms;
      return { providerId: providerIdOf(ownerId), status: held.status, terms, periodStart: held.since, trial: null };
    };
    const provider = {
      customer: ({ ownerId }) => asking(() => `cus-of-${ownerId}`),
      change: (call, terms) =>
        charging(call, { terms }, { terms, status: 'active', next: undefined }, providerIdOf(call.ownerId)),
      changeAtPeriodEnd: (call, terms, at) => charging(call, {}, { next: { terms, at } }, undefined),
      keep: (call) => charging(call, {}, { next: undefined }, undefined),
      buyCredits: (call, { credits }) => charging(call, { credits }, {}, undefined),
      subscription: (providerId) => asking(() => answerOf(providerId.slice(providerIdOf('').length))),
      subscriptionOfCustomer: (customerId) => asking(() => answerOf(customerId.slice('cus-of-'.length))),
      outcomeOf: ({ paymentId }) =>
        asking(() => {
          const charge = this.charges.find((each) => each.paymentId === paymentId);
          return charge ? { found: true, providerId: providerIdOf(charge.ownerId) } : { found: false };
        }),
    } satisfies Partial<PaymentProvider> as unknown as PaymentProvider;
    return this.#world.mutation?.payments?.(provider) ?? provider;
  }

  #charge(charge: Charge, change: Partial<AtDesk>): void {
    // A call that comes again under its id is answered and not carried out.
    if (this.charges.some(({ paymentId }) => paymentId === charge.paymentId)) return;
    this.charges.push(charge);
    if (!isOfTerms(change)) return;
    const since = new Date(this.#world.scheduler.now).toISOString();
    const held = this.at(charge.ownerId) ?? { terms: freeTerms, since, status: 'active' };
    this.subscriptions.set(charge.ownerId, { ...held, ...change });
  }

  #call<T>(
    { way }: Service,
    what: string,
    effect: () => void,
    answer: () => T,
    { isCharge = false, isRefused = () => false }: Readonly<{ isCharge?: boolean; isRefused?: () => boolean }> = {},
  ): Promise<T> {
    const { dice, scheduler, coverage } = this.#world;
    const fault = dice.chance(this.trouble)
      ? dice.oneOf(isCharge ? (['cut before', 'cut after', 'slow', 'declined'] as const) : (['cut before'] as const))
      : undefined;
    if (fault) coverage.count(`fault: ${what}, ${fault}`);
    return new Promise((resolve, reject) => {
      if (way.dies(`as ${what} leaves`)) return;
      const isSlow = fault === 'slow';
      scheduler.after(isSlow ? dice.between(second, slowest) : dice.between(1, 100), () => {
        const hasEnded = isRefused();
        if (fault !== 'cut before' && fault !== 'declined' && !hasEnded) effect();
        if (isSlow) return;
        way.after(dice.between(1, 100), () => {
          if (way.dies(`as ${what} is answered`)) return;
          if (hasEnded && fault === undefined) reject(new PaymentRefused('ended', 'The subscription has ended.'));
          else if (fault === 'declined') reject(new PaymentRefused('card_declined', 'Your card was declined.'));
          else if (fault) reject(new Error('socket hang up'));
          else resolve(answer());
        });
      });
      if (isSlow) way.after(patience, () => reject(new Error('no answer')));
    });
  }
}
