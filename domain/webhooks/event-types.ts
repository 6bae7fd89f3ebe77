import { z } from 'zod';

/** The events an endpoint can subscribe to (reference, "Event types"). */
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
] as const;

export const WebhookEventType = z.enum(subscribableTypes).meta({ id: 'WebhookEventType' });
export type WebhookEventType = z.infer<typeof WebhookEventType>;

/** Sent on request only: an endpoint cannot subscribe to it. */
export const testEventType = 'test.webhook';

/** The content of a delivery: a subscribed event, or the test event. */
export const DeliveredType = z.enum([...subscribableTypes, testEventType]);
export type DeliveredType = z.infer<typeof DeliveredType>;
