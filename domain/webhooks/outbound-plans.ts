import type { SubscriptionEvent } from '../billing/subscription-events.ts';
import { unreachable } from '../kernel/decider.ts';
import type { WorkspaceEvent } from '../workspaces/workspace-events.ts';
import type { Outbound } from './outbound.ts';

const workspaceHandles = [
  'WorkspacePlanChanged',
  'OwnershipTransferRequested',
  'OwnershipTransferred',
  'OwnershipTransferDeclined',
  'OwnershipTransferCancelled',
  'OwnershipTransferExpired',
] as const;

/** Plans and owners of workspaces, as webhooks publish them. */
export const outboundWorkspaces: Outbound<Extract<WorkspaceEvent, { type: (typeof workspaceHandles)[number] }>> = {
  handles: workspaceHandles,
  typesOf: ({ type }) => {
    if (type === 'WorkspacePlanChanged') return ['workspace.plan_changed'];
    return [type === 'OwnershipTransferRequested' ? 'workspace.transfer_requested' : 'workspace.transfer_ended'];
  },
  dataOf: (_, event) => {
    const { workspaceId } = event.meta;
    switch (event.type) {
      case 'WorkspacePlanChanged': {
        const { plan, graceUntil } = event.data;
        return { workspaceId, plan, graceUntil };
      }
      case 'OwnershipTransferRequested': {
        const { requestId, fromUserId, targetUserId, expiresAt } = event.data;
        return { workspaceId, requestId, fromUserId, targetUserId, expiresAt };
      }
      case 'OwnershipTransferred': {
        const { requestId, fromUserId, toUserId } = event.data;
        return { workspaceId, requestId, outcome: 'accepted', fromUserId, toUserId };
      }
      case 'OwnershipTransferDeclined':
        return { workspaceId, requestId: event.data.requestId, outcome: 'declined' };
      case 'OwnershipTransferCancelled':
        return { workspaceId, requestId: event.data.requestId, outcome: 'cancelled' };
      case 'OwnershipTransferExpired':
        return { workspaceId, requestId: event.data.requestId, outcome: 'expired' };
      default:
        return unreachable(event);
    }
  },
};

const subscriptionHandles = [
  'SubscriptionChangePending',
  'SubscriptionTermsChanged',
  'SubscriptionPaymentStatusChanged',
  'PaymentFailed',
] as const;

/** Changes of what the owner pays for, as webhooks publish them in the workspace where they happened. */
export const outboundSubscriptions: Outbound<
  Extract<SubscriptionEvent, { type: (typeof subscriptionHandles)[number] }>
> = {
  handles: subscriptionHandles,
  typesOf: ({ type }) => {
    switch (type) {
      case 'SubscriptionChangePending':
        return ['subscription.change_pending'];
      case 'SubscriptionTermsChanged':
        return ['subscription.changed'];
      case 'SubscriptionPaymentStatusChanged':
        return ['subscription.payment_status'];
      case 'PaymentFailed':
        return ['subscription.payment_failed'];
      default:
        return unreachable(type);
    }
  },
  dataOf: (_, event) => {
    const { workspaceId } = event.meta;
    switch (event.type) {
      case 'SubscriptionChangePending': {
        const { type, plan, billingPeriod, aiTier, effectiveDate } = event.data;
        return { workspaceId, type, plan, billingPeriod, aiTier, effectiveDate };
      }
      case 'SubscriptionTermsChanged': {
        const { plan, billingPeriod, aiTier, graceUntil } = event.data;
        return { workspaceId, plan, billingPeriod, aiTier, graceUntil };
      }
      case 'SubscriptionPaymentStatusChanged':
        return { workspaceId, status: event.data.status };
      case 'PaymentFailed':
        return { workspaceId, reason: event.data.reason };
      default:
        return unreachable(event);
    }
  },
};
