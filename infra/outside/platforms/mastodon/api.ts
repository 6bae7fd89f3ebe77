import { z } from 'zod';
import type { Credentials } from '../../../../domain/platforms/publisher.ts';
import type { PlatformTools } from '../adapter.ts';
import type { PlatformReply, PlatformRequest } from '../http.ts';
import { explain } from './errors.ts';
import { cutText } from '../../../../domain/kernel/stored-text.ts';

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

/** More markup than any status has that is read: a server may send megabytes. */
const maxHtmlLength = 100_000;

const nextParagraph = /\s*<p[^>]*>/iy;

/** One pass, because an expression that seeks the end of each `<` is quadratic on a text of `<`. */
const withoutTags = (html: string): string => {
  let text = '';
  for (let at = 0; ;) {
    const start = html.indexOf('<', at);
    const end = start < 0 ? -1 : html.indexOf('>', start);
    if (end < 0) return text + html.slice(at);
    text += html.slice(at, start);
    const tag = html.slice(start, Math.min(end + 1, start + 20)).toLowerCase();
    at = end + 1;
    if (/^<br\s*\/?>$/.test(tag)) text += '\n';
    nextParagraph.lastIndex = at;
    if (tag === '</p>' && nextParagraph.test(html)) {
      text += '\n\n';
      at = nextParagraph.lastIndex;
    }
  }
};

/** The text of a status's HTML: line breaks and paragraphs as lines, links with their hidden parts, entities resolved. */
export const textOf = (html: string): string =>
  withoutTags(cutText(html, maxHtmlLength)).replace(/&(#x?[0-9a-f]{1,8}|\w{1,16});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return entities[name.toLowerCase()] ?? whole;
    const code = /^#x/i.test(name) ? parseInt(name.slice(2), 16) : parseInt(name.slice(1), 10);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
