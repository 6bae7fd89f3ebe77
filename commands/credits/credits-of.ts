import type { Entitlement } from '../../domain/billing/entitlement.ts';
import {
  creditAccount,
  type CreditAccount,
  type CreditCommand,
  type CreditTerms,
} from '../../domain/credits/credit-account.ts';
import { creditAccountId } from '../../domain/credits/credit-account-id.ts';
import type { CreditCause, CreditEvent } from '../../domain/credits/credit-events.ts';
import { creditBalance, type CreditBalance } from '../../domain/credits/credit-view.ts';
import type { CreditMover, Credits, PaidCredits } from '../../domain/credits/credits.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import type { Mode } from '../../domain/kernel/mode.ts';
import { notFound } from '../../domain/kernel/refused.ts';
import { workspace } from '../../domain/workspaces/workspace.ts';
import type { WriteContext } from '../kernel/endpoint.ts';
import type { CommandHandler } from '../kernel/handle.ts';

export type CreditParties = Readonly<{
  commands: Pick<CommandHandler, 'load'>;
  /** What a person may use at `now`, ISO 8601 on the workspace's clock. */
  subscriptionOf(ownerId: string, now: string): Promise<Entitlement>;
}>;

/** What the sandbox and payments may do beside spending. */
export type CreditsOffice = Credits &
  Readonly<{
    /** Sets what is left; open reservations end. For test mode. */
    setBalance(balance: number, cause: CreditCause, by: CreditMover): Promise<CreditBalance>;
    /** Adds credits to the account of the person who paid for them, each `purchaseId` once. */
    purchase(purchase: PaidCredits, by: CreditMover): Promise<CreditBalance>;
    /** The plan and add-on that the workspace spends by. */
    entitlement(workspaceId: string, now: string): Promise<Entitlement>;
  }>;

/** A request as a mover of credits. */
export const creditMover = ({ caller, now, handle }: WriteContext): CreditMover => ({
  workspaceId: caller.workspaceId,
  mode: caller.mode,
  now,
  send: (decider, id, command, step) => handle(decider, id, command, { shared: true, step }),
});

type Untimed = CreditCommand extends infer Each
  ? Each extends CreditCommand
    ? Omit<Each, 'now' | 'terms'>
    : never
  : never;
type Sent = Readonly<{ state: CreditAccount; events: readonly Recorded<CreditEvent>[]; balance: CreditBalance }>;

/** The credits of workspaces, each on the account of its owner. */
export const creditsOf = ({ commands, subscriptionOf }: CreditParties): CreditsOffice => {
  const ofOwner = async (ownerId: string, mode: Mode, now: string) => {
    const entitlement = await subscriptionOf(ownerId, now);
    const terms: CreditTerms = { period: entitlement.creditPeriod, allowance: entitlement.credits };
    return { entitlement, terms, accountId: creditAccountId(ownerId, mode) };
  };
  const of = async (workspaceId: string, now: string) => {
    const found = (await commands.load(workspace, workspaceId, workspaceId))?.state;
    if (!found) throw notFound('workspace');
    return ofOwner(found.ownerId, found.mode, now);
  };
  const send = async (
    command: Untimed,
    step: string,
    { now, workspaceId, ...by }: CreditMover,
    account?: string,
  ): Promise<Sent & Readonly<{ accountId: string }>> => {
    const { terms, accountId } = await of(workspaceId, now);
    const at = account ?? accountId;
    const { state, events } = await by.send(creditAccount, at, { ...command, now, terms } as CreditCommand, step);
    return { state, events, accountId: at, balance: creditBalance(flat(state), terms) };
  };
  return {
    reserve: async (asked, by) => {
      const step = `reserve-credits/${asked.reservationId}`;
      const { accountId, balance, state } = await send({ type: 'reserve-credits', ...asked }, step, by);
      return { accountId, held: state.reservations[asked.reservationId] !== undefined, balance };
    },
    capture: async ({ accountId, reservationId, item, credits }, by) => {
      const command = { type: 'capture-credits', reservationId, item, credits } as const;
      const step = `capture-credits/${reservationId}/${item}`;
      const { events, balance } = await send(command, step, by, accountId);
      const captured = events.some(
        ({ type, data }) => type === 'CreditsCaptured' && data.reservationId === reservationId && data.item === item,
      );
      return { captured, balance };
    },
    release: async ({ accountId, reservationId, item, credits, reason }, by) => {
      const command = { type: 'release-credits', reservationId, item, credits, reason } as const;
      return (await send(command, `release-credits/${reservationId}/${item}`, by, accountId)).balance;
    },
    balance: async (workspaceId, now) => {
      const { accountId, terms } = await of(workspaceId, now);
      const account = (await commands.load(creditAccount, accountId, undefined))?.state;
      return creditBalance(account && flat(account), terms);
    },
    setBalance: async (balance, cause, by) =>
      (await send({ type: 'set-balance', balance, cause }, 'set-balance', by)).balance,
    purchase: async ({ ownerId, purchaseId, credits }, { workspaceId: _workspace, mode, now, ...by }) => {
      const { terms, accountId } = await ofOwner(ownerId, mode, now);
      const command = { type: 'purchase-credits', purchaseId, credits, now, terms } as const;
      const { state } = await by.send(creditAccount, accountId, command, `purchase-credits/${purchaseId}`);
      return creditBalance(flat(state), terms);
    },
    entitlement: async (workspaceId, now) => (await of(workspaceId, now)).entitlement,
  };
};

const flat = ({ balance, period, granted }: CreditAccount) => ({ ...balance, period, granted });
