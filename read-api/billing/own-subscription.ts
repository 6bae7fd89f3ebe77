import { z } from 'zod';
import { entitlementOf } from '../../domain/billing/entitlement.ts';
import { arePaid } from '../../domain/billing/terms.ts';
import { AiTier, BillingPeriod, Plan, priceOf } from '../../domain/plans/plan.ts';
import { readEndpoint } from '../kernel/endpoint.ts';

const maxWorkspaces = 50;

/** GET /v1/users/me/subscription. */
export const getMySubscription = readEndpoint({
  method: 'GET',
  path: '/v1/users/me/subscription',
  id: 'getMySubscription',
  summary: 'The subscription that I pay for myself',
  description:
    'It stays with the person who pays when a workspace is handed over: workspaces are those that have its plan now. ' +
    'Without any, it ends with the paid period, unless it is resumed or a workspace is founded before. ' +
    'GET /v1/billing/current is what the owner of the workspace pays for instead.',
  reply: z.object({
    subscription: z
      .object({
        plan: Plan,
        billingPeriod: BillingPeriod,
        aiTier: AiTier.nullable(),
        status: z.enum(['active', 'past_due', 'canceling']),
        price: z.number().meta({ description: 'US dollars a period, the add-on included' }),
        currentPeriodEnd: z.string(),
        endsAt: z.string().nullable(),
        workspaces: z.array(z.object({ id: z.string(), name: z.string() })),
        cancelUrl: z.string(),
      })
      .nullable(),
  }),
  access: 'session',
  reads: ['subscriptions', 'workspaces'],
  async run(_asked, { db, caller, now }) {
    const mine = caller.userId ?? '';
    const row = await db.selectFrom('subscriptions').select('view').where('owner_id', '=', mine).executeTakeFirst();
    if (!row || !arePaid(row.view)) return { body: { subscription: null } };
    const owned = await db
      .selectFrom('workspaces')
      .select('view')
      .where('owner_id', '=', mine)
      .orderBy('id')
      .limit(maxWorkspaces)
      .execute();
    const { plan, billingPeriod, aiTier, period } = entitlementOf(row.view, now);
    const { pending, paymentStatus } = row.view;
    const endsAt = pending?.type === 'cancellation' ? pending.effectiveDate : null;
    return {
      body: {
        subscription: {
          plan,
          billingPeriod,
          aiTier,
          status: endsAt === null ? paymentStatus : ('canceling' as const),
          price: priceOf(plan, aiTier, billingPeriod),
          currentPeriodEnd: period.end,
          endsAt,
          workspaces: owned.map(({ view: { id, name } }) => ({ id, name })),
          cancelUrl: '/v1/users/me/subscription/cancel',
        },
      },
    };
  },
});
