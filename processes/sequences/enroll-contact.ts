import { enrollmentIdOf } from '../../commands/sequences/enrollment-id.ts';
import type { LivingContact } from '../../domain/contacts/contact-state.ts';
import { Refused } from '../../domain/kernel/refused.ts';
import { enrollment } from '../../domain/sequences/enrollment.ts';
import { firstRunAt } from '../../domain/sequences/run-times.ts';
import { sequence } from '../../domain/sequences/sequence.ts';
import type { ActContext } from '../kernel/act-context.ts';

/** Enrolls a contact, who waits where the sequence is not active. */
export const enrollContact = async (
  sequenceId: string,
  { contactId, platform }: Pick<LivingContact, 'contactId' | 'platform'>,
  context: ActContext,
): Promise<'enrolled' | 'archived' | 'already_enrolled'> => {
  const load = async () => (await context.load(sequence, sequenceId))?.state;
  const state = await load();
  if (typeof state !== 'object' || state.status === 'ARCHIVED') return 'archived';
  const enrollmentId = enrollmentIdOf(sequenceId, contactId);
  const nextRunAt = firstRunAt(state, context.now().toISOString());
  const command = { type: 'enroll', enrollmentId, sequenceId, contactId, platform, nextRunAt } as const;
  try {
    await context.send(enrollment, enrollmentId, command, { step: `enroll/${enrollmentId}` });
  } catch (error) {
    if (error instanceof Refused && error.code === 'CONFLICT') return 'already_enrolled';
    throw error;
  }
  if (nextRunAt !== null) return 'enrolled';
  // The sequence may have been activated meanwhile, and its waiting contacts continued before.
  const now = await load();
  const resumesAt = typeof now === 'object' ? firstRunAt(now, context.now().toISOString()) : null;
  if (resumesAt !== null)
    await context.send(
      enrollment,
      enrollmentId,
      { type: 'resume', nextRunAt: resumesAt },
      { step: `resume/${enrollmentId}` },
    );
  return 'enrolled';
};
