import { normalized } from '../../../../domain/kernel/stored-text.ts';
import { z } from 'zod';
import type { NativeObject, RunContext } from '../../../../domain/platforms/publisher.ts';
import { firstToTake, type MayBeIt } from '../candidates.ts';
import { shaped } from '../shape.ts';
import type { ThreadsApi } from './api.ts';
import { defined } from '../../../../domain/kernel/defined.ts';

const Posts = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      text: z.string().optional(),
      permalink: z.string().optional(),
      timestamp: z.string(),
      replied_to: z.object({ id: z.string() }).optional(),
    }),
  ),
});

/** Clocks differ; an object may seem a little older than the intent to send it. */
const skewMs = 60_000;

const plain = (text: string): string => normalized(text, 'NFC').replace(/\s+/g, ' ').trim();

export type Sought = Readonly<{
  text: string;
  /** The post it answers; undefined for a root. */
  parentId: string | undefined;
  /** ISO 8601 */
  since: string;
  mayBeIt: MayBeIt;
}>;

/**
 * The account's own post or reply with this text since then; the oldest one, because a later one
 * would be another post.
 */
export const seek = async (
  api: ThreadsApi,
  { text, parentId, since, mayBeIt }: Sought,
  context: RunContext,
): Promise<NativeObject | undefined> => {
  const edge = parentId === undefined ? 'threads' : 'replies';
  const reply = await api(
    {
      method: 'GET',
      path: `${context.account.nativeId}/${edge}`,
      parameters: { fields: 'id,text,permalink,timestamp,replied_to', limit: 100 },
      effect: 'read',
    },
    context,
  );
  const alike = shaped(Posts, reply, 'read').data.filter(
    (post) =>
      post.replied_to?.id === parentId &&
      plain(post.text ?? '') === plain(text) &&
      Date.parse(post.timestamp) >= Date.parse(since) - skewMs,
  );
  const found = await firstToTake(alike.reverse(), ({ id }) => id, mayBeIt);
  return (
    found && {
      nativeId: found.id,
      ...defined({ url: found.permalink }),
      kind: parentId === undefined ? 'post' : 'reply',
    }
  );
};
