import type { Schemas } from '../client.ts';

/** Every type of event that an endpoint can be registered for. */
export const webhookEvents = [
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
  'account.paused',
  'account.resumed',
  'workspace.plan_changed',
  'workspace.transfer_requested',
  'workspace.transfer_ended',
  'subscription.change_pending',
  'subscription.changed',
  'subscription.payment_status',
  'subscription.payment_failed',
] as const satisfies readonly Schemas['WebhookEventType'][];

/** The compiler refuses this line where a type is missing above. */
export const missing: Exclude<Schemas['WebhookEventType'], (typeof webhookEvents)[number]> extends never
  ? true
  : never = true;
