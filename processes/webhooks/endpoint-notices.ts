import type { Mail } from '../../domain/mail/mail.ts';

/** Failures in a row until the owner is warned, and until the endpoint is disabled (reference, "States"). */
export const warnedAfter = 5;
export const disabledAfter = 10;

/** A pending mail to the owner. */
export type Notice = Readonly<{
  id: string;
  kind: 'warning' | 'auto_disabled';
  consecutiveFailures: number;
  at: string;
}>;

/**
 * The mail that notifies an owner of a failing endpoint. The address of the endpoint has no query:
 * it may contain a token. `page` is that of the endpoint in the console.
 */
export const noticeMail = (notice: Notice, url: string, to: string, page: string): Mail => {
  const address = url.split('?')[0] ?? url;
  const { consecutiveFailures } = notice;
  if (notice.kind === 'warning') {
    return {
      id: `${notice.id}/${to}`,
      to,
      subject: 'A webhook endpoint keeps failing',
      text: [
        `The webhook endpoint ${address} has failed ${consecutiveFailures} times in a row.`,
        `It is still enabled. After ${disabledAfter} failures in a row it is disabled automatically.`,
        `Its deliveries, with the answers that came back: ${page}`,
      ].join('\n\n'),
      action: { label: 'See the deliveries', url: page },
    };
  }
  return {
    id: `${notice.id}/${to}`,
    to,
    subject: 'A webhook endpoint was disabled',
    text: [
      `The webhook endpoint ${address} has failed ${consecutiveFailures} times in a row and was disabled at ${notice.at}.`,
      'Nothing is delivered to it until it is switched on again. What it missed can be replayed afterwards.',
      `Switch it on here: ${page}`,
    ].join('\n\n'),
    action: { label: 'See the endpoint', url: page },
  };
};
