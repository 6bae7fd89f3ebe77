import { z } from 'zod';
import { PaymentRefused } from '../../domain/billing/payment-provider.ts';
import { subscription } from '../../domain/billing/subscription.ts';
import { isDowngrade, isUpgrade } from '../../domain/billing/terms.ts';
import { accountRegistry } from '../../domain/accounts/account-registry.ts';
import { notFound, Refused } from '../../domain/kernel/refused.ts';
import { AiTier, BillingPeriod, Plan } from '../../domain/plans/plan.ts';
import { Id } from '../../read-api/contract/fields.ts';
import { writeEndpoint, type WriteContext, type WriteEndpoint } from '../kernel/endpoint.ts';
import { ownedBy } from '../workspaces/owned-workspaces.ts';
import type { BillingPorts } from './ports.ts';
import { changeTerms, keepTerms, paidUntil } from './change-terms.ts';
import { payingOwner, requireProvider, termsOfOwner } from './owner.ts';
import { customerOf } from './pay.ts';

const PaidPlan = z.enum(['starter', 'pro', 'agency']);
const Done = z.object({ success: z.literal(true), message: z.string() });
const done = (message: string) => ({ success: true, message }) as const;

/** The reference answers a refused payment of a plan as a bad request, and one of an add-on as 422. */
const asBadRequest = async <Answer>(attempt: Promise<Answer>): Promise<Answer> => {
  try {
    return await attempt;
  } catch (error) {
    if (error instanceof Refused && error.code === 'PAYMENT_ERROR')
      throw new Refused('BAD_REQUEST', error.message, { ...error.details, paymentError: true });
    throw error;
  }
};

const begins = ({ isPending }: Readonly<{ isPending: boolean }>, what: string, effectiveDate: string): string =>
  isPending ? `${what} from ${effectiveDate.slice(0, 10)} on` : `${what} from now on`;

const previewChange = (ports: BillingPorts) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/subscription/preview-change',
    id: 'previewSubscriptionChange',
    summary: 'What a change of the plan would charge, and when it would apply',
    description:
      'Changes nothing. A higher plan, or the same one paid by the year, applies at once and charges the ' +
      'prorated difference. A lower one applies at the end of the paid period and charges nothing now.',
    body: z.object({ plan: PaidPlan, billingPeriod: BillingPeriod.default('monthly') }),
    reply: z.object({
      currentPlan: Plan,
      newPlan: Plan,
      billingPeriod: BillingPeriod,
      isUpgrade: z.boolean(),
      prorationAmount: z.number().meta({ description: 'US dollars, charged now' }),
      effectiveDate: z.string(),
      message: z.string(),
    }),
    idempotent: false,
    errors: ['FORBIDDEN', 'BAD_REQUEST', 'SERVICE_UNAVAILABLE'],
    async run({ body: { plan, billingPeriod } }, context) {
      const owner = await payingOwner(context);
      const provider = requireProvider(ports, owner.mode);
      const from = termsOfOwner(owner);
      const terms = { ...from, plan, billingPeriod };
      const isLater = isDowngrade(from, terms);
      const isHigher = isUpgrade(from, terms);
      const effectiveDate = isLater ? paidUntil(owner.subscribed, context.now) : context.now;
      const customerId = await asBadRequest(customerOf(owner, provider, context));
      const providerId = owner.subscribed?.providerId ?? null;
      const prorationAmount = isHigher
        ? await provider.preview({ customerId, providerId }, terms).catch((error: unknown) => {
            if (error instanceof PaymentRefused) throw new Refused('BAD_REQUEST', error.message);
            throw new Refused('SERVICE_UNAVAILABLE', 'The payment provider did not answer; try again');
          })
        : 0;
      const message = isHigher
        ? `$${prorationAmount.toFixed(2)} is charged now; the ${plan} plan begins at once`
        : isLater
          ? `The ${plan} plan begins on ${effectiveDate.slice(0, 10)}; nothing is charged now`
          : 'The subscription has these terms already';
      const answer = { currentPlan: from.plan, newPlan: plan, billingPeriod, isUpgrade: isHigher };
      return { body: { ...answer, prorationAmount, effectiveDate, message } };
    },
  });

