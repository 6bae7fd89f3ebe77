import type { IncomingMessage } from 'node:http';
import { exchangeOf, pathOf, send } from './exchange.ts';
import { wrongPage } from './front-pages.ts';
import type { PlainHandler } from './plain-handler.ts';

/** Addresses of the API that a person gets by mail, and the page of each. */
const pages = [{ endpoint: '/v1/invitations/', page: '/console#/invitations/' }] as const;

/** A browser that opens an address names HTML first; `fetch` and command lines take anything. */
const isOpenedInBrowser = (req: IncomingMessage): boolean => /^text\/html\b/i.test(req.headers.accept ?? '');

const leadTo =
  (endpoint: string, page: string): PlainHandler =>
  (req, res) => {
    const location = `${page}${pathOf(req.url).slice(endpoint.length)}`;
    send(res, exchangeOf(req), { status: 303, headers: { location, vary: 'accept' } });
  };

/**
 * What a person gets who opens an address in a browser: the page of it where the address answers a program with JSON, so that
 * a mail needs one link for both; and links to the pages that exist where the address leads nowhere.
 */
export const pageForPerson = (
  req: IncomingMessage,
  path: string,
): Readonly<{ route: string; handle: PlainHandler }> | undefined => {
  if (!isOpenedInBrowser(req)) return undefined;
  if (path !== '/v1' && !path.startsWith('/v1/')) return { route: '/*', handle: wrongPage };
  const found = pages.find(({ endpoint }) => path.startsWith(endpoint));
  return found && { route: `${found.endpoint}*`, handle: leadTo(found.endpoint, found.page) };
};
