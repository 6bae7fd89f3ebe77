/** What a field holds after its text was sent: what was typed since stays. */
export const afterSending =
  (sent: string) =>
  (now: string): string =>
    now === sent ? '' : now;
