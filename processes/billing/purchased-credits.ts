import type { CreditMover, PaidCredits } from '../../domain/credits/credits.ts';
import { workspace } from '../../domain/workspaces/workspace.ts';
import { processOf } from '../kernel/process.ts';

/** Credits that were paid for. `at`: since when, ISO 8601. */
export type Purchased = Readonly<{
  paymentId: string;
  /** Absent in rows of older releases. */
  ownerId?: string;
  credits: number;
  at: string;
}>;

export type PurchasePorts = Readonly<{
  /** Adds purchased credits to the account of the person who paid, each purchase once. */
  addCredits(purchase: PaidCredits, by: CreditMover): Promise<unknown>;
}>;

/** Adds purchased credits to the account of AI credits, where the request that bought them died before it. */
export const purchasedCredits = processOf<Purchased, Purchased, PurchasePorts>()({
  name: 'purchased-credits',
  description: 'Adds purchased AI credits to the account of their owner.',
  beginsByItself: true,
  on: {
    CreditsPurchased: (_, { data, meta }) => ({
      paymentId: data.paymentId,
      ownerId: data.ownerId,
      credits: data.credits,
      at: meta.occurredAt,
    }),
  },
  instancesOf: ({ data }) => data.paymentId,
  outlivesWorkspace: () => true,
  next: (purchased) => ({ at: purchased.at, action: purchased }),
  act: async ({ paymentId, ownerId, credits }, context, { addCredits }) => {
    const { workspaceId, mode } = context;
    const payer = ownerId ?? (await context.load(workspace, workspaceId))?.state?.ownerId;
    if (payer === undefined) return context.endInstance();
    await addCredits(
      { ownerId: payer, purchaseId: paymentId, credits },
      {
        workspaceId,
        mode,
        now: context.now().toISOString(),
        send: (decider, id, command, step) => context.send(decider, id, command, { step, shared: true }),
      },
    );
    context.endInstance();
  },
});
