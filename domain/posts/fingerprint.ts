import { z } from 'zod';
import { canonical } from '../kernel/canonical.ts';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { Refused } from '../kernel/refused.ts';
import { reservation } from '../kernel/reservation.ts';
import type { Platform } from '../platforms/platform.ts';
import { renderPost } from './render.ts';
import type { PostContent, PostMedia } from './values.ts';
import { defined } from '../kernel/defined.ts';

export const ScheduleClaimed = defineEvent(
  'ScheduleClaimed',
  z.object({ postId: z.string(), /** The holder whose claim had lapsed. */ from: z.string().nullable() }),
  { description: 'A scheduled post claimed its content, account and time.' },
);

export const fingerprintEvents = [ScheduleClaimed] as const;
export type FingerprintEvent = EventOf<typeof ScheduleClaimed>;

/** The refusal of a post that another one makes a duplicate. */
export const duplicateOf = (postId: string | undefined): Refused =>
  new Refused('CONFLICT', 'The same content is already scheduled on this account at this time', {
    reason: 'duplicate',
    ...defined({ postId }),
  });

/**
 * `postFingerprint-<hash>`: what goes out on one account at one time. Two scheduled posts cannot both hold it.
 */
export const fingerprint = reservation<object, FingerprintEvent>({
  category: 'postFingerprint',
  capacity: 1,
  reserved: ({ holder }, [from = null]) => [ScheduleClaimed({ postId: holder, from })],
  evolve: (_, { data }) => ({ [data.postId]: null }),
  refusal: (_, [postId]) => duplicateOf(postId),
});

const idsOf = (media: readonly PostMedia[]): readonly string[] => media.map(({ id }) => id);

/**
 * What a post puts on a platform, as texts that name it: two posts with the same texts are duplicates there. The first
 * comment is not among them. A post of a text alone is named by that text.
 */
export const outgoing = (content: PostContent, platform: Platform): readonly string[] => {
  const { text, media, thread, metadata } = renderPost(content, platform);
  // A THREAD without items is a single post.
  const contentType = content.contentType === 'THREAD' && thread.length === 0 ? 'TEXT' : content.contentType;
  const isTextAlone =
    contentType === 'TEXT' && media.length === 0 && thread.length === 0 && Object.keys(metadata).length === 0;
  if (isTextAlone) return [text];
  const items = thread.slice(1).map((item) => ({ text: item.text, media: idsOf(item.media) }));
  return [text, JSON.stringify(canonical({ contentType, media: idsOf(media), items, metadata }))];
};

/** The parts that name a reservation stream: what goes out, where and when. */
export const fingerprintOf = ({
  workspaceId,
  accountId,
  content,
  platform,
  scheduledFor,
}: Readonly<{
  workspaceId: string;
  accountId: string;
  content: PostContent;
  platform: Platform;
  scheduledFor: string;
}>): readonly string[] => {
  const [text = '', ...rest] = outgoing(content, platform);
  return [workspaceId, accountId, text, scheduledFor, ...rest];
};

/** The parts that named the stream while the base text alone counted: posts that were scheduled then hold it. */
export const earlierFingerprintOf = (
  workspaceId: string,
  accountId: string,
  { content }: PostContent,
  scheduledFor: string,
): readonly string[] => [workspaceId, accountId, content, scheduledFor];
