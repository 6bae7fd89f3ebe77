import { normalized } from '../../../../domain/kernel/stored-text.ts';
import { z } from 'zod';
import type { NativeObject } from '../../../../domain/platforms/publisher.ts';
import { firstToTake, type MayBeIt } from '../candidates.ts';
import { shaped } from '../shape.ts';
import type { ActingInstagram } from './api.ts';
import { defined } from '../../../../domain/kernel/defined.ts';

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

const plain = (text: string): string => normalized(text, 'NFC').replace(/\s+/g, ' ').trim();

export type Sought = Readonly<{ text: string; since: string; mayBeIt: MayBeIt }>;

export const permalinkOf = async (acting: ActingInstagram, id: string): Promise<string | undefined> => {
  const parameters = { fields: 'permalink' };
  return shaped(Permalink, await acting.call({ method: 'GET', path: id, parameters, effect: 'read' }), 'read')
    .permalink;
};

/** The oldest media since then with this caption: a later twin would be another post. */
export const seekMedia = async (
  acting: ActingInstagram,
  { text, since, mayBeIt }: Sought,
): Promise<NativeObject | undefined> => {
  const parameters = { fields: 'id,caption,permalink,timestamp', limit: 100 };
  const reply = await acting.call({ method: 'GET', path: `${acting.id}/media`, parameters, effect: 'read' });
  const alike = shaped(Media, reply, 'read').data.filter(
    ({ caption = '', timestamp }) =>
      plain(caption) === plain(text) && Date.parse(timestamp) >= Date.parse(since) - skewMs,
  );
  const media = await firstToTake(alike.reverse(), ({ id }) => id, mayBeIt);
  return media && { nativeId: media.id, ...defined({ url: media.permalink }), kind: 'post' };
};

/** The account's own comment with this text under a media. */
export const seekComment = async (
  acting: ActingInstagram,
  target: NativeObject,
  { text, since, mayBeIt }: Sought,
): Promise<NativeObject | undefined> => {
  const parameters = { fields: 'id,text,username,from,timestamp', limit: 100 };
  const path = `${target.nativeId}/comments`;
  const reply = await acting.call({ method: 'GET', path, parameters, effect: 'read' });
  const alike = shaped(Comments, reply, 'read').data.filter(
    ({ text: words = '', from, timestamp }) =>
      (from === undefined || from.id === acting.id) &&
      plain(words) === plain(text) &&
      Date.parse(timestamp) >= Date.parse(since) - skewMs,
  );
  const comment = await firstToTake(alike.reverse(), ({ id }) => id, mayBeIt);
  return comment && { nativeId: comment.id, kind: 'comment' };
};
