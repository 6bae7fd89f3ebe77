import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SandboxStore } from '@social-publishing/platform-sandbox';
import type { Caller } from '../../../read-api/contract/caller.ts';
import { Refused } from '../../../domain/kernel/refused.ts';
import { platformFrom, type Platform } from '../../../domain/platforms/platform.ts';
import type { CredentialDirectory } from '../../edge/access/credentials.ts';
import { authenticate, type Clock } from '../../edge/http/authenticate.ts';
import { exchangeOf, send } from '../../edge/http/exchange.ts';
import { readBody } from '../../edge/http/read-body.ts';
import type { PlainHandler } from '../../edge/http/plain-handler.ts';
import { decrypt, encrypt, NotAuthentic } from '../../stores/secrets/cipher.ts';
import { script, styles } from './assets.ts';
import { readFeed, type FeedFilter } from './feed.ts';
import { feedHtml, queryOf } from './feed-html.ts';
import type { Html } from './html.ts';
import { feedPage, keyPage } from './page-html.ts';

/** No resources of other origins, no inline scripts, no frames. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "media-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const cookieName = 'sandbox_key';
const maxKeyBytes = 1024;

export type SandboxPageOptions = Readonly<{
  store: SandboxStore;
  /** The platforms that are simulated. */
  platforms: readonly Platform[];
  directory: CredentialDirectory;
  clock: Clock;
  /** The key that seals the API key in the cookie; 32 bytes. */
  cookieKey: Buffer;
  /** The origin at which browsers reach the service. */
  publicUrl: string;
  /** The address of this service's own media, with a trailing slash. */
  mediaBase: string;
}>;

type Known = Readonly<{ caller: Caller }> | Readonly<{ problem: string | undefined }>;

const given = (value: string | null): string | undefined => (value === null || value === '' ? undefined : value);

const filterFrom = (query: URLSearchParams): FeedFilter => {
  const platform = platformFrom(query.get('platform') ?? '');
  if (platform === undefined) return {};
  return { platform, account: given(query.get('account')), before: given(query.get('before')) };
};

/**
 * Whether a page of another site sends the browser here. Such a page may not choose the key: the
 * person would look at the workspace of a stranger for their own.
 */
const isFromOtherSite = ({ headers }: IncomingMessage): boolean => {
  const site = headers['sec-fetch-site'];
  if (typeof site === 'string') return site !== 'same-origin' && site !== 'none';
  const { origin, host } = headers;
  return origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== host);
};

const cookieOf = (req: IncomingMessage): string | undefined => {
  const pairs = (req.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${cookieName}=`))?.slice(cookieName.length + 1);
};

const page = (res: ServerResponse, req: IncomingMessage, status: number, content: Html): void =>
  send(res, exchangeOf(req), {
    status,
    body: content.text,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
    },
  });

const versionOf = ({ text }: Html): string => `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;

/**
 * A page with what the simulated platforms hold of a test workspace. A person signs in with an API
 * key of the scope `*`. The browser keeps it sealed in a cookie that scripts cannot read, and every
 * request checks it.
 */
export const sandboxPage = (options: SandboxPageOptions) => {
  const { store, platforms, directory, clock, cookieKey, publicUrl, mediaBase } = options;
  const flags = `Path=/sandbox; HttpOnly; SameSite=Strict${publicUrl.startsWith('https:') ? '; Secure' : ''}`;

  const judge = async (req: IncomingMessage, key: string): Promise<Known> => {
    const { address } = exchangeOf(req);
    try {
      const headers = { authorization: `Bearer ${key}` };
      const caller = await authenticate({ headers }, { inPath: undefined, address }, directory, clock);
      if (caller.mode !== 'test')
        return { problem: 'This key belongs to a live workspace. The sandbox holds only objects of test workspaces.' };
      if (caller.kind !== 'api_key' || !caller.scopes.includes('*'))
        return { problem: 'This page needs an API key with every right (scope *).' };
      return { caller };
    } catch (error) {
      if (error instanceof Refused) return { problem: `${error.message}.` };
      throw error;
    }
  };

  const known = async (req: IncomingMessage): Promise<Known> => {
    const cookie = cookieOf(req);
    if (cookie === undefined) return { problem: undefined };
    try {
      const key = decrypt(cookieKey, Buffer.from(cookie, 'base64url'), cookieName);
      return await judge(req, key.toString('utf8'));
    } catch (error) {
      if (error instanceof NotAuthentic) return { problem: undefined };
      throw error;
    }
  };

  const letIn = async (req: IncomingMessage, res: ServerResponse, key: string, filter: FeedFilter): Promise<void> => {
    if (isFromOtherSite(req)) return page(res, req, 403, keyPage('Another site may not choose the key.'));
    const who = await judge(req, key.trim());
    if (!('caller' in who)) return page(res, req, 401, keyPage(who.problem));
    const sealed = encrypt(cookieKey, Buffer.from(key.trim(), 'utf8'), cookieName).toString('base64url');
    send(res, exchangeOf(req), {
      status: 303,
      headers: {
        location: `/sandbox${queryOf(filter)}`,
        'set-cookie': `${cookieName}=${sealed}; ${flags}`,
      },
    });
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
    if (key !== null) return letIn(req, res, key, filter);
    const who = await known(req);
    if (!('caller' in who)) return page(res, req, 401, keyPage(who.problem));
    const { workspaceId } = who.caller;
    page(res, req, 200, feedPage({ ...(await feedOf(who.caller, filter)), filter, platforms, workspaceId }));
  };

  const fragment: PlainHandler = async (req, res) => {
    const who = await known(req);
    if (!('caller' in who)) return send(res, exchangeOf(req), { status: 401 });
    const filter = filterFrom(new URL(req.url ?? '/', publicUrl).searchParams);
    const { content, version } = await feedOf(who.caller, filter);
    const headers = { etag: version, 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy };
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
      await letIn(req, res, form.get('key') ?? '', {});
    },
    'POST /sandbox/feed/leave': (req, res) =>
      send(res, exchangeOf(req), {
        status: 303,
        headers: {
          location: '/sandbox',
          'set-cookie': `${cookieName}=; ${flags}; Max-Age=0`,
        },
      }),
  };

  return {
    /** For `/sandbox` itself. */
    whole,
    /** For everything that begins with `/sandbox/feed`. */
    parts: ((req, res) => {
      const part = parts[`${req.method} ${(req.url ?? '').split('?')[0]}`];
      if (part) return part(req, res);
      send(res, exchangeOf(req), { status: 404, body: 'no such page\n' });
    }) satisfies PlainHandler as PlainHandler,
  };
};