const ChangePlan = z.object({ plan: Plan, billingPeriod: BillingPeriod.optional() });

const changePlanAt = (group: 'subscription' | 'billing', ports: BillingPorts) =>
  writeEndpoint({
    method: 'POST',
    path: `/v1/${group}/change-plan`,
    id: group === 'subscription' ? 'changeSubscriptionPlan' : 'changeBillingPlan',
    summary: 'Change the plan or the billing period',
    description:
      'A higher plan applies at once and charges the prorated difference. A lower plan, or a month instead of a ' +
      'year, applies at the end of the paid period; until then it is in GET /v1/subscription/pending-changes. ' +
      'The plan holds for every workspace of the owner. Without billingPeriod the period does not change. The terms that ' +
      'apply already are 400, unless they withdraw a pending change. A refused payment is 400 with the ' +
      "provider's text. Session callers must be owner or administrator.",
    body: ChangePlan,
    reply: z.object({ ...Done.shape, plan: Plan, billingPeriod: BillingPeriod }),
    idempotent: true,
    errors: ['BAD_REQUEST', 'FORBIDDEN', 'CONFLICT', 'SERVICE_UNAVAILABLE'],
    async run({ body: { plan, billingPeriod } }, context) {
      const wanted = changeTerms(
        (from) => ({ ...from, plan, billingPeriod: billingPeriod ?? from.billingPeriod }),
        context,
        ports,
      );
      const { terms, effectiveDate, isPending } = await asBadRequest(wanted);
      const message = begins({ isPending }, `The plan is ${plan}`, effectiveDate);
      return { body: { ...done(message), plan, billingPeriod: terms.billingPeriod } };
    },
  });

const changeAddOnAt = (path: '/v1/subscription/ai-addon' | '/v1/billing/ai-addon', ports: BillingPorts) =>
  writeEndpoint({
    method: 'POST',
    path,
    id: path === '/v1/subscription/ai-addon' ? 'changeAiAddOn' : 'buyAiAddOn',
    summary: 'Add, change or remove the AI add-on',
    description:
      'Applies at once. A smaller tier takes its unused credits of the month along, and what was paid for the rest of ' +
      'the period is credited to the next invoice; where its credits of the month were used, only the months after ' +
      'it are. Without a plan, tier null ends the subscription: with the paid period. While a change is pending, ' +
      "another tier is 409 CONFLICT: withdraw the change first. A refused payment is 422 with the provider's text. " +
      'The tier that applies already is answered with success.',
    body: z.object({ tier: AiTier.nullable() }),
    reply: z.object({ ...Done.shape, tier: AiTier.nullable() }),
    idempotent: true,
    errors: ['BAD_REQUEST', 'FORBIDDEN', 'CONFLICT', 'PAYMENT_ERROR', 'SERVICE_UNAVAILABLE'],
    async run({ body: { tier } }, context) {
      const owner = await payingOwner(context);
      requireProvider(ports, owner.mode);
      const changed =
        (owner.subscribed?.aiTier ?? null) === tier
          ? undefined
          : await changeTerms((from) => ({ ...from, aiTier: tier }), context, ports);
      const removed = changed?.isPending
        ? `The AI add-on ends on ${changed.effectiveDate.slice(0, 10)}`
        : 'The AI add-on was removed';
      const message = tier === null ? removed : `The AI add-on is ${tier} from now on`;
      return { body: { ...done(message), tier } };
    },
  });

const updateSubscription = (ports: BillingPorts) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/subscription/update',
    id: 'updateSubscription',
    summary: 'Change plan, billing period and AI add-on together',
    description:
      'One call to the payment provider: all of it happens, or nothing. Fields that are left out do not ' +
      'change. With a lower plan everything waits for the end of the paid period. A higher plan together with a smaller ' +
      'add-on whose credits of the month were used is 409 CONFLICT: the add-on then needs a call of its own.',
    body: z
      .object({ plan: Plan, billingPeriod: BillingPeriod, aiTier: AiTier.nullable() })
      .partial()
      .refine((given) => Object.keys(given).length > 0, 'plan, billingPeriod or aiTier is required'),
    reply: z.object({ ...Done.shape, plan: Plan, billingPeriod: BillingPeriod, aiTier: AiTier.nullable() }),
    idempotent: true,
    errors: ['BAD_REQUEST', 'FORBIDDEN', 'CONFLICT', 'PAYMENT_ERROR', 'SERVICE_UNAVAILABLE'],
    async run({ body: { plan, billingPeriod, aiTier } }, context) {
      const { terms, effectiveDate, isPending } = await changeTerms(
        (from) => ({
          plan: plan ?? from.plan,
          billingPeriod: billingPeriod ?? from.billingPeriod,
          aiTier: aiTier === undefined ? from.aiTier : aiTier,
        }),
        context,
        ports,
      );
      return { body: { ...done(begins({ isPending }, 'The subscription is changed', effectiveDate)), ...terms } };
    },
  });

