import { z } from 'zod';
import { PaymentRefused } from '../../domain/billing/payment-provider.ts';
import { creditPacks, priceOfCredits } from '../../domain/billing/credit-packs.ts';
import { requireFeature } from '../../domain/plans/plan.ts';
import { Refused } from '../../domain/kernel/refused.ts';
import { post } from '../../domain/posts/post.ts';
import { creditMover } from '../credits/credits-of.ts';
import { forEachConcurrently } from '../kernel/for-each-concurrently.ts';
import { writeEndpoint, type WriteContext, type WriteEndpoint } from '../kernel/endpoint.ts';
import { success, Success } from '../../read-api/contract/success.ts';
import { ownedBy } from '../workspaces/owned-workspaces.ts';
import type { BillingPorts } from './ports.ts';
import { openCheckout } from './checkout.ts';
import { cancelAtPeriodEnd, keepTerms } from './change-terms.ts';
import { payingOwner, requireOwnerAbove, requireProvider, termsOfOwner } from './owner.ts';
import { ownSubscriptionEndpoints } from './own-subscription-endpoints.ts';
import { setPurchaseBound } from './purchase-bound.ts';
import { customerOf, pay, paymentError } from './pay.ts';

const postsPerRound = 200;

/** Posts that are moved to drafts before a cancellation: more than any plan below agency schedules. */
const maxRounds = 50;

/** Makes a scheduled post a draft that keeps its time, for an owner who changes their mind. */
const draft = async (postId: string, workspaceId: string, context: WriteContext): Promise<void> => {
  const before = await context.load(post, postId, { shared: true });
  const time = before?.state.kind === 'existing' ? before.state.scheduledFor : null;
  const edit = { type: 'edit', changes: {}, saveAsDraft: true, accounts: new Map(), now: context.now } as const;
  await context.handle(post, postId, { ...edit, scheduledFor: null }, { workspaceId, step: `draft-${postId}` });
  if (time === null) return;
  await context.handle(post, postId, { ...edit, scheduledFor: time }, { workspaceId, step: `keep-time-${postId}` });
};

/** Moves the scheduled posts of every workspace of a person to drafts; the number of them. */
const draftScheduled = async (ownerId: string, context: WriteContext, ports: BillingPorts): Promise<number> => {
  const moved = new Set<string>();
  for (const { id: workspaceId } of await ownedBy(ownerId, context)) {
    for (let round = 0; round < maxRounds; round++) {
      const ids = (await ports.scheduledPosts(workspaceId, postsPerRound + moved.size)).filter((id) => !moved.has(id));
      if (ids.length === 0) break;
      await forEachConcurrently(ids, 8, async (postId) => {
        moved.add(postId);
        await draft(postId, workspaceId, context).catch((error: unknown) => {
          // Published or cancelled meanwhile: it is not scheduled any more.
          if (!(error instanceof Refused)) throw error;
        });
      });
    }
  }
  return moved.size;
};

const Done = z.object({ ...Success.shape, message: z.string() });

const cancel = (ports: BillingPorts) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/billing/cancel',
    id: 'cancelSubscription',
    summary: 'End the subscription with the paid period',
    description:
      'Everything stays until effectiveDate; then the plan is free. With cancelScheduledPosts the scheduled posts ' +
      'of all workspaces of the owner become drafts first, which keep their times: after resumeSubscription a PATCH with ' +
      'the `scheduledFor` of a draft schedules it again. A second call answers the first date.',
    body: z.object({ cancelScheduledPosts: z.boolean().default(false) }).prefault({}),
    reply: z.object({ ...Done.shape, effectiveDate: z.string(), draftedPosts: z.int() }),
    idempotent: true,
    errors: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT', 'PAYMENT_ERROR', 'SERVICE_UNAVAILABLE'],
    async run({ body: { cancelScheduledPosts } }, context) {
      const owner = await payingOwner(context);
      requireProvider(ports, owner.mode);
      let draftedPosts = 0;
      const effectiveDate = await cancelAtPeriodEnd(owner, context, ports, async () => {
        if (cancelScheduledPosts) draftedPosts = await draftScheduled(owner.ownerId, context, ports);
      });
      const message = `The subscription ends on ${effectiveDate.slice(0, 10)}`;
      return { body: { ...success, message, effectiveDate, draftedPosts } };
    },
  });

