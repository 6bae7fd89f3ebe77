import type { Mailer } from '../../domain/mail/mail.ts';

/** Live workspaces need a mail server to send by. */
export class NoMailServer extends Error {
  override readonly name = 'NoMailServer';
}

/** Test workspaces' mails stay here; live ones go to the server, and wait where none is configured (SMTP_URL). */
export const mailerByMode = (sandbox: Mailer, live: Mailer | undefined): Mailer => ({
  send: (mail, origin) => {
    if (origin.mode === 'test') return sandbox.send(mail, origin);
    if (!live) return Promise.reject(new NoMailServer('no mail server is configured'));
    return live.send(mail, origin);
  },
});
