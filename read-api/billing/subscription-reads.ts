import { z } from 'zod';
import { readinessCategories, readinessFor, readinessSeverities } from '../../domain/billing/readiness.ts';
import { graceDays, graceEndOf } from '../../domain/billing/terms.ts';
import { addOnTerms, AiTier, Plan } from '../../domain/plans/plan.ts';
import { readEndpoint, type ReadEndpoint } from '../kernel/endpoint.ts';
import { countedModels, countedUse } from './counted-use.ts';
import { creditModels, creditsUsed } from './credits-used.ts';
import { ownerModels, payingOwner } from './paying-owner.ts';

const aiUsage = readEndpoint({
  method: 'GET',
  path: '/v1/subscription/ai-usage',
  id: 'getAiUsage',
  summary: 'AI credits of the current month',
  description:
    'subscribed is whether the owner has the AI add-on. The credits are those of the plan and of the add-on ' +
    'together. They come each month, also where the plan is paid by the year: billing_period_start and ' +
    'billing_period_end are that month. While a payment is due the credits of the plan are held back. migration proposes a higher add-on to an owner who has used 90 per cent of the credits, and is ' +
    'null otherwise. Its monthlySavings is 0, because the higher add-on costs more, and isClearUpgrade is true, because it ' +
    'has all that the lower one has.',
  reply: z.object({
    subscribed: z.boolean(),
    tier: AiTier.nullable(),
    credits_used: z.int(),
    credits_limit: z.int().nullable().meta({ description: 'null is unlimited' }),
    credits_remaining: z.int().nullable(),
    billing_period_start: z.string(),
    billing_period_end: z.string(),
    migration: z
      .object({
        banner: z.string(),
        recommendedTier: AiTier,
        monthlySavings: z.number(),
        isClearUpgrade: z.boolean(),
      })
      .nullable(),
  }),
  reads: [...ownerModels, ...creditModels],
  async run(_asked, context) {
    const { ownerId, entitlement } = await payingOwner(context);
    const { aiTier, creditPeriod: period } = entitlement;
    const { used, limit, remaining } = await creditsUsed(ownerId, entitlement, context);
    const next = aiTier === null ? ('starter' as const) : aiTier === 'starter' ? ('pro' as const) : undefined;
    const isNearEnd = limit > 0 && used * 10 >= limit * 9;
    const migration =
      next === undefined || !isNearEnd
        ? null
        : {
            banner: `The ${next} AI add-on has ${addOnTerms[next].credits} credits a period`,
            recommendedTier: next,
            monthlySavings: 0,
            isClearUpgrade: true,
          };
    return {
      body: {
        subscribed: aiTier !== null,
        tier: aiTier,
        credits_used: used,
        credits_limit: limit,
        credits_remaining: remaining,
        billing_period_start: period.start,
        billing_period_end: period.end,
        migration,
      },
    };
  },
});

const PendingChange = z.object({
  type: z.enum(['downgrade', 'cancellation']),
  effectiveDate: z.string().nullable(),
  newPlan: Plan,
});

const pendingChanges = readEndpoint({
  method: 'GET',
  path: '/v1/subscription/pending-changes',
  id: 'getPendingChanges',
  summary: 'What changes at the end of the paid period',
  description: 'Downgrades and cancellations wait for the end of the paid period; upgrades take effect at ' + 'once.',
  reply: z.object({ pendingChanges: PendingChange.nullable() }),
  reads: [...ownerModels],
  async run(_asked, context) {
    const { view } = await payingOwner(context);
    if (!view?.pending) return { body: { pendingChanges: null } };
    const { type, effectiveDate, plan } = view.pending;
    return { body: { pendingChanges: { type, effectiveDate, newPlan: plan } } };
  },
});

const downgradeReadiness = readEndpoint({
  method: 'GET',
  path: '/v1/subscription/downgrade-readiness',
  id: 'getDowngradeReadiness',
  summary: 'What a lower plan would not allow any more',
  description:
    'Advice: nothing is changed. Accounts and posts are those of the workspace of the owner that has most. For ' +
    'ai_credits and monthly_posts `current` is what the current plan allows. `excess` is what `current` is beyond ' +
    '`allowed`; of unlimited posts, what this month had beyond it. -1 is unlimited. effectiveDate is ' +
    'that of a pending change, or the end of the paid period.',
  query: z.object({ targetPlan: Plan }),
  reply: z.object({
    targetPlan: Plan,
    effectiveDate: z.string(),
    graceExpiresDate: z.string(),
    graceDays: z.int(),
    items: z.array(
      z.object({
        category: z.enum(readinessCategories),
        current: z.int(),
        allowed: z.int(),
        excess: z.int(),
        severity: z.enum(readinessSeverities),
        message: z.string(),
        actionUrl: z.string().optional(),
        requiresDesignation: z.boolean(),
      }),
    ),
  }),
  reads: [...ownerModels, ...countedModels],
  async run({ query: { targetPlan } }, context) {
    const { view, entitlement, workspaceIds } = await payingOwner(context);
    const counted = await Promise.all(workspaceIds.map((id) => countedUse(context, id)));
    const most = (of: (use: (typeof counted)[number]) => number) => Math.max(0, ...counted.map(of));
    const { plan, aiTier, period } = entitlement;
    const items = readinessFor(targetPlan, {
      plan,
      aiTier,
      workspaces: workspaceIds.length,
      accounts: most(({ accounts }) => accounts),
      monthlyPosts: most(({ monthlyPosts }) => monthlyPosts),
    });
    const effectiveDate = view?.pending?.effectiveDate ?? period.end;
    const graceExpiresDate = graceEndOf(effectiveDate);
    return {
      body: { targetPlan, effectiveDate, graceExpiresDate, graceDays, items: items.map((item) => ({ ...item })) },
    };
  },
});

/** The GETs under /v1/subscription. */
export const subscriptionReads: readonly ReadEndpoint[] = [aiUsage, pendingChanges, downgradeReadiness];
