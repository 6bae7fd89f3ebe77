/** The n-th retry follows 2, 4, 8 minutes after it was asked for; there are three. */
const ladderMinutes = [2, 4, 8] as const;
export const maxRetries = ladderMinutes.length;

/** When the n-th retry (1 to 3) is due; later where the platform asked for longer. */
export const retryDueAt = (now: string, retry: number, retryAfterSeconds = 0): string => {
  const minutes = ladderMinutes[Math.min(retry, maxRetries) - 1] ?? ladderMinutes[0];
  return new Date(Date.parse(now) + Math.max(minutes * 60, retryAfterSeconds) * 1000).toISOString();
};
