/** What takes the place of the workspace in the idempotency records of a person who is in none. */
export const personScope = (userId: string): string => `person ${userId}`;
