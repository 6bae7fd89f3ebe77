import { z } from 'zod';

/** What happens in conversations: an addition to the reference's list. */
export const conversationTypes = [
  'comment.received',
  'comment.replied',
  'mention.received',
  'review.received',
  'message.received',
  'contact.suppressed',
  'contact.unsuppressed',
  'broadcast.finished',
  'broadcast.failed',
  'enrollment.ended',
] as const;

/** What the plan takes away and gives back, and who is responsible: an addition to the reference's list. */
export const planTypes = [
  'account.paused',
  'account.resumed',
  'workspace.plan_changed',
  'workspace.transfer_requested',
  'workspace.transfer_ended',
  'subscription.change_pending',
  'subscription.changed',
  'subscription.payment_status',
  'subscription.payment_failed',
] as const;

/** What will fail unless a person does something: an addition to the reference's list. */
export const warningTypes = ['account.login_ends', 'media.deleted'] as const;

/** The events an endpoint can subscribe to (reference, "Event types"), each by its name. */
export const subscribableTypes = [
  'post.created',
  'post.scheduled',
  'post.published',
  'post.failed',
  'post.draft.approved',
  'post.state_changed',
  'post.deleted',
  'account.connected',
  'account.disconnected',
  'account.error',
  'media.uploaded',
  ...conversationTypes,
  ...planTypes,
  ...warningTypes,
] as const;

export const WebhookEventType = z.enum(subscribableTypes).meta({ id: 'WebhookEventType' });
export type WebhookEventType = z.infer<typeof WebhookEventType>;

/** Sent on request only: an endpoint cannot subscribe to it. */
export const testEventType = 'test.webhook';

/** The content of a delivery: a subscribed event, or the test event. */
export const DeliveredType = z.enum([...subscribableTypes, testEventType]);
export type DeliveredType = z.infer<typeof DeliveredType>;
