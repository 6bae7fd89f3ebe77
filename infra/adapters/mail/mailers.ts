import type { Mail, Mailer, MailOrigin } from '../../../domain/mail/mail.ts';

/** Live workspaces need a mail server. */
export class NoMailServer extends Error {
  override readonly name = 'NoMailServer';
}

/** One way to send mails. */
export interface Transport {
  send(mail: Mail, origin: MailOrigin): Promise<void>;
}

/**
 * Mails of test workspaces are stored on this machine. Live ones are sent to the mail server, and
 * refused where none is configured (SMTP_URL).
 */
export const mailerByMode = (sandbox: Transport, live: Transport | undefined): Mailer => ({
  reaches: (mode) => mode === 'test' || live !== undefined,
  send: (mail, origin) => {
    if (origin.mode === 'test') return sandbox.send(mail, origin);
    if (!live) return Promise.reject(new NoMailServer('no mail server is configured'));
    return live.send(mail, origin);
  },
});
