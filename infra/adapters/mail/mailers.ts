import type { Mail, Mailer, MailOrigin } from '../../../domain/mail/mail.ts';

/** Live workspaces need a mail server to send by. */
export class NoMailServer extends Error {
  override readonly name = 'NoMailServer';
}

/** One way out for mails. */
export interface Transport {
  send(mail: Mail, origin: MailOrigin): Promise<void>;
}

/** Test workspaces' mails stay here; live ones go to the server, and are refused where none is configured (SMTP_URL). */
export const mailerByMode = (sandbox: Transport, live: Transport | undefined): Mailer => ({
  reaches: (mode) => mode === 'test' || live !== undefined,
  send: (mail, origin) => {
    if (origin.mode === 'test') return sandbox.send(mail, origin);
    if (!live) return Promise.reject(new NoMailServer('no mail server is configured'));
    return live.send(mail, origin);
  },
});
