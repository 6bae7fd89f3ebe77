import type { Mode } from '../kernel/mode.ts';

/** One mail to one person. */
export type Mail = Readonly<{
  /** The same id is the same mail: handed over twice it is kept once, and carries one Message-ID. */
  id: string;
  to: string;
  subject: string;
  text: string;
}>;

/** Where a mail comes from: a test workspace's stay on this machine, to be read by `GET /v1/sandbox/emails`. */
export type MailOrigin = Readonly<{
  workspaceId: string;
  mode: Mode;
  /** ISO 8601, on the workspace's clock. */
  sentAt: string;
}>;

/** The port to mail. Resolves when the mail was taken over by the next station; throws where it was not. */
export interface Mailer {
  send(mail: Mail, origin: MailOrigin): Promise<void>;
  /** Whether mails of such workspaces go anywhere at all: live ones need a mail server. */
  reaches(mode: MailOrigin['mode']): boolean;
}
