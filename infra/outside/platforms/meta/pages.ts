import { z } from 'zod';
import type { Credentials } from '../../../../domain/platforms/publisher.ts';
import type { Destination } from '../../../../domain/platforms/connector.ts';
import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import { shaped } from '../shape.ts';
import type { Graph } from './graph.ts';
import { defined } from '../../../../domain/kernel/defined.ts';

const Picture = z.object({ data: z.object({ url: z.string() }) }).optional();
const Page = z.object({
  id: z.string(),
  name: z.string(),
  username: z.string().optional(),
  access_token: z.string().optional(),
  picture: Picture,
  instagram_business_account: z
    .object({
      id: z.string(),
      username: z.string().optional(),
      name: z.string().optional(),
      profile_picture_url: z.string().optional(),
    })
    .optional(),
});
export type Page = z.infer<typeof Page>;

const Listed = z.object({
  data: z.array(Page),
  paging: z
    .object({ cursors: z.object({ after: z.string().optional() }).optional(), next: z.string().optional() })
    .optional(),
});

/** At most this many Pages are read: a hundred at a time. */
const pagesRead = 10;

/** The Pages that a person manages (`GET /me/accounts`), with the requested fields of each. */
export const listPages = async (graph: Graph, api: string, token: string, fields: string): Promise<readonly Page[]> => {
  const pages: Page[] = [];
  let after: string | undefined;
  for (let read = 0; read < pagesRead; read += 1) {
    const parameters = { fields, limit: 100, after };
    const reply = await graph({ method: 'GET', url: `${api}/me/accounts`, token, parameters, effect: 'read' });
    const { data, paging } = shaped(Listed, reply, 'read');
    pages.push(...data);
    after = paging?.next === undefined ? undefined : paging.cursors?.after;
    if (after === undefined) break;
  }
  return pages;
};

export const destinationOf = ({ id, name, username, picture }: Page): Destination => ({
  id,
  name,
  kind: 'page',
  ...defined({ username }),
  ...(picture && { avatarUrl: picture.data.url }),
});

/** One Page as its person sees it, its token among the rest. */
export const readPage = async (
  graph: Graph,
  { api, token, pageId, fields }: Readonly<{ api: string; token: string; pageId: string; fields: string }>,
  signal?: AbortSignal,
): Promise<Page> => {
  const parameters = { fields };
  const reply = await graph({ method: 'GET', url: `${api}/${pageId}`, token, parameters, effect: 'read', signal });
  return shaped(Page, reply, 'read');
};

/** The token to act as the Page; a person who lost the role gets none. */
export const pageTokenOf = async (
  graph: Graph,
  { api, token, pageId }: Readonly<{ api: string; token: string; pageId: string }>,
  signal?: AbortSignal,
): Promise<string> => {
  const page = await readPage(graph, { api, token, pageId, fields: 'id,name,access_token' }, signal);
  if (page.access_token === undefined)
    throw new PlatformError('unauthorized', 'ACCOUNT_DISCONNECTED', 'the person may no longer act for this Page');
  return page.access_token;
};

const keptAs = (pageId: string): string => `page:${pageId}`;

/**
 * The token of a Page that is kept with the account. Meta docs: "Long-lived tokens", one that was got with a
 * long-lived token of the person has no end of its own.
 */
export const keptPageToken = ({ extra }: Credentials, pageId: string): string | undefined => extra?.[keptAs(pageId)];

/**
 * The credentials with the tokens of the Pages that the person manages. A selected Page has to be among them: a
 * person who lost the role gets no token, and the account cannot act.
 */
export const withPageTokens = async (
  graph: Graph,
  api: string,
  credentials: Credentials,
  selected?: string,
): Promise<Credentials> => {
  const pages = await listPages(graph, api, credentials.accessToken, 'id,name,access_token');
  const tokens = new Map(pages.flatMap(({ id, access_token: token }) => (token === undefined ? [] : [[id, token]])));
  if (selected !== undefined && !tokens.has(selected))
    tokens.set(selected, await pageTokenOf(graph, { api, token: credentials.accessToken, pageId: selected }));
  const kept = [...tokens].map(([id, token]) => [keptAs(id), token]);
  return { ...credentials, extra: { ...credentials.extra, ...Object.fromEntries(kept) } };
};

/** The kept token of the Page, otherwise the one that the person's own token gives. */
export const actingTokenOf = async (
  graph: Graph,
  { api, credentials, pageId }: Readonly<{ api: string; credentials: Credentials; pageId: string }>,
  signal?: AbortSignal,
): Promise<string> =>
  keptPageToken(credentials, pageId) ??
  (await pageTokenOf(graph, { api, token: credentials.accessToken, pageId }, signal));
