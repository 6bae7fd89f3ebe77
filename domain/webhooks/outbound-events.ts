import type { Recorded } from '../kernel/event.ts';
import { envelopeOf } from './envelope.ts';
import type { WebhookEventType } from './event-types.ts';
import type { Outbound } from './outbound.ts';
import { outboundAccounts } from './outbound-accounts.ts';
import { outboundBroadcasts, outboundEnrollments } from './outbound-campaigns.ts';
import { outboundContacts } from './outbound-contacts.ts';
import { outboundInbox } from './outbound-inbox.ts';
import { outboundMedia } from './outbound-media.ts';
import { outboundSubscriptions, outboundWorkspaces } from './outbound-plans.ts';
import { outboundPosts } from './outbound-posts.ts';

/** Everything that webhooks publish, one module per aggregate. */
const parts: readonly Outbound[] = [
  outboundPosts,
  outboundAccounts,
  outboundMedia,
  outboundInbox,
  outboundContacts,
  outboundBroadcasts,
  outboundEnrollments,
  outboundWorkspaces,
  outboundSubscriptions,
];

const partOf: ReadonlyMap<string, Outbound> = new Map(
  parts.flatMap((part) => part.handles.map((type) => [type, part] as const)),
);

/** The events of the log that are published. */
export const publishedEvents: readonly string[] = [...partOf.keys()];

/** The webhook types of an event: none, one, or its own type and the umbrella. */
export const publishedAs = (event: Recorded): readonly WebhookEventType[] =>
  partOf.get(event.type)?.typesOf(event) ?? [];

/**
 * The body of a delivery, derived from the event and its stream: the same at each attempt,
 * redelivery and replay.
 */
export const bodyOf = (type: WebhookEventType, event: Recorded, history: readonly Recorded[]): object => {
  const part = partOf.get(event.type);
  if (!part) throw new Error(`${event.type} is not published`);
  return envelopeOf(type, event.meta.occurredAt, part.dataOf(type, event, history));
};
