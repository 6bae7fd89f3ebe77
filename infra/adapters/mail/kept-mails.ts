import { sql, type QueryExecutorProvider } from 'kysely';

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

/** A mail as the list of the mailbox has it. */
export type ListedMail = Readonly<{ id: string; to: string; subject: string; sentAt: string }>;

/** `html` is absent of a mail that was kept before mails had it. */
export type WholeMail = ListedMail & Readonly<{ text: string; html: string | undefined }>;

/** A place in the order of the mails, which are sorted by both. */
export type MailPlace = Readonly<{ sentAt: string; position: number }>;

/** A page of the mails of a workspace, newest first, and the place where the next page begins. */
export const pageOfMails = async (
  db: QueryExecutorProvider,
  workspaceId: string,
  before: MailPlace | undefined,
  limit = 50,
): Promise<Readonly<{ mails: readonly ListedMail[]; older: MailPlace | undefined }>> => {
  const from = before ? sql`and (sent_at, position) < (${before.sentAt}, ${before.position}::bigint)` : sql``;
  const { rows } = await sql<ListedMail & { position: string }>`
    select id, recipient as "to", subject, sent_at as "sentAt", position from sandbox_mail
    where workspace_id = ${workspaceId} ${from}
    order by sent_at desc, position desc limit ${limit + 1}`.execute(db);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    mails: shown.map(({ position: _, ...mail }) => mail),
    older: last && { sentAt: last.sentAt, position: Number(last.position) },
  };
};

/** One mail of a workspace. */
export const keptMail = async (
  db: QueryExecutorProvider,
  workspaceId: string,
  id: string,
): Promise<WholeMail | undefined> => {
  const { rows } = await sql<ListedMail & { text: string; html: string | null }>`
    select id, recipient as "to", subject, text, html, sent_at as "sentAt" from sandbox_mail
    where workspace_id = ${workspaceId} and id = ${id}`.execute(db);
  const [mail] = rows;
  return mail && { ...mail, html: mail.html ?? undefined };
};
