/** Longer than any job runs. */
const daysOfJob = 7;

/**
 * When the credits of a job come back by themselves, ISO 8601: a request that dies between the
 * reservation and the job leaves credits that no process settles.
 */
export const endOfJobReservation = (now: string): string =>
  new Date(Date.parse(now) + daysOfJob * 24 * 60 * 60_000).toISOString();
