import { z } from 'zod';
import type { Decider } from '../kernel/decider.ts';
import { defineEvent, type EventOf } from '../kernel/event.ts';

/** Each later version has further kinds and changes no earlier one. */
const ofFewerKinds = <Data>(data: Data): Data => data;

export const NotificationMailed = defineEvent(
  'NotificationMailed',
  z.object({
    notificationId: z.string(),
    kind: z.enum([
      'post_published',
      'post_partial',
      'post_failed',
      'approval_requested',
      'approval_approved',
      'approval_rejected',
      'plan',
      'ownership',
      'billing',
      'account_lost',
      'login_ends',
      'file_deleted',
      'security',
    ]),
    /** The people it was mailed to. */
    recipients: z.array(z.string()),
  }),
  { description: 'A notification was mailed.', upcasts: [ofFewerKinds, ofFewerKinds, ofFewerKinds, ofFewerKinds] },
);

export const notificationEvents = [NotificationMailed] as const;
export type NotificationEvent = EventOf<typeof NotificationMailed>;

export type NotificationCommand = Readonly<{ type: 'note-mailed' } & z.input<typeof NotificationMailed.schema>>;

/** `notification-<id>`: one notification, mailed once. */
export const notification: Decider<'pending' | 'mailed', NotificationCommand, NotificationEvent> = {
  category: 'notification',
  initial: 'pending',
  decide: ({ type: _type, ...data }, state) => (state === 'mailed' ? [] : [NotificationMailed(data)]),
  evolve: () => 'mailed',
};
