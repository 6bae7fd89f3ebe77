import type { Messaging } from '../../domain/contacts/messaging.ts';
import type { Mode } from '../../domain/kernel/mode.ts';
import type { ContactActivity } from '../../domain/contacts/contact-activity.ts';
import type { ContactView } from '../../domain/contacts/contact-view.ts';
import type { ContactDetail } from '../../read-api/contract/contact.ts';

/** What the endpoints of contacts need beyond the log. */
export type ContactPorts = Readonly<{
  /** The contact as answers show it, with its account and comments from the read models. */
  detailOf(
    view: ContactView,
    activity: ContactActivity | undefined,
    scope: Readonly<{ workspaceId: string; now: string }>,
  ): Promise<ContactDetail>;
  messaging: Messaging;
  /** The time on the clock of a mode. */
  now(mode: Mode): Date;
}>;
