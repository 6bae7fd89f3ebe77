import { z } from 'zod';
import type { Credentials } from '../../../../domain/platforms/publisher.ts';
import type { PlatformTools } from '../adapter.ts';
import type { PlatformReply, PlatformRequest } from '../http.ts';
import { explain } from './errors.ts';

export type MastodonApi = (
  request: Omit<PlatformRequest, 'url'> & Readonly<{ path: string }>,
  as: Readonly<{
    account: Readonly<{ instanceUrl?: string }>;
    credentials: Credentials;
    signal?: AbortSignal;
  }>,
) => Promise<PlatformReply>;

/** Calls to the instance the account lives on, with the person's token. */
export const mastodonApi =
  ({ http, hosts }: PlatformTools): MastodonApi =>
  ({ path, headers, ...request }, { account, credentials, signal }) =>
    http.call(
      {
        ...request,
        url: `${hosts.instance('MASTODON', account.instanceUrl)}${path}`,
        headers: { authorization: `Bearer ${credentials.accessToken}`, ...headers },
        ...(signal && { signal }),
      },
      explain,
    );

export const Status = z.object({
  id: z.string(),
  url: z.string().nullish(),
  uri: z.string().optional(),
  content: z.string(),
  created_at: z.string(),
  in_reply_to_id: z.string().nullish(),
  account: z.object({ id: z.string(), acct: z.string(), username: z.string(), avatar: z.string().nullish() }),
  replies_count: z.number().optional(),
  reblogs_count: z.number().optional(),
  favourites_count: z.number().optional(),
  quotes_count: z.number().optional(),
});
export type Status = z.infer<typeof Status>;

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** The text of a status's HTML: line breaks and paragraphs as lines, links with their hidden parts, entities resolved. */
export const textOf = (html: string): string =>
  html
    .replace(/<br\s*\/?>/gi, '\n')
    .replace(/<\/p>\s*<p[^>]*>/gi, '\n\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(#x?[0-9a-f]+|\w+);/gi, (whole, name: string) => {
      if (!name.startsWith('#')) return entities[name.toLowerCase()] ?? whole;
      const code = /^#x/i.test(name) ? parseInt(name.slice(2), 16) : parseInt(name.slice(1), 10);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    });
