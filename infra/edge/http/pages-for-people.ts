import type { IncomingMessage } from 'node:http';
import { exchangeOf, pathOf, send } from './exchange.ts';
import type { PlainHandler } from './plain-handler.ts';

/** Addresses of the API that a person gets by mail, and the page of each. */
const pages = [{ endpoint: '/v1/invitations/', page: '/console#/invitations/' }] as const;

/** A browser that opens an address names HTML first; `fetch` and command lines take anything. */
const isOpenedInBrowser = (req: IncomingMessage): boolean => /^text\/html\b/i.test(req.headers.accept ?? '');

/**
 * Leads a person who opens such an address to its page. The same address answers a program with JSON, so a mail needs one link
 * for both.
 */
export const pageForPerson = (
  req: IncomingMessage,
  path: string,
): Readonly<{ route: string; handle: PlainHandler }> | undefined => {
  const found = isOpenedInBrowser(req) ? pages.find(({ endpoint }) => path.startsWith(endpoint)) : undefined;
  return (
    found && {
      route: `${found.endpoint}*`,
      handle: (request, res) => {
        const location = `${found.page}${pathOf(request.url).slice(found.endpoint.length)}`;
        send(res, exchangeOf(request), { status: 303, headers: { location, vary: 'accept' } });
      },
    }
  );
};
