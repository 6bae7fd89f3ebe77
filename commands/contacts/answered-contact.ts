import type { ContactEvent } from '../../domain/contacts/contact-events.ts';
import { contactActivity } from '../../domain/contacts/contact-activity.ts';
import { contactView } from '../../domain/contacts/contact-view.ts';
import { foldView } from '../../domain/kernel/decider.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import { notFound } from '../../domain/kernel/refused.ts';
import type { ContactDetail } from '../../read-api/contract/contact.ts';
import type { WriteContext } from '../kernel/endpoint.ts';
import type { ContactPorts } from './ports.ts';

/** The detail of a contact after a write, from its own stream: a read model may lag. */
export const answeredContact = async (
  events: readonly Recorded<ContactEvent>[],
  { detailOf }: ContactPorts,
  { caller: { workspaceId }, now }: WriteContext,
): Promise<ContactDetail> => {
  const view = foldView(contactView, events);
  if (!view) throw notFound('contact');
  return detailOf(view, foldView(contactActivity, events), { workspaceId, now });
};
