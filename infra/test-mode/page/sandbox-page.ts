import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SandboxStore } from '@social-publishing/platform-sandbox';
import type { Caller } from '../../../read-api/contract/caller.ts';
import { platformFrom, type Platform } from '../../../domain/platforms/platform.ts';
import { exchangeOf, send } from '../../edge/http/exchange.ts';
import { readBody } from '../../edge/http/read-body.ts';
import type { PlainHandler } from '../../edge/http/plain-handler.ts';
import { script, styles } from './assets.ts';
import { readFeed, type FeedFilter } from './feed.ts';
import { feedHtml, queryOf } from './feed-html.ts';
import type { Html } from './html.ts';
import { mailbox, mailboxPath, type KeptMails } from './mailbox.ts';
import { feedPage, keyPage } from './page-html.ts';
import { pagePolicy, sendPage } from './send-page.ts';
import { isFromOtherSite, visitorsOf, type VisitorOptions } from './visitors.ts';

const maxKeyBytes = 1024;

export type SandboxPageOptions = Readonly<{
  store: SandboxStore;
  /** The platforms that are simulated. */
  platforms: readonly Platform[];
  /** The address of this service's own media, with a trailing slash. */
  mediaBase: string;
  mails: KeptMails;
}> &
  VisitorOptions;

const given = (value: string | null): string | undefined => (value === null || value === '' ? undefined : value);

const filterFrom = (query: URLSearchParams): FeedFilter => {
  const platform = platformFrom(query.get('platform') ?? '');
  if (platform === undefined) return {};
  return { platform, account: given(query.get('account')), before: given(query.get('before')) };
};

const versionOf = ({ text }: Html): string => `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;

/**
 * Pages with what the simulated platforms hold of a test workspace, and its mails. A person signs in with an API
 * key of the scope `*`. The browser keeps it sealed in a cookie that scripts cannot read, and every
 * request checks it.
 */
export const sandboxPage = (options: SandboxPageOptions) => {
  const { store, platforms, publicUrl, mediaBase, mails } = options;
  const visitors = visitorsOf(options);

  /** Keeps a key in the cookie, and goes on to a page of the sandbox. */
  const letIn = async (req: IncomingMessage, res: ServerResponse, key: string, location: string): Promise<void> => {
    if (isFromOtherSite(req)) return sendPage(res, req, 403, keyPage('Another site may not choose the key.', location));
    const who = await visitors.judge(req, key.trim());
    if (!('caller' in who)) return sendPage(res, req, 401, keyPage(who.problem, location));
    const headers = { location, 'set-cookie': visitors.cookieWith(key.trim()) };
    send(res, exchangeOf(req), { status: 303, headers });
  };

  const feedOf = async ({ workspaceId }: Caller, filter: FeedFilter) => {
    const feed = await readFeed(store, platforms, workspaceId, filter);
    const content = feedHtml(feed, filter, mediaBase);
    return { feed, content, version: versionOf(content) };
  };

  const whole: PlainHandler = async (req, res) => {
    const query = new URL(req.url ?? '/', publicUrl).searchParams;
    const filter = filterFrom(query);
    // A key in the address is exchanged for the cookie, and a redirect removes it.
    const key = query.get('key');
    if (key !== null) return letIn(req, res, key, `/sandbox${queryOf(filter)}`);
    const who = await visitors.known(req);
    if (!('caller' in who)) return sendPage(res, req, 401, keyPage(who.problem, '/sandbox'));
    const { workspaceId } = who.caller;
    sendPage(res, req, 200, feedPage({ ...(await feedOf(who.caller, filter)), filter, platforms, workspaceId }));
  };

  const fragment: PlainHandler = async (req, res) => {
    const who = await visitors.known(req);
    if (!('caller' in who)) return send(res, exchangeOf(req), { status: 401 });
    const filter = filterFrom(new URL(req.url ?? '/', publicUrl).searchParams);
    const { content, version } = await feedOf(who.caller, filter);
    const headers = {
      etag: version,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': pagePolicy,
    };
    if (req.headers['if-none-match'] === version)
      return send(res, exchangeOf(req), { status: 304, headers: { etag: version } });
    send(res, exchangeOf(req), { status: 200, body: content.text, headers });
  };

  const file =
    (content: string, type: string): PlainHandler =>
    (req, res) =>
      send(res, exchangeOf(req), {
        status: 200,
        body: content,
        headers: {
          'content-type': `${type}; charset=utf-8`,
          'cache-control': 'no-cache',
        },
      });

  const parts: Readonly<Record<string, PlainHandler>> = {
    'GET /sandbox/feed': fragment,
    'GET /sandbox/feed/page.css': file(styles, 'text/css'),
    'GET /sandbox/feed/refresh.js': file(script, 'text/javascript'),
    'POST /sandbox/feed/key': async (req, res) => {
      const form = new URLSearchParams((await readBody(req, maxKeyBytes)).toString('utf8'));
      await letIn(req, res, form.get('key') ?? '', form.get('to') === mailboxPath ? mailboxPath : '/sandbox');
    },
    'POST /sandbox/feed/leave': (req, res) =>
      send(res, exchangeOf(req), {
        status: 303,
        headers: { location: '/sandbox', 'set-cookie': visitors.noCookie },
      }),
  };

  const anyPart: PlainHandler = (req, res) => {
    const part = parts[`${req.method} ${(req.url ?? '').split('?')[0]}`];
    if (part) return part(req, res);
    send(res, exchangeOf(req), { status: 404, body: 'no such page\n' });
  };

  return {
    /** For `/sandbox` itself. */
    whole,
    /** For everything that begins with `/sandbox/feed`. */
    parts: anyPart,
    mailbox: mailbox(mails, visitors),
  };
};
