import { normalized } from '../../../../domain/kernel/stored-text.ts';
import { z } from 'zod';
import type { NativeObject } from '../../../../domain/platforms/publisher.ts';
import { firstToTake, type MayBeIt } from '../candidates.ts';
import { shaped } from '../shape.ts';
import type { ActingPage } from './api.ts';

const Posts = z.object({
  data: z.array(z.object({ id: z.string(), message: z.string().optional(), permalink_url: z.string().optional() })),
  paging: z
    .object({ cursors: z.object({ after: z.string().optional() }).optional(), next: z.string().optional() })
    .optional(),
});
const Comments = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      message: z.string().optional(),
      created_time: z.string(),
      from: z.object({ id: z.string() }).optional(),
    }),
  ),
});

export const postUrl = (id: string): string => {
  const [page = '', story] = id.split('_');
  return story === undefined ? `https://www.facebook.com/${page}` : `https://www.facebook.com/${page}/posts/${story}`;
};

/** Clocks differ; an object may seem a little older than the intent to send it. */
const skewMs = 60_000;
const pagesRead = 5;

const plain = (text: string): string => normalized(text, 'NFC').replace(/\s+/g, ' ').trim();

export type Sought = Readonly<{ text: string; since: string; mayBeIt: MayBeIt }>;

/**
 * Searches the Page's posts since then for this text. `'too many'`: there are more posts than are
 * read.
 */
export const seekPost = async (
  page: ActingPage,
  { text, since, mayBeIt }: Sought,
): Promise<NativeObject | 'too many' | undefined> => {
  let after: string | undefined;
  for (let read = 0; read < pagesRead; read += 1) {
    const parameters = {
      fields: 'id,message,created_time,permalink_url',
      since: Math.floor((Date.parse(since) - skewMs) / 1000),
      limit: 100,
      after,
    };
    const path = `${page.id}/published_posts`;
    const { data, paging } = shaped(
      Posts,
      await page.call({ method: 'GET', path, parameters, effect: 'read' }),
      'read',
    );
    const alike = data.filter(({ message = '' }) => plain(message) === plain(text));
    const found = await firstToTake(alike.reverse(), ({ id }) => id, mayBeIt);
    if (found) return { nativeId: found.id, url: found.permalink_url ?? postUrl(found.id), kind: 'post' };
    after = paging?.next === undefined ? undefined : paging.cursors?.after;
    if (after === undefined) return undefined;
  }
  return 'too many';
};

/** Searches for the Page's own comment with this text under a post. */
export const seekComment = async (
  page: ActingPage,
  target: NativeObject,
  { text, since, mayBeIt }: Sought,
): Promise<NativeObject | undefined> => {
  const parameters = {
    filter: 'toplevel',
    order: 'reverse_chronological',
    fields: 'id,message,from{id},created_time',
    limit: 100,
  };
  const path = `${target.nativeId}/comments`;
  const reply = await page.call({ method: 'GET', path, parameters, effect: 'read' });
  const alike = shaped(Comments, reply, 'read').data.filter(
    ({ message = '', from, created_time: at }) =>
      from?.id === page.id && plain(message) === plain(text) && Date.parse(at) >= Date.parse(since) - skewMs,
  );
  const found = await firstToTake(alike.reverse(), ({ id }) => id, mayBeIt);
  return found && { nativeId: found.id, kind: 'comment' };
};
