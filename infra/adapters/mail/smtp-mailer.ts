import { createHash } from 'node:crypto';
import type { Transporter } from 'nodemailer';
import type { Mail } from '../../../domain/mail/mail.ts';
import { htmlOf } from './mail-html.ts';
import type { Transport } from './mailers.ts';

/** How long each step of a mail server's answer may take. */
const patienceMs = 15_000;

export type SmtpOptions = Readonly<{
  /** `smtp://user:password@host:587` or `smtps://…:465`. */
  url: string;
  /** The sender, for example `Publishing <no-reply@example.com>`. */
  from: string;
}>;

/**
 * Hands mails to an SMTP server. The client is loaded with the first mail: most installations never
 * send one.
 */
export class SmtpMailer implements Transport {
  readonly #options: SmtpOptions;
  #transport: Promise<Transporter> | undefined;

  constructor(options: SmtpOptions) {
    this.#options = options;
  }

  async send(mail: Mail): Promise<void> {
    const { id, to, subject, text, unsubscribeUrl } = mail;
    const transport = await (this.#transport ??= this.#connect());
    const { from } = this.#options;
    const domain = /@([^@>\s]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
    // A mail that is sent twice after a lost answer keeps its id, so a reader that compares ids
    // sees one mail.
    const messageId = `<${createHash('sha256').update(id).digest('hex').slice(0, 40)}@${domain}>`;
    const headers =
      unsubscribeUrl === undefined
        ? {}
        : { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
    const html = htmlOf(mail);
    await transport.sendMail({ from, to: { name: '', address: to }, subject, text, html, messageId, headers });
  }

  async close(): Promise<void> {
    (await this.#transport)?.close();
    this.#transport = undefined;
  }

  async #connect(): Promise<Transporter> {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      url: this.#options.url,
      connectionTimeout: patienceMs,
      greetingTimeout: patienceMs,
      socketTimeout: patienceMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }
}