const cancelPending = (ports: BillingPorts) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/subscription/cancel-pending',
    id: 'cancelPendingChange',
    summary: 'Withdraw a pending downgrade or cancellation',
    description: 'Without a pending change it is answered with success and changes nothing.',
    reply: Done,
    idempotent: true,
    errors: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT', 'PAYMENT_ERROR', 'SERVICE_UNAVAILABLE'],
    async run(_asked, context) {
      const owner = await payingOwner(context);
      const isWithdrawn = await keepTerms(owner, context, ports);
      return { body: done(isWithdrawn ? 'The pending change was withdrawn' : 'No change is pending') };
    },
  });

const maxKept = 500;

/** The accounts of all workspaces of a person, by their own streams. */
const accountsOf = async (ownerId: string, context: WriteContext): Promise<ReadonlySet<string>> => {
  const ids = new Set<string>();
  for (const { id } of await ownedBy(ownerId, context)) {
    const slots = (await context.load(accountRegistry, id, { shared: true }))?.state ?? {};
    for (const { accountId, held } of Object.values(slots)) if (held) ids.add(accountId);
  }
  return ids;
};

const Designations = z
  .object({ accountIds: z.array(Id).max(maxKept), keepAccountIds: z.array(Id).max(maxKept) })
  .partial()
  .refine((given) => given.accountIds !== undefined || given.keepAccountIds !== undefined, {
    error: 'accountIds is required',
  });

const designate = writeEndpoint({
  method: 'PUT',
  path: '/v1/subscription/downgrade-designations',
  id: 'designateAccounts',
  summary: 'Choose the accounts to keep on a lower plan',
  description:
    'accountIds (or keepAccountIds) are accounts of workspaces of the owner, the most important first; an empty ' +
    'list takes the choice back. Five days after a downgrade the accounts beyond the plan are paused, those that ' +
    'were not chosen first, then the newest. Nothing is deleted; a higher plan lets them publish again.',
  body: Designations,
  reply: z.object({ ...Done.shape, accountIds: z.array(z.string()) }),
  errors: ['VALIDATION_ERROR', 'FORBIDDEN', 'NOT_FOUND'],
  async run({ body }, context) {
    const { ownerId } = await payingOwner(context);
    const accountIds = [...new Set(body.accountIds ?? body.keepAccountIds ?? [])];
    const known = await accountsOf(ownerId, context);
    const unknown = accountIds.filter((id) => !known.has(id));
    if (unknown.length > 0)
      throw new Refused('VALIDATION_ERROR', 'accountIds: not an account of these workspaces', {
        field: 'accountIds',
        unknown,
      });
    const held = await context.load(subscription, ownerId, { shared: true });
    if (!held?.state) throw notFound('subscription');
    await context.handle(
      subscription,
      ownerId,
      { type: 'designate-accounts', accountIds },
      { shared: true, step: 'designate' },
    );
    return { body: { ...done('The choice was saved'), accountIds } };
  },
});

/** The write endpoints under /v1/subscription, and their doubles under /v1/billing. */
export const subscriptionEndpoints = (ports: BillingPorts): readonly WriteEndpoint[] => [
  previewChange(ports),
  changePlanAt('subscription', ports),
  changePlanAt('billing', ports),
  changeAddOnAt('/v1/subscription/ai-addon', ports),
  changeAddOnAt('/v1/billing/ai-addon', ports),
  updateSubscription(ports),
  cancelPending(ports),
  designate,
];
