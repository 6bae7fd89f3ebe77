/** A session lasts as long as a refresh token of the issuer. */
export const sessionDays = 30;

/** Whether a session still opens the API. */
export const isOpenSession = (startedAt: string, now: string): boolean =>
  Date.parse(now) - Date.parse(startedAt) < sessionDays * 86_400_000;
