import { idFrom } from '../kernel/deterministic-ids.ts';

/** A contact is in a sequence once at a time: the id is derived from both. */
export const enrollmentIdOf = (sequenceId: string, contactId: string): string =>
  idFrom(0, JSON.stringify(['enrollment', sequenceId, contactId]));
