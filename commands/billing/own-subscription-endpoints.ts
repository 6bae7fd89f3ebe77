import { z } from 'zod';
import { subscription } from '../../domain/billing/subscription.ts';
import { notFound } from '../../domain/kernel/refused.ts';
import { success, Success } from '../../read-api/contract/success.ts';
import { writeEndpoint, type WriteContext, type WriteEndpoint } from '../kernel/endpoint.ts';
import { personOf } from '../workspaces/workspace-fields.ts';
import type { BillingPorts } from './ports.ts';
import { cancelAtPeriodEnd, keepTerms } from './change-terms.ts';
import type { Payer } from './owner.ts';

/** The calling person as a payer, whichever workspace they are in. */
const payerOf = async (context: WriteContext): Promise<Payer> => {
  const ownerId = personOf(context);
  const subscribed = (await context.load(subscription, ownerId, { shared: true }))?.state;
  if (!subscribed) throw notFound('subscription');
  const { workspaceId, mode } = subscribed;
  return { ownerId, workspaceId, mode, subscribed };
};

const Done = z.object({ ...Success.shape, message: z.string() });

const errors = ['NOT_FOUND', 'CONFLICT', 'PAYMENT_ERROR', 'SERVICE_UNAVAILABLE'] as const;

const cancelMine = (ports: BillingPorts) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/users/me/subscription/cancel',
    id: 'cancelMySubscription',
    summary: 'End my own subscription with the paid period',
    description:
      'For the person who pays, also after they handed their workspaces over. POST /v1/billing/cancel ends the ' +
      'subscription of the owner of the workspace instead. A second call answers the first date.',
    reply: z.object({ ...Done.shape, effectiveDate: z.string() }),
    idempotent: true,
    access: 'session',
    errors: [...errors],
    async run(_asked, context) {
      const effectiveDate = await cancelAtPeriodEnd(await payerOf(context), context, ports);
      const message = `The subscription ends on ${effectiveDate.slice(0, 10)}`;
      return { body: { ...success, message, effectiveDate } };
    },
  });

const resumeMine = (ports: BillingPorts) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/users/me/subscription/resume',
    id: 'resumeMySubscription',
    summary: 'Keep my own subscription that was to end',
    description: 'Possible until the paid period ends. Without a cancellation it changes nothing.',
    reply: Done,
    idempotent: true,
    access: 'session',
    errors: [...errors],
    async run(_asked, context) {
      const isKept = await keepTerms(await payerOf(context), context, ports);
      return { body: { ...success, message: isKept ? 'The subscription goes on' : 'Nothing was cancelled' } };
    },
  });

/** What a payer does with their own subscription. */
export const ownSubscriptionEndpoints = (ports: BillingPorts): readonly WriteEndpoint[] => [
  cancelMine(ports),
  resumeMine(ports),
];