const resume = (ports: BillingPorts) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/billing/resume',
    id: 'resumeSubscription',
    summary: 'Keep a subscription that was cancelled',
    description: 'Possible until the paid period ends. Without a cancellation it changes nothing.',
    reply: Done,
    idempotent: true,
    errors: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT', 'PAYMENT_ERROR', 'SERVICE_UNAVAILABLE'],
    async run(_asked, context) {
      const owner = await payingOwner(context);
      const isKept = await keepTerms(owner, context, ports);
      return { body: { ...success, message: isKept ? 'The subscription goes on' : 'Nothing was cancelled' } };
    },
  });

const portalAt = (method: 'GET' | 'POST', ports: BillingPorts) =>
  writeEndpoint({
    method,
    path: '/v1/billing/portal',
    id: method === 'GET' ? 'getBillingPortal' : 'openBillingPortal',
    summary: 'A page of the payment provider for cards and invoices',
    description: 'The address is for this customer and expires soon.',
    reply: z.object({ url: z.string() }),
    idempotent: false,
    errors: ['FORBIDDEN', 'PAYMENT_ERROR', 'SERVICE_UNAVAILABLE'],
    async run(_asked, context) {
      const owner = await payingOwner(context);
      const provider = requireProvider(ports, owner.mode);
      const customerId = await customerOf(owner, provider, context);
      const url = await provider.portal(customerId, ports.returnUrl).catch((error: unknown) => {
        if (error instanceof PaymentRefused) throw paymentError(error.reason, error.message);
        throw new Refused('SERVICE_UNAVAILABLE', 'The payment provider did not answer; try again');
      });
      return { body: { url } };
    },
  });

const Purchase = z
  .object({ credits: z.int().min(1).max(creditPacks.most), amount: z.int().min(1).max(creditPacks.most) })
  .partial()
  .refine(({ credits, amount }) => credits !== undefined || amount !== undefined, 'credits is required');

const buyCreditsAt = (path: '/v1/billing/credits' | '/v1/billing/credits/purchase', ports: BillingPorts) =>
  writeEndpoint({
    method: 'POST',
    path,
    id: path === '/v1/billing/credits' ? 'buyCredits' : 'purchaseCredits',
    summary: 'Buy AI credits',
    description:
      `credits (or amount) is the number of credits, at most ${creditPacks.most} at a time, for ` +
      `$${priceOfCredits(1)} each. They are charged at once, and are there when they are paid. They belong to the ` +
      'person who pays, and do not expire. Without AI on the plan or an add-on nothing could spend them: 402 ' +
      "AI_SUBSCRIPTION, and nothing is charged. A refused payment is 422 with the provider's text.",
    body: Purchase,
    reply: z.object({ ...Done.shape, credits: z.int(), charged: z.number().meta({ description: 'US dollars' }) }),
    idempotent: true,
    errors: ['BAD_REQUEST', 'FORBIDDEN', 'AI_SUBSCRIPTION', 'CONFLICT', 'PAYMENT_ERROR', 'SERVICE_UNAVAILABLE'],
    async run({ body }, context) {
      const credits = body.credits ?? body.amount ?? 0;
      const owner = await payingOwner(context);
      const provider = requireProvider(ports, owner.mode);
      const usd = priceOfCredits(credits);
      requireOwnerAbove(usd, owner);
      requireFeature(termsOfOwner(owner).plan, 'ai', termsOfOwner(owner).aiTier);
      await pay(
        owner,
        {
          intent: { purpose: 'credits', ...termsOfOwner(owner), credits, effectiveDate: null },
          call: async (call) => (await provider.buyCredits(call, { credits, usd }), null),
        },
        context,
        { provider },
      );
      await ports.addCredits(
        { ownerId: owner.ownerId, purchaseId: context.newId('payment'), credits },
        creditMover(context),
      );
      return { body: { ...success, message: `${credits} credits were bought`, credits, charged: usd } };
    },
  });

/** The write endpoints under /v1/billing. */
export const billingEndpoints = (ports: BillingPorts): readonly WriteEndpoint[] => [
  cancel(ports),
  resume(ports),
  openCheckout(ports),
  portalAt('GET', ports),
  portalAt('POST', ports),
  buyCreditsAt('/v1/billing/credits', ports),
  buyCreditsAt('/v1/billing/credits/purchase', ports),
  setPurchaseBound,
  ...ownSubscriptionEndpoints(ports),
];
