import { Refused } from '../../domain/kernel/refused.ts';

/**
 * Carries out a request, and answers from the log where it is refused and `stored` finds what the same request has stored. A request
 * whose answer was lost is sent again, and would be refused for the place, the limit or the code that it has used up itself.
 */
export const orStored = async <Answer>(
  attempt: () => Promise<Answer>,
  stored: () => Promise<Answer | undefined>,
): Promise<Answer> => {
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const answer = await stored();
    if (answer === undefined) throw error;
    return answer;
  }
};
