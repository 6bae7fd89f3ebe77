import { priceOfCredits } from '../../domain/billing/credit-packs.ts';
import type { SubscriptionEvent } from '../../domain/billing/subscription-events.ts';
import { priceOf } from '../../domain/plans/plan.ts';
import type { Terms } from '../../domain/billing/terms.ts';
import type { PostUpkeepEvent } from '../../domain/posts/upkeep.ts';
import type { WorkspaceEvent } from '../../domain/workspaces/workspace-events.ts';

/** What people get a mail about: what their plan takes away, who owns a workspace, and what is charged. */
export const toldTypes = [
  'WorkspacePlanChanged',
  'WorkspaceGraceEnded',
  'PlanLimitsApplied',
  'OwnershipTransferRequested',
  'OwnershipTransferred',
  'OwnershipTransferDeclined',
  'OwnershipTransferCancelled',
  'OwnershipTransferExpired',
  'SubscriptionStarted',
  'SubscriptionTermsChanged',
  'SubscriptionChangePending',
  'SubscriptionChangeWithdrawn',
  'SubscriptionPaymentStatusChanged',
  'PaymentFailed',
  'CreditsPurchased',
] as const;
export type ToldType = (typeof toldTypes)[number];

/** An event that people get a mail about, without its envelope. */
export type Told = Extract<WorkspaceEvent | PostUpkeepEvent | SubscriptionEvent, { type: ToldType }>;

export type PlanPage = 'plan' | 'accounts' | 'posts' | 'members' | 'ownership';

export type PlanText = Readonly<{
  kind: 'plan' | 'ownership' | 'billing';
  subject: string;
  lines: readonly string[];
  /** The page of the console where the person can act. */
  page: PlanPage;
}>;

const day = (instant: string): string => instant.slice(0, 10);
const counted = (count: number, one: string): string => `${count} ${count === 1 ? one : `${one}s`}`;

const termsOf = ({ plan, aiTier, billingPeriod }: Terms): string => {
  const price = `$${priceOf(plan, aiTier, billingPeriod)} a ${billingPeriod === 'monthly' ? 'month' : 'year'}`;
  return `the plan ${plan}${aiTier === null ? '' : ` with the AI add-on ${aiTier}`}, ${price}`;
};

