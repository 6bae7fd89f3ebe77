import type { Mode } from '../kernel/mode.ts';

/** One mail to one person. */
export type Mail = Readonly<{
  /**
   * The same id is the same mail: it is stored once even if it is handed over twice, and has one
   * Message-ID.
   */
  id: string;
  to: string;
  subject: string;
  text: string;
  /** Where the reader goes on: the button of the mail as HTML. The text has the same address. */
  action: Readonly<{ label: string; url: string }>;
  /**
   * Of mails that come again and again: the link that ends them, for the header List-Unsubscribe
   * (RFC 2369, RFC 8058).
   */
  unsubscribeUrl?: string | undefined;
}>;

/**
 * The mode of a mail: those of a test workspace stay on this machine, to be read by `GET
 * /v1/sandbox/emails`.
 */
export type MailOrigin = Readonly<{
  workspaceId: string;
  mode: Mode;
  /** ISO 8601, on the workspace's clock. */
  sentAt: string;
}>;

/** The port to mail. Resolves when a mail server has accepted the mail; throws where it has not. */
export interface Mailer {
  send(mail: Mail, origin: MailOrigin): Promise<void>;
  /** Whether mails of such workspaces are delivered at all: live ones need a mail server. */
  reaches(mode: MailOrigin['mode']): boolean;
}
