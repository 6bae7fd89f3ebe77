import { Refused } from '../../domain/kernel/refused.ts';
import type { Caller } from './caller.ts';

/** The person of a session, or the one who made the API key. */
export const personAsking = ({ userId }: Caller): string => {
  if (userId === undefined) throw new Refused('FORBIDDEN', 'This needs a person');
  return userId;
};
