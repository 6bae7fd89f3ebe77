import { enrollmentIdOf } from '../../commands/sequences/enrollment-id.ts';
import { contact } from '../../domain/contacts/contact.ts';
import { hasMessages } from '../../domain/contacts/decide-messages.ts';
import { idOfStream } from '../../domain/kernel/stream-names.ts';
import { enrollment } from '../../domain/sequences/enrollment.ts';
import { enrolls } from '../../domain/sequences/enrollment-rules.ts';
import { planHas } from '../billing/plan-has.ts';
import { processOf } from '../kernel/process.ts';
import { enrollContact } from './enroll-contact.ts';

/** A contact with tags that the rules of sequences may name. `at`: ISO 8601. */
type Tagged = Readonly<{ contactId: string; at: string }>;

export type EnrollmentPorts = Readonly<{
  /** The ACTIVE sequences of a workspace with rules, the oldest first, once every earlier write counts. */
  sequencesWithRules(
    workspaceId: string,
  ): Promise<readonly Readonly<{ id: string; enrollmentRules: Readonly<Record<string, unknown>> }>[]>;
}>;

/**
 * Enrolls a contact in the sequences whose rules it comes to match. It does so once for each sequence: a contact
 * who has been in it, or was taken out, comes back by request only.
 */
export const sequenceEnrollments = processOf<Tagged, Tagged, EnrollmentPorts>()({
  name: 'sequence-enrollments',
  description: 'Enrolls contacts in the sequences whose rules their tags match.',
  on: {
    ContactCreated: (_, { data: { contactId }, meta }) => ({ contactId, at: meta.occurredAt }),
    ContactTagsChanged: (_, { stream, meta }) => ({ contactId: idOfStream(stream), at: meta.occurredAt }),
  },
  // Most contacts have no tags: they cost no row.
  instancesOf: ({ stream, data }) => (data.tags.length === 0 ? [] : stream),
  next: (tagged) => ({ at: tagged.at, action: tagged }),
  act: async ({ contactId }, context, { sequencesWithRules }) => {
    const sequences = await sequencesWithRules(context.workspaceId);
    if (sequences.length === 0) return context.endInstance();
    const person = (await context.load(contact, contactId))?.state;
    if (person?.kind !== 'existing' || person.suppression !== null || !hasMessages(person.platform))
      return context.endInstance();
    if (!(await planHas('sequences', context))) return context.endInstance();
    for (const { id, enrollmentRules } of sequences) {
      if (!enrolls(enrollmentRules, person)) continue;
      const before = (await context.load(enrollment, enrollmentIdOf(id, contactId)))?.state;
      if (before === undefined || before === 'absent') await enrollContact(id, person, context);
    }
    context.endInstance();
  },
});
