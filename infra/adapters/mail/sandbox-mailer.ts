import { sql, type Kysely } from 'kysely';
import type { Mail, MailOrigin } from '../../../domain/mail/mail.ts';
import { storable } from '../../../domain/kernel/stored-text.ts';
import { batched } from '../../stores/postgres/batched.ts';
import { htmlOf } from './mail-html.ts';
import type { Transport } from './mailers.ts';

type Sent = Mail & MailOrigin;

/** Keeps the mails of test workspaces, where `GET /v1/sandbox/emails` shows them. */
export class SandboxMailer implements Transport {
  readonly #db: Kysely<unknown>;
  readonly #keepTogether = batched<Sent, void>((mails) => this.#keep(mails), { maxBatch: 100 });

  constructor(db: Kysely<unknown>) {
    this.#db = db;
  }

  send(mail: Mail, origin: MailOrigin): Promise<void> {
    return this.#keepTogether({ ...mail, ...origin });
  }

  async #keep(mails: readonly Sent[]): Promise<readonly void[]> {
    const rows = mails.map(({ workspaceId, sentAt, ...mail }) => ({
      workspace_id: workspaceId,
      id: mail.id,
      recipient: mail.to,
      sent_at: sentAt,
      // One text that no row can hold would fail the mails that are kept with it.
      subject: storable(mail.subject),
      text: storable(mail.text),
      html: storable(htmlOf(mail)),
      unsubscribe_url: mail.unsubscribeUrl ?? null,
    }));
    await sql`
      insert into sandbox_mail (workspace_id, id, recipient, subject, text, html, sent_at, unsubscribe_url)
      select workspace_id, id, recipient, subject, text, html, sent_at, unsubscribe_url
      from json_populate_recordset(null::sandbox_mail, ${JSON.stringify(rows)}::json)
      on conflict (workspace_id, id) do nothing`.execute(this.#db);
    return mails.map(() => undefined);
  }
}

/** Drops every kept mail to an address, from any workspace. */
export const forgetMailsTo = async (address: string, db: Kysely<unknown>): Promise<void> => {
  await sql`delete from sandbox_mail where lower(recipient) = ${address.toLowerCase()}`.execute(db);
};
