import type { SubscriptionView } from '../../domain/billing/subscription-view.ts';
import { entitlementOf, type Entitlement } from '../../domain/billing/entitlement.ts';
import { notFound } from '../../domain/kernel/refused.ts';
import { Plan } from '../../domain/plans/plan.ts';
import type { ReadContext } from '../kernel/endpoint.ts';

/** The owner of the caller's workspace, and what they pay for. */
export type PayingOwner = Readonly<{
  ownerId: string;
  view: SubscriptionView | undefined;
  entitlement: Entitlement;
  /** The workspaces that the person owns. */
  workspaceIds: readonly string[];
  /** Of the caller's workspace, ISO 8601. */
  graceUntil: string | null;
  ownerBuysAbove: number | null;
}>;

/** Far more than a person may own. */
const maxWorkspaces = 50;

/** The read models that `payingOwner` queries. */
export const ownerModels = ['workspaces', 'subscriptions'] as const;

export const payingOwner = async ({ db, caller, now }: ReadContext): Promise<PayingOwner> => {
  const own = await db
    .selectFrom('workspaces')
    .select(['owner_id', 'plan', 'view', 'owner_buys_above'])
    .where('id', '=', caller.workspaceId)
    .executeTakeFirst();
  if (!own) throw notFound('workspace');
  const [row, owned] = await Promise.all([
    db.selectFrom('subscriptions').select('view').where('owner_id', '=', own.owner_id).executeTakeFirst(),
    db.selectFrom('workspaces').select('id').where('owner_id', '=', own.owner_id).limit(maxWorkspaces).execute(),
  ]);
  const entitlement = entitlementOf(row?.view, now);
  return {
    ownerId: own.owner_id,
    view: row?.view,
    // A workspace may have a plan that was given without a subscription.
    entitlement: row?.view.anchor ? entitlement : { ...entitlement, plan: Plan.parse(own.plan) },
    graceUntil: own.view.graceUntil ?? row?.view.graceUntil ?? null,
    ownerBuysAbove: own.owner_buys_above,
    workspaceIds: owned.map(({ id }) => id),
  };
};
