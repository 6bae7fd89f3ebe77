import type { Decider } from '../kernel/decider.ts';
import type { NewEvent, Recorded } from '../kernel/event.ts';
import type { Mode } from '../kernel/mode.ts';
import type { CreditCause } from './credit-events.ts';
import type { CreditBalance } from './credit-view.ts';

/** The request or process step that moves credits. */
export type CreditMover = Readonly<{
  workspaceId: string;
  mode: Mode;
  /** ISO 8601, on the workspace's clock. */
  now: string;
  /** Sends a command. The same step of the same mover is the same command. */
  send<State, Command, Event extends NewEvent>(
    decider: Decider<State, Command, Event>,
    id: string,
    command: Command,
    step: string,
  ): Promise<Readonly<{ state: State; events: readonly Recorded<Event>[] }>>;
}>;

/** Credits that the owner of workspaces paid for: they are theirs, also when a workspace changes hands meanwhile. */
export type PaidCredits = Readonly<{ ownerId: string; purchaseId: string; credits: number }>;

export type CreditReservationAsked = Readonly<{
  /** Unique among all reservations: the id of the request or job. */
  reservationId: string;
  credits: number;
  cause: CreditCause;
  /** When the reservation ends by itself, ISO 8601; null where a process always settles it. */
  until: string | null;
  /** The code of 402 where the balance is short; `details` has `required` and `available`. */
  refusal: 'AI_SUBSCRIPTION' | 'INSUFFICIENT_CREDITS';
}>;

/** A part of a reservation: each `item` is settled once. */
export type SettledItem = Readonly<{ accountId: string; reservationId: string; item: string }>;

/**
 * The AI credits of the owner of a workspace. Work takes credits aside, then captures them on
 * success or releases them on failure. Nothing is ever spent that was not taken aside.
 */
export interface Credits {
  /**
   * Takes credits aside. `accountId` is where they are captured, also when the workspace gets another owner. `held` is
   * false where the same reservation was settled before.
   */
  reserve(
    asked: CreditReservationAsked,
    by: CreditMover,
  ): Promise<Readonly<{ accountId: string; held: boolean; balance: CreditBalance }>>;
  /** Spends reserved credits. `captured` is false where the reservation has ended before. */
  capture(
    item: SettledItem & Readonly<{ credits: number }>,
    by: CreditMover,
  ): Promise<Readonly<{ captured: boolean; balance: CreditBalance }>>;
  /** Gives reserved credits back: `credits` of them, or all that are left. */
  release(
    item: SettledItem & Readonly<{ credits?: number; reason: 'failed' | 'cancelled' | 'unused' }>,
    by: CreditMover,
  ): Promise<CreditBalance>;
  balance(workspaceId: string, now: string): Promise<CreditBalance>;
}
