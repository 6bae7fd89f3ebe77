import { unreachable, type Decider } from '../kernel/decider.ts';
import { Refused } from '../kernel/refused.ts';
import {
  CreditsAdjusted,
  CreditsCaptured,
  CreditsExpired,
  CreditsGranted,
  CreditsAdded,
  CreditsReleased,
  CreditsReserved,
  CreditsWithdrawn,
  type CreditCause,
  type CreditEvent,
  type CreditParts,
  type CreditPeriod,
  type CreditsAfter,
} from './credit-events.ts';

/** Credits taken aside: what is left of them, and the items that were settled already. */
export type CreditReservation = Readonly<{
  parts: CreditParts;
  /** The start of the period that the allowance part is from. */
  periodStart: string;
  until: string | null;
  cause: CreditCause;
  settled: readonly string[];
}>;

export type CreditAccount = Readonly<{
  balance: CreditsAfter;
  period: CreditPeriod | undefined;
  /** The allowance that the period has brought so far. */
  granted: number;
  reservations: Readonly<Record<string, CreditReservation>>;
  purchases: readonly string[];
}>;

/** Unused credits that an allowance of `kept` would not have brought; `left` of `granted` are unused. */
export const unusedBeyond = (kept: number, granted: number, left: number): number =>
  Math.max(0, Math.min(granted - kept, left));

/** What the owner's subscription brings: the current period, and its allowance. */
export type CreditTerms = Readonly<{ period: CreditPeriod; allowance: number }>;

type Timed = Readonly<{ now: string; terms: CreditTerms }>;

export type CreditCommand = Timed &
  (
    | Readonly<{
        type: 'reserve-credits';
        reservationId: string;
        credits: number;
        until: string | null;
        cause: CreditCause;
        /** The code that refuses a reservation beyond the balance. */
        refusal: 'AI_SUBSCRIPTION' | 'INSUFFICIENT_CREDITS';
      }>
    | Readonly<{ type: 'capture-credits'; reservationId: string; item: string; credits: number }>
    | Readonly<{
        type: 'release-credits';
        reservationId: string;
        item: string;
        /** All that is left of the reservation where absent. */
        credits?: number | undefined;
        reason: 'failed' | 'cancelled' | 'unused';
      }>
    | Readonly<{ type: 'purchase-credits'; purchaseId: string; credits: number }>
    | Readonly<{ type: 'set-balance'; balance: number; cause: CreditCause }>
  );

const nothing: CreditsAfter = { allowance: 0, purchased: 0, reserved: 0, used: 0 };
const total = ({ allowance, purchased }: CreditParts): number => allowance + purchased;

/** The allowance is spent first, because it expires. */
const takenFrom = (credits: number, { allowance }: CreditParts): CreditParts => {
  const ofAllowance = Math.min(credits, allowance);
  return { allowance: ofAllowance, purchased: credits - ofAllowance };
};

/** The events of one decision, and the account that each of them leads to. */
class Movements {
  readonly events: CreditEvent[] = [];
  state: CreditAccount;

  constructor(state: CreditAccount) {
    this.state = state;
  }

  add(event: CreditEvent): void {
    this.events.push(event);
    this.state = evolve(this.state, event);
  }

  /** The balance changed by these differences. */
  after(changes: Partial<CreditsAfter>): CreditsAfter {
    const { balance } = this.state;
    return {
      allowance: balance.allowance + (changes.allowance ?? 0),
      purchased: balance.purchased + (changes.purchased ?? 0),
      reserved: balance.reserved + (changes.reserved ?? 0),
      used: changes.used ?? balance.used,
    };
  }

  expire(credits: number, period: CreditPeriod): void {
    const cause = { kind: 'period-end', id: period.start } as const;
    this.add(CreditsExpired({ credits, cause, period, after: this.after({ allowance: -credits }) }));
  }

  release(
    reservationId: string,
    item: string,
    parts: CreditParts,
    reason: 'failed' | 'cancelled' | 'unused' | 'lapsed' | 'withdrawn',
  ): void {
    const held = this.state.reservations[reservationId];
    if (!held || total(parts) === 0) return;
    const credits = total(parts);
    const after = this.after({ ...parts, reserved: -credits });
    this.add(CreditsReleased({ credits, cause: held.cause, after, reservationId, item, parts, reason }));
    // An allowance that was reserved in an earlier period ends when it is given back.
    const { period } = this.state;
    if (period && held.periodStart !== period.start && parts.allowance > 0)
      this.expire(parts.allowance, { start: held.periodStart, end: period.start });
  }
}

/** Ends what has ended by `now`, and begins the period of the terms. */
const bringUpToDate = (moves: Movements, { now, terms }: Timed): void => {
  for (const [id, { until, parts }] of Object.entries(moves.state.reservations))
    if (until !== null && until <= now) moves.release(id, 'rest', parts, 'lapsed');
  const { period, granted } = moves.state;
  const isNew = period === undefined || terms.period.start > period.start;
  if (isNew && period && moves.state.balance.allowance > 0) moves.expire(moves.state.balance.allowance, period);
  const brought = isNew ? 0 : granted;
  if (!isNew && period && terms.allowance < brought) return withdraw(moves, terms, period);
  if (!isNew && terms.allowance === brought) return;
  const credits = terms.allowance - brought;
  const cause = { kind: 'plan', id: terms.period.start } as const;
  const after = moves.after({ allowance: credits, ...(isNew ? { used: 0 } : {}) });
  const lasts = isNew ? terms.period : (period ?? terms.period);
  moves.add(CreditsGranted({ credits, cause, after, period: lasts, allowance: terms.allowance }));
};

/**
 * Smaller terms take the credits along that only the larger ones had brought, if they are unused. Spent credits
 * count as brought, so larger terms of the same period bring back what was withdrawn and no more.
 */
