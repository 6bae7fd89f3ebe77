import { z } from 'zod';
import type { Credentials } from '../../../../domain/platforms/publisher.ts';
import type { PlatformTools } from '../adapter.ts';
import type { PlatformReply, PlatformRequest } from '../http.ts';
import { shaped } from '../shape.ts';
import { explain } from './errors.ts';

type As = Readonly<{ credentials: Credentials; signal?: AbortSignal }>;

/** The APIs a business profile is spread over: posts and reviews, accounts, locations, figures, the person. */
type Api = 'api' | 'accounts' | 'information' | 'performance' | 'userinfo';

export type GoogleApi = (
  request: Omit<PlatformRequest, 'url'> & Readonly<{ of?: Api; path?: string }>,
  as: As,
) => Promise<PlatformReply>;

/** Calls with the person's token. `path` begins with a slash and follows the API's own base. */
export const googleApi =
  ({ http, hosts }: PlatformTools): GoogleApi =>
  ({ of = 'api', path = '', headers, ...request }, { credentials, signal }) =>
    http.call(
      {
        ...request,
        url: `${hosts.urls.GOOGLE_BUSINESS[of]}${path}`,
        headers: { authorization: `Bearer ${credentials.accessToken}`, ...headers },
        ...(signal && { signal }),
      },
      explain,
    );

const Accounts = z.object({
  accounts: z.array(z.object({ name: z.string() })).optional(),
  nextPageToken: z.string().optional(),
});
const Locations = z.object({
  locations: z.array(z.object({ name: z.string(), title: z.string().optional() })).optional(),
  nextPageToken: z.string().optional(),
});

/** A location by its full name, `accounts/1/locations/2`: the form the posts API takes. */
export type Location = Readonly<{ path: string; title: string }>;

const maxPages = 10;

const paged = async <T>(
  read: (pageToken: string | undefined) => Promise<Readonly<{ items: readonly T[]; next: string | undefined }>>,
): Promise<readonly T[]> => {
  const all: T[] = [];
  let next: string | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const answer = await read(next);
    all.push(...answer.items);
    next = answer.next || undefined;
    if (next === undefined) break;
  }
  return all;
};

/** Every location that the person manages, at most a thousand of each account. */
export const locationsOf = async (api: GoogleApi, as: As): Promise<readonly Location[]> => {
  const accounts = await paged(async (pageToken) => {
    const query = { pageSize: 20, pageToken };
    const reply = await api({ method: 'GET', of: 'accounts', path: '/accounts', query, effect: 'read' }, as);
    const found = shaped(Accounts, reply, 'read');
    return { items: found.accounts ?? [], next: found.nextPageToken };
  });
  const locations: Location[] = [];
  for (const { name: account } of accounts)
    locations.push(
      ...(await paged(async (pageToken) => {
        const query = { readMask: 'name,title,storefrontAddress,metadata', pageSize: 100, pageToken };
        const path = `/${account}/locations`;
        const reply = await api({ method: 'GET', of: 'information', path, query, effect: 'read' }, as);
        const found = shaped(Locations, reply, 'read');
        const items = (found.locations ?? []).map(({ name, title }) => ({
          path: `${account}/${name}`,
          title: title || name,
        }));
        return { items, next: found.nextPageToken };
      })),
    );
  return locations;
};
