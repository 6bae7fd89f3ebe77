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
 * it may contain a token.
 */
export const noticeMail = (notice: Notice, url: string, to: string): Mail => {
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
        'Its deliveries, with the answers that came back, are listed at GET /v1/webhooks/:id/deliveries.',
      ].join('\n\n'),
    };
  }
  return {
    id: `${notice.id}/${to}`,
    to,
    subject: 'A webhook endpoint was disabled',
    text: [
      `The webhook endpoint ${address} has failed ${consecutiveFailures} times in a row and was disabled at ${notice.at}.`,
      'Nothing is delivered to it until it is enabled again with PATCH /v1/webhooks/:id {"enabled": true}.',
      'Missed events can be sent afterwards with POST /v1/webhooks/:id/replay.',
    ].join('\n\n'),
  };
};