/** What a mail about an event says; undefined where it is no news to anyone. `name` is that of the workspace. */
export const planTextOf = ({ type, data }: Told, name: string): PlanText | undefined => {
  const text = (kind: PlanText['kind'], subject: string, page: PlanPage, ...lines: readonly string[]): PlanText => ({
    kind,
    subject,
    page,
    lines,
  });
  switch (type) {
    case 'WorkspacePlanChanged':
      if (data.graceUntil === null) return undefined;
      return text(
        ...(['plan', `The plan of ${name} is ${data.plan} now`, 'plan'] as const),
        `The plan of the workspace ${name} became lower: it is ${data.plan} now.`,
        `Connected accounts beyond the plan stay active until ${day(data.graceUntil)}, and are paused then. Choose ` +
          'which of them to keep before. Scheduled posts beyond the plan are held back.',
        'Nothing is deleted: a higher plan brings everything back.',
      );
    case 'WorkspaceGraceEnded':
      if (data.pausedAccounts.length === 0) return undefined;
      return text(
        ...(['plan', `${counted(data.pausedAccounts.length, 'account')} of ${name} paused`, 'accounts'] as const),
        `The plan ${data.plan} has room for fewer accounts than the workspace ${name} has: ` +
          `${counted(data.pausedAccounts.length, 'account')} publish nothing and send no messages now.`,
        'Posts that are due on a paused account are left out. They can be sent again when a higher plan has brought ' +
          'the account back, or another account was disconnected.',
      );
    case 'PlanLimitsApplied':
      if (data.paused === 0) return undefined;
      return text(
        ...(['plan', `${counted(data.paused, 'scheduled post')} of ${name} held back`, 'posts'] as const),
        `The plan ${data.plan} allows fewer scheduled posts than the workspace ${name} has: ` +
          `${counted(data.paused, 'post')} are held back, the latest ones first.`,
        'They are scheduled again as soon as there is room: when earlier posts were published, or with a higher plan.',
      );
    case 'OwnershipTransferRequested':
      return text(
        ...(['ownership', `The ownership of ${name} is offered`, 'ownership'] as const),
        `The owner of the workspace ${name} offers it to another member, until ${day(data.expiresAt)}.`,
        'Who accepts owns the workspace. It then has the plan that the new owner pays for. The subscription of the ' +
          'earlier owner stays with them, and ends with its paid period where they own no other workspace.',
      );
    case 'OwnershipTransferred':
      return text(
        ...(['ownership', `The workspace ${name} has a new owner`, 'members'] as const),
        `The ownership of the workspace ${name} passed to another member. The earlier owner is an administrator now.`,
        'The workspace has the plan that the new owner pays for. What a lower plan does not allow stays for five days.',
        'The subscription of the earlier owner stays with them. It ends with its paid period where they own no other ' +
          'workspace, unless they keep it.',
      );
    case 'OwnershipTransferDeclined':
    case 'OwnershipTransferCancelled':
    case 'OwnershipTransferExpired': {
      const how = {
        OwnershipTransferDeclined: 'was declined',
        OwnershipTransferCancelled: 'was withdrawn',
        OwnershipTransferExpired: 'expired unanswered',
      }[type];
      const line = `The offer of the workspace ${name} ${how}. Its owner stays the same.`;
      return text('ownership', `The offer of ${name} ${how}`, 'members', line);
    }
    case 'SubscriptionStarted':
      if (data.source === 'test_mode') return undefined;
      return text('billing', 'Your subscription has begun', 'plan', `You pay for ${termsOf(data)}.`);
    case 'SubscriptionTermsChanged':
      if (data.plan === 'free' && data.aiTier === null)
        return text(
          ...(['billing', 'Your subscription has ended', 'plan'] as const),
          'Nothing is charged any more. Your workspaces have the free plan.',
        );
      return text('billing', 'Your subscription has changed', 'plan', `You pay for ${termsOf(data)}.`);
    case 'SubscriptionChangePending': {
      const isEnd = data.type === 'cancellation';
      return text(
        ...(['billing', isEnd ? 'Your subscription will end' : 'Your subscription will change', 'plan'] as const),
        isEnd
          ? `The subscription ends on ${day(data.effectiveDate)}. Until then everything stays, and you can keep it.`
          : `The plan is ${data.plan} from ${day(data.effectiveDate)} on. Until then everything stays.`,
      );
    }
    case 'SubscriptionChangeWithdrawn':
      return text(
        'billing',
        'Your subscription goes on',
        'plan',
        'The pending change of your subscription was withdrawn.',
      );
    case 'SubscriptionPaymentStatusChanged':
      return data.status === 'past_due'
        ? text(
            ...(['billing', 'A payment failed', 'plan'] as const),
            'The payment of your subscription failed. It is tried again; change the card if it cannot succeed.',
            'AI credits of the plan are held back until it is paid. The subscription ends where it is never paid.',
          )
        : text('billing', 'Your payment succeeded', 'plan', 'The payment that was due is made. Thank you.');
    case 'PaymentFailed':
      return text(
        ...(['billing', 'A purchase failed', 'plan'] as const),
        `The payment provider refused a purchase or a change of your subscription: ${data.message}`,
        'Nothing was charged or changed.',
      );
    case 'CreditsPurchased':
      return text(
        ...(['billing', `${counted(data.credits, 'AI credit')} bought`, 'plan'] as const),
        `${counted(data.credits, 'AI credit')} were bought for $${priceOfCredits(data.credits).toFixed(2)}, charged to ` +
          'your card. They do not expire.',
      );
  }
};
