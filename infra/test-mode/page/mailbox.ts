import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ListedMail, MailPlace, WholeMail } from '../../adapters/mail/kept-mails.ts';
import { pathOf, exchangeOf, send } from '../../edge/http/exchange.ts';
import type { PlainHandler } from '../../edge/http/plain-handler.ts';
import { mailboxPage, mailPage, noMailPage } from './mailbox-html.ts';
import { keyPage } from './page-html.ts';
import { sendPage } from './send-page.ts';
import type { Visitors } from './visitors.ts';

/** The mails of a workspace, newest first. */
export interface KeptMails {
  page(
    workspaceId: string,
    before: MailPlace | undefined,
  ): Promise<Readonly<{ mails: readonly ListedMail[]; older: MailPlace | undefined }>>;
  mail(workspaceId: string, id: string): Promise<WholeMail | undefined>;
}

export const mailboxPath = '/sandbox/mails';

/**
 * A mail loads nothing and runs nothing. The frame has an origin of its own, and its links open a new tab: the console
 * cannot be framed.
 */
const mailPolicy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-popups allow-popups-to-escape-sandbox',
].join('; ');

const placeFrom = (given: string | null): MailPlace | undefined => {
  const [, sentAt, position] = /^([0-9TZ:.-]{1,40})~(\d{1,15})$/.exec(given ?? '') ?? [];
  return sentAt === undefined ? undefined : { sentAt, position: Number(position) };
};

/** The id of a mail in the path, and whether its HTML alone is wanted. */
const mailIn = (path: string): Readonly<{ id: string; alone: boolean }> | undefined => {
  const [, encoded, alone] = /^\/sandbox\/mails\/([^/]{1,600})(\/html)?$/.exec(path) ?? [];
  if (encoded === undefined) return undefined;
  try {
    const id = decodeURIComponent(encoded);
    return id.includes('\0') ? undefined : { id, alone: alone !== undefined };
  } catch {
    return undefined;
  }
};

const sendHtmlOf = (res: ServerResponse, req: IncomingMessage, html: string): void =>
  send(res, exchangeOf(req), {
    status: 200,
    body: html.replace('<head>', '<head><base target="_blank">'),
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': mailPolicy,
      'x-frame-options': 'SAMEORIGIN',
    },
  });

/** For everything that begins with `/sandbox/mails`: the mails that a test workspace has caused, as readers see them. */
export const mailbox =
  (mails: KeptMails, visitors: Visitors): PlainHandler =>
  async (req, res) => {
    const path = pathOf(req.url);
    const wanted = mailIn(path);
    if (req.method !== 'GET' || (path !== mailboxPath && !wanted)) return sendPage(res, req, 404, noMailPage());
    const who = await visitors.known(req);
    if (!('caller' in who)) return sendPage(res, req, 401, keyPage(who.problem, mailboxPath));
    const { workspaceId } = who.caller;
    if (!wanted) {
      const before = new URLSearchParams((req.url ?? '').slice(path.length)).get('before');
      const listed = await mails.page(workspaceId, placeFrom(before));
      return sendPage(res, req, 200, mailboxPage({ ...listed, workspaceId }));
    }
    const mail = await mails.mail(workspaceId, wanted.id);
    if (!mail || (wanted.alone && mail.html === undefined)) return sendPage(res, req, 404, noMailPage());
    if (wanted.alone) return sendHtmlOf(res, req, mail.html ?? '');
    sendPage(res, req, 200, mailPage(mail));
  };
