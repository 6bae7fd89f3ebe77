import { account } from '../../domain/accounts/account.ts';
import { accountRegistry } from '../../domain/accounts/account-registry.ts';
import { splitAccounts } from '../../domain/billing/kept-accounts.ts';
import { planTerms, type Plan } from '../../domain/plans/plan.ts';
import type { ActContext } from '../kernel/act-context.ts';

type Fitting = Readonly<{
  workspaceId: string;
  plan: Plan;
  /** The accounts that a person chose to keep. */
  kept: readonly string[];
  /** Tells one fitting from the next. */
  step: string;
}>;

type Context = Pick<ActContext, 'load' | 'send'>;

const split = async ({ workspaceId, plan, kept }: Fitting, { load }: Context) => {
  const slots = (await load(accountRegistry, workspaceId, 'latest', { shared: true }))?.state ?? {};
  const held = Object.values(slots).flatMap((slot) => (slot.held ? [slot.accountId] : []));
  return splitAccounts(held, kept, planTerms[plan].accounts);
};

/** Pauses the accounts beyond a plan, and answers them. Nothing is deleted. */
export const pauseAccounts = async (fitting: Fitting, context: Context): Promise<readonly string[]> => {
  const { beyond } = await split(fitting, context);
  const { workspaceId, step } = fitting;
  for (const id of beyond)
    await context.send(account, id, { type: 'pause' }, { step: `pause/${id}/${step}`, workspaceId });
  return beyond;
};

/** Lets the accounts that a plan has room for publish again. */
export const resumeAccounts = async (fitting: Fitting, context: Context): Promise<void> => {
  const { within } = await split(fitting, context);
  const { workspaceId, step } = fitting;
  for (const id of within) {
    const state = (await context.load(account, id, 'latest', { shared: true }))?.state;
    if (state?.paused)
      await context.send(account, id, { type: 'resume' }, { step: `resume/${id}/${step}`, workspaceId });
  }
};