const withdraw = (moves: Movements, terms: CreditTerms, period: CreditPeriod): void => {
  const { granted, balance } = moves.state;
  const credits = unusedBeyond(terms.allowance, granted, balance.allowance);
  if (credits === 0) return;
  const cause = { kind: 'plan', id: period.start } as const;
  const after = moves.after({ allowance: -credits });
  moves.add(CreditsWithdrawn({ credits, cause, after, period, allowance: granted - credits }));
};

const decide = (command: CreditCommand, state: CreditAccount): readonly CreditEvent[] => {
  const moves = new Movements(state);
  bringUpToDate(moves, command);
  switch (command.type) {
    case 'reserve-credits':
      reserve(command, moves);
      break;
    case 'capture-credits':
      capture(command, moves);
      break;
    case 'release-credits': {
      const { reservationId, item, credits, reason } = command;
      const held = moves.state.reservations[reservationId];
      if (!held || held.settled.includes(item)) break;
      const wanted = Math.min(credits ?? total(held.parts), total(held.parts));
      // Purchased credits go back first, so that what is left to capture is the allowance.
      const purchased = Math.min(wanted, held.parts.purchased);
      moves.release(reservationId, item, { purchased, allowance: wanted - purchased }, reason);
      break;
    }
    case 'purchase-credits': {
      const { purchaseId, credits } = command;
      if (state.purchases.includes(purchaseId)) break;
      const cause = { kind: 'purchase', id: purchaseId } as const;
      moves.add(CreditsAdded({ credits, cause, purchaseId, after: moves.after({ purchased: credits }) }));
      break;
    }
    case 'set-balance':
      setBalance(command, moves);
      break;
    default:
      return unreachable(command);
  }
  return moves.events;
};

const reserve = (command: Extract<CreditCommand, { type: 'reserve-credits' }>, moves: Movements): void => {
  const { reservationId, credits, until, cause, refusal } = command;
  const { period } = moves.state;
  if (moves.state.reservations[reservationId] || credits === 0 || !period) return;
  const available = total(moves.state.balance);
  if (credits > available)
    throw new Refused(refusal, `${credits} AI credits are needed and ${available} are available`, {
      required: credits,
      available,
    });
  const parts = takenFrom(credits, moves.state.balance);
  const after = moves.after({ allowance: -parts.allowance, purchased: -parts.purchased, reserved: credits });
  moves.add(CreditsReserved({ credits, cause, after, reservationId, parts, periodStart: period.start, until }));
};

const capture = (command: Extract<CreditCommand, { type: 'capture-credits' }>, moves: Movements): void => {
  const { reservationId, item, credits } = command;
  const held = moves.state.reservations[reservationId];
  if (!held || held.settled.includes(item)) return;
  if (credits > total(held.parts)) throw new Refused('CONFLICT', 'The reservation has fewer credits left');
  const parts = takenFrom(credits, held.parts);
  const { used } = moves.state.balance;
  const after = moves.after({ reserved: -credits, used: used + credits });
  moves.add(CreditsCaptured({ credits, cause: held.cause, after, reservationId, item, parts }));
};

/** Afterwards nothing is reserved, and exactly `balance` is left. */
const setBalance = (command: Extract<CreditCommand, { type: 'set-balance' }>, moves: Movements): void => {
  const { balance, cause } = command;
  for (const [id, { parts }] of Object.entries(moves.state.reservations)) moves.release(id, 'rest', parts, 'withdrawn');
  const { balance: now, period } = moves.state;
  const credits = balance - total(now);
  if (credits === 0 || !period) return;
  const after = { ...moves.after({}), allowance: balance, purchased: 0 };
  moves.add(CreditsAdjusted({ credits, cause, after, period }));
};

const without = (
  reservations: CreditAccount['reservations'],
  id: string,
  item: string,
  parts: CreditParts,
): CreditAccount['reservations'] => {
  const { [id]: held, ...others } = reservations;
  if (!held) return reservations;
  const left = {
    allowance: held.parts.allowance - parts.allowance,
    purchased: held.parts.purchased - parts.purchased,
  };
  return total(left) === 0 ? others : { ...others, [id]: { ...held, parts: left, settled: [...held.settled, item] } };
};

const evolve = (state: CreditAccount, event: CreditEvent): CreditAccount => {
  const moved = { ...state, balance: event.data.after };
  switch (event.type) {
    case 'CreditsGranted':
    case 'CreditsWithdrawn':
      return { ...moved, period: event.data.period, granted: event.data.allowance };
    case 'CreditsAdded':
      return { ...moved, purchases: [...state.purchases, event.data.purchaseId] };
    case 'CreditsReserved': {
      const { reservationId, parts, periodStart, until, cause } = event.data;
      const held: CreditReservation = { parts, periodStart, until, cause, settled: [] };
      return { ...moved, reservations: { ...state.reservations, [reservationId]: held } };
    }
    case 'CreditsCaptured':
    case 'CreditsReleased': {
      const { reservationId, item, parts } = event.data;
      return { ...moved, reservations: without(state.reservations, reservationId, item, parts) };
    }
    case 'CreditsExpired':
    case 'CreditsAdjusted':
      return moved;
    default:
      return unreachable(event);
  }
};

/**
 * `credits-<account id>`: the AI credits of one person's workspaces. Spending begins by taking credits
 * aside first, so the balance is never negative however many spend at once. A command first ends
 * what has ended by its time, so no timer is needed for the end of a period.
 */
export const creditAccount: Decider<CreditAccount, CreditCommand, CreditEvent> = {
  category: 'credits',
  initial: { balance: nothing, period: undefined, granted: 0, reservations: {}, purchases: [] },
  decide,
  evolve,
};
