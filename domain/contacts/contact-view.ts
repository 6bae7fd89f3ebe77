import { unreachable, type ViewFold } from '../kernel/decider.ts';
import type { Platform } from '../platforms/platform.ts';
import type { ContactEvent, SuppressionReason } from './contact-events.ts';
import { laterOf } from './contact-state.ts';
import { isRecord } from '../kernel/record.ts';

/** The fold behind every answer about a contact. Some of its answers depend on the time of the question. */
export type ContactView = Readonly<{
  id: string;
  workspaceId: string;
  platform: Platform;
  platformId: string;
  displayName: string | null;
  username: string | null;
  avatarUrl: string | null;
  tags: readonly string[];
  customFields: Readonly<Record<string, unknown>>;
  /** The account that the person wrote to last. */
  accountId: string | null;
  lastSeenAt: string | null;
  lastInboundAt: string | null;
  suppressedAt: string | null;
  suppressionReason: SuppressionReason | null;
  messagesSentCount: number;
  createdAt: string;
  updatedAt: string;
}>;

const customFieldsIn = (json: string): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(json);
    return isRecord(value) ? value : {};
  } catch {
    // The key of an erased person opens nothing.
    return {};
  }
};

const suppression = (at: string | null, reason: SuppressionReason | null) => ({
  suppressedAt: at,
  suppressionReason: reason,
});

export const contactView: ViewFold<ContactView, ContactEvent> = {
  evolve: (view, event) => {
    const at = event.meta.occurredAt;
    if (event.type === 'ContactCreated') {
      const { contactId: id, personId: _person, customFields, ...data } = event.data;
      return {
        id,
        workspaceId: event.meta.workspaceId,
        ...data,
        customFields: customFieldsIn(customFields),
        ...suppression(null, null),
        messagesSentCount: 0,
        createdAt: at,
        updatedAt: at,
      };
    }
    if (!view) return undefined;
    switch (event.type) {
      case 'ContactProfileChanged': {
        const { personId: _person, customFields, ...names } = event.data;
        const changed = Object.fromEntries(Object.entries(names).filter(([, value]) => value !== undefined));
        const fields = customFields === undefined ? {} : { customFields: customFieldsIn(customFields) };
        return { ...view, ...changed, ...fields, updatedAt: at };
      }
      case 'ContactTagsChanged':
        return { ...view, tags: event.data.tags, updatedAt: at };
      case 'ContactSeen': {
        const { accountId, seenAt } = event.data;
        const lastSeenAt = laterOf(view.lastSeenAt, seenAt);
        return { ...view, accountId: accountId ?? view.accountId, lastSeenAt, updatedAt: at };
      }
      case 'InboundMessageReceived': {
        const { accountId, receivedAt } = event.data;
        const lastSeenAt = laterOf(view.lastSeenAt, receivedAt);
        const lastInboundAt = laterOf(view.lastInboundAt, receivedAt);
        return { ...view, accountId, lastSeenAt, lastInboundAt, updatedAt: at };
      }
      case 'ContactSuppressed':
        return { ...view, ...suppression(at, event.data.reason), updatedAt: at };
      case 'ContactUnsuppressed':
        return { ...view, ...suppression(null, null), updatedAt: at };
      case 'MessageSent':
        return { ...view, messagesSentCount: event.data.sentCount, updatedAt: at };
      case 'ContactDeleted':
        return undefined;
      case 'ContactErased':
      case 'MessageSendStarted':
      case 'MessageFailed':
      case 'MessageRead':
        return view;
      default:
        return unreachable(event);
    }
  },
};
