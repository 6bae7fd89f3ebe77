import { z } from 'zod';
import { AnsweredInstant } from '../../domain/kernel/answered-times.ts';
import { arePaid } from '../../domain/billing/terms.ts';
import { AiTier, BillingPeriod, Plan, planTerms } from '../../domain/plans/plan.ts';
import { streamOf } from '../../domain/streams.ts';
import { readEndpoint, type ReadEndpoint } from '../kernel/endpoint.ts';
import { countedModels, countedUse, scheduledPostsOf } from './counted-use.ts';
import { creditModels, creditsUsed } from './credits-used.ts';
import { getMySubscription } from './own-subscription.ts';
import { ownerModels, payingOwner } from './paying-owner.ts';

const dayMs = 86_400_000;
/** How long an ended trial is called recent. */
const recentDays = 14;

const Limit = z.int().nullable().meta({ description: 'null is unlimited' });

/** The whole days of a trial, and whether it ended lately without a paid plan. */
const trialOf = (
  view: Readonly<{ trialStart: string | null; trialEnd: string | null }> | undefined,
  { isPaid }: Readonly<{ isPaid: boolean }>,
  now: string,
) => {
  const { trialStart = null, trialEnd = null } = view ?? {};
  if (trialStart === null || trialEnd === null)
    return { trialEnd: null, trialTotalDays: 0, recentlyExpiredTrial: false };
  const sinceEnd = Date.parse(now) - Date.parse(trialEnd);
  return {
    trialEnd,
    trialTotalDays: Math.round((Date.parse(trialEnd) - Date.parse(trialStart)) / dayMs),
    recentlyExpiredTrial: !isPaid && sinceEnd >= 0 && sinceEnd < recentDays * dayMs,
  };
};

const currentPlan = readEndpoint({
  method: 'GET',
  path: '/v1/billing/current',
  id: 'getCurrentBilling',
  summary: 'The plan, its period and what is pending',
  description:
    'It is what the owner of the workspace pays for: the plan holds for each of their workspaces. ' +
    'recentlyExpiredTrial is true for 14 days after a trial that ended without a paid plan.',
  reply: z.object({
    plan: Plan,
    billingPeriod: BillingPeriod,
    aiTier: AiTier.nullable(),
    status: z.enum(['free', 'trialing', 'active', 'past_due', 'canceling']),
    price: z.number().meta({ description: 'US dollars a period, without the add-on' }),
    currentPeriodStart: z.string(),
    currentPeriodEnd: z.string(),
    cancelAtPeriodEnd: z.boolean(),
    pendingChange: z
      .object({
        type: z.enum(['downgrade', 'cancellation']),
        effectiveDate: z.string().nullable(),
        newPlan: Plan,
      })
      .nullable(),
    graceUntil: z.string().nullable().meta({ description: 'Until when accounts beyond the plan stay active' }),
    ownerBuysAbove: z.number().nullable().meta({ description: 'US dollars; see PUT /v1/billing/purchase-bound' }),
    trialEnd: z.string().nullable(),
    trialTotalDays: z.int(),
    recentlyExpiredTrial: z.boolean(),
  }),
  reads: [...ownerModels],
  past: {
    // The owner of that moment: ownership may have been transferred since.
    async origins(_params, { past, caller: { workspaceId } }, moment) {
      const workspace = streamOf('workspace', workspaceId);
      const { db } = await past.at(moment, ['workspaces'], { streams: [workspace] });
      const row = await db.selectFrom('workspaces').select('owner_id').where('id', '=', workspaceId).executeTakeFirst();
      return { streams: [workspace, ...(row ? [streamOf('subscription', row.owner_id)] : [])] };
    },
  },
  async run(_asked, context) {
    const { view, entitlement, graceUntil, ownerBuysAbove } = await payingOwner(context);
    const { plan, billingPeriod, aiTier, period } = entitlement;
    const isPaid = arePaid(entitlement);
    const pending = view?.pending ?? null;
    const isCanceling = pending?.type === 'cancellation';
    const trial = trialOf(view, { isPaid }, context.now);
    const isTrialing = trial.trialEnd !== null && trial.trialEnd > context.now;
    const running = isTrialing ? ('trialing' as const) : (view?.paymentStatus ?? 'active');
    const paid = isCanceling ? ('canceling' as const) : running;
    return {
      body: {
        plan,
        billingPeriod,
        aiTier,
        status: isPaid ? paid : ('free' as const),
        price: planTerms[plan].price[billingPeriod],
        currentPeriodStart: period.start,
        currentPeriodEnd: period.end,
        cancelAtPeriodEnd: isCanceling,
        pendingChange: pending && {
          type: pending.type,
          effectiveDate: pending.effectiveDate,
          newPlan: pending.plan,
        },
        graceUntil,
        ownerBuysAbove,
        ...trial,
      },
    };
  },
});

const Used = z.object({ used: z.int(), limit: Limit, remaining: Limit });
const usedOf = (used: number, limit: number | null) => ({
  used,
  limit,
  remaining: limit === null ? null : Math.max(0, limit - used),
});

const usage = readEndpoint({
  method: 'GET',
  path: '/v1/billing/usage',
  id: 'getBillingUsage',
  summary: 'What the workspace uses of what its plan allows',
  description:
    'Posts are counted in the calendar month. AI credits are those of the owner, in their month. ' +
    'storedBytes are the bytes of media, logos and avatars: an upload counts from its announcement on, and a file until ' +
    'it is deleted. Registered files are stored elsewhere and count nothing.',
  reply: z.object({
    plan: Plan,
    period: z.object({ start: AnsweredInstant, end: AnsweredInstant }),
    accounts: Used,
    scheduledPosts: Used,
    monthlyPosts: Used,
    members: Used,
    storedBytes: Used,
    workspaces: Used,
    aiCredits: Used,
  }),
  reads: [...ownerModels, ...countedModels, ...creditModels],
  async run(_asked, context) {
    const { ownerId, entitlement, workspaceIds } = await payingOwner(context);
    const use = await countedUse(context, context.caller.workspaceId);
    const credits = await creditsUsed(ownerId, entitlement, context);
    const terms = planTerms[entitlement.plan];
    return {
      body: {
        plan: entitlement.plan,
        period: entitlement.period,
        accounts: usedOf(use.accounts, terms.accounts),
        scheduledPosts: usedOf(use.scheduledPosts, terms.scheduledPosts),
        monthlyPosts: usedOf(use.monthlyPosts, terms.monthlyPosts),
        members: usedOf(use.members, terms.members),
        storedBytes: usedOf(use.storedBytes, terms.storedBytes),
        workspaces: usedOf(workspaceIds.length, terms.ownedWorkspaces),
        aiCredits: usedOf(credits.used, credits.limit),
      },
    };
  },
});

const scheduledPostCount = readEndpoint({
  method: 'GET',
  path: '/v1/billing/scheduled-post-count',
  id: 'getScheduledPostCount',
  summary: 'How many posts are scheduled, and how many the plan allows',
  description: 'Posts that are held back for payment are counted too.',
  reply: z.object({ count: z.int(), limit: Limit, remaining: Limit }),
  reads: [...ownerModels, 'posts'],
  async run(_asked, context) {
    const { entitlement } = await payingOwner(context);
    const count = await scheduledPostsOf(context, context.caller.workspaceId);
    const { limit, remaining } = usedOf(count, planTerms[entitlement.plan].scheduledPosts);
    return { body: { count, limit, remaining } };
  },
});

/** The GETs under /v1/billing. */
export const billingReads: readonly ReadEndpoint[] = [currentPlan, usage, scheduledPostCount, getMySubscription];
