import { z } from 'zod';
import type { NativeObject } from '../../../domain/platforms/publisher.ts';
import { shaped } from '../shape.ts';
import type { ActingInstagram } from './api.ts';

const Media = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      caption: z.string().optional(),
      permalink: z.string().optional(),
      timestamp: z.string(),
    }),
  ),
});
const Comments = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      text: z.string().optional(),
      username: z.string().optional(),
      timestamp: z.string(),
      from: z.object({ id: z.string() }).optional(),
    }),
  ),
});
const Permalink = z.object({ permalink: z.string().optional() });

/** Clocks differ; an object may seem a little older than the intent to send it. */
const skewMs = 60_000;

const plain = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim();

export type Sought = Readonly<{ text: string; since: string; known: readonly string[] }>;

export const permalinkOf = async (acting: ActingInstagram, id: string): Promise<string | undefined> => {
  const parameters = { fields: 'permalink' };
  return shaped(Permalink, await acting.call({ method: 'GET', path: id, parameters, effect: 'read' }), 'read')
    .permalink;
};

/** The oldest media since then with this caption: a later twin would be another post. */
export const seekMedia = async (
  acting: ActingInstagram,
  { text, since, known }: Sought,
): Promise<NativeObject | undefined> => {
  const parameters = { fields: 'id,caption,permalink,timestamp', limit: 100 };
  const reply = await acting.call({ method: 'GET', path: `${acting.id}/media`, parameters, effect: 'read' });
  const media = shaped(Media, reply, 'read').data.findLast(
    ({ id, caption = '', timestamp }) =>
      !known.includes(id) && plain(caption) === plain(text) && Date.parse(timestamp) >= Date.parse(since) - skewMs,
  );
  return media && { nativeId: media.id, ...(media.permalink !== undefined && { url: media.permalink }), kind: 'post' };
};

/** The account's own comment of these words under a media. */
export const seekComment = async (
  acting: ActingInstagram,
  target: NativeObject,
  { text, since, known }: Sought,
): Promise<NativeObject | undefined> => {
  const parameters = { fields: 'id,text,username,from,timestamp', limit: 100 };
  const path = `${target.nativeId}/comments`;
  const reply = await acting.call({ method: 'GET', path, parameters, effect: 'read' });
  const comment = shaped(Comments, reply, 'read').data.findLast(
    ({ id, text: words = '', from, timestamp }) =>
      !known.includes(id) &&
      (from === undefined || from.id === acting.id) &&
      plain(words) === plain(text) &&
      Date.parse(timestamp) >= Date.parse(since) - skewMs,
  );
  return comment && { nativeId: comment.id, kind: 'comment' };
};
