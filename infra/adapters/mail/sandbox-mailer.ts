import { sql, type Kysely, type QueryExecutorProvider } from 'kysely';
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

/** A mail as `GET /v1/sandbox/emails` answers it. */
export type KeptMail = Readonly<{
  to: string;
  subject: string;
  text: string;
  /** Absent of a mail that was kept before mails had this part. */
  html?: string;
  sentAt: string;
  /** The header of mails that come again and again. */
  listUnsubscribe?: string;
}>;

/** The mails of a workspace, or those to one address, newest first; the last `limit` of them. */
export const keptMails = async (
  db: QueryExecutorProvider,
  workspaceId: string,
  { to, limit = 100 }: { to?: string | undefined; limit?: number } = {},
): Promise<readonly KeptMail[]> => {
  const recipient = to === undefined ? sql`` : sql`and lower(recipient) = ${to.toLowerCase()}`;
  const { rows } = await sql<Omit<KeptMail, 'html'> & { html: string | null; unsubscribe_url: string | null }>`
    select recipient as "to", subject, text, html, sent_at as "sentAt", unsubscribe_url from sandbox_mail
    where workspace_id = ${workspaceId} ${recipient}
    order by sent_at desc, position desc limit ${limit}`.execute(db);
  return rows.map(({ unsubscribe_url: url, html, ...mail }) => ({
    ...mail,
    ...(html !== null && { html }),
    ...(url !== null && { listUnsubscribe: `<${url}>` }),
  }));
};
