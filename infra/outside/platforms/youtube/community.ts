import { z } from 'zod';
import type { Community, NativeComment } from '../../../../domain/platforms/community.ts';
import type { PlatformTools } from '../adapter.ts';
import { answered } from '../answered.ts';
import { shaped } from '../shape.ts';
import { videoUrl, youtubeApi } from './api.ts';
import { Comment, listReplies, listThreads } from './timeline.ts';
import { defined } from '../../../../domain/kernel/defined.ts';

/** Counts are written as text. */
const Count = z.coerce.number().default(0);
const Videos = z.object({
  items: z.array(z.object({ statistics: z.object({ viewCount: Count, likeCount: Count, commentCount: Count }) })),
});
const Channels = z.object({
  items: z.array(z.object({ statistics: z.object({ subscriberCount: Count, viewCount: Count, videoCount: Count }) })),
});

const commentOf = (video: string, { id, snippet }: Comment): NativeComment => ({
  nativeId: id,
  author: {
    id: snippet.authorChannelId?.value ?? snippet.authorDisplayName,
    username: snippet.authorDisplayName.replace(/^@/, ''),
    ...defined({ avatarUrl: snippet.authorProfileImageUrl }),
  },
  text: snippet.textOriginal ?? snippet.textDisplay,
  createdAt: snippet.publishedAt,
  ...defined({ parentNativeId: snippet.parentId }),
  url: `${videoUrl(video, { isShort: false })}&lc=${id}`,
});

/** Comments, replies, moderation and metrics of YouTube. */
export const youtubeCommunity = (tools: PlatformTools): Community => {
  const api = youtubeApi(tools);
  return {
    async comments(post, { since, after, own = false }, context) {
      const { items, nextPageToken } = await listThreads(api, post.nativeId, after, context);
      const all: Comment[] = [];
      for (const { id, snippet, replies } of items) {
        const shown = replies?.comments ?? [];
        all.push(snippet.topLevelComment);
        all.push(...(shown.length < snippet.totalReplyCount ? await listReplies(api, id, context) : shown));
      }
      const oldest = since === undefined ? 0 : Date.parse(since);
      const chosen = all.filter(
        ({ snippet }) =>
          (snippet.authorChannelId?.value === context.account.nativeId) === own &&
          Date.parse(snippet.publishedAt) >= oldest,
      );
      return {
        items: chosen.map((comment) => commentOf(post.nativeId, comment)),
        ...defined({ next: nextPageToken }),
      };
    },
    async reply(post, parentNativeId, text, context) {
      // Answers are one level deep: an answer's id contains the id of its comment before the dot.
      const snippet = { parentId: parentNativeId.split('.')[0], textOriginal: text };
      const request = { method: 'POST', path: '/comments', query: { part: 'snippet' }, json: { snippet } } as const;
      const reply = await api({ ...request, effect: 'send' }, context);
      const { id } = shaped(z.object({ id: z.string() }), reply, 'send');
      return { nativeId: id, kind: 'reply', url: `${videoUrl(post.nativeId, { isShort: false })}&lc=${id}` };
    },
    async hide(_post, commentNativeId, { hidden }, context) {
      const query = { id: commentNativeId, moderationStatus: hidden ? 'heldForReview' : 'published' };
      await api({ method: 'POST', path: '/comments/setModerationStatus', query, effect: 'step' }, context);
    },
    async postMetrics({ nativeId: id }, context) {
      const query = { part: 'statistics', id };
      const reply = await api({ method: 'GET', path: '/videos', query, effect: 'read' }, context);
      const statistics = shaped(Videos, reply, 'read').items[0]?.statistics;
      return answered({
        impressions: statistics?.viewCount,
        likes: statistics?.likeCount,
        comments: statistics?.commentCount,
      });
    },
    async accountMetrics(context) {
      const query = { part: 'statistics', mine: true };
      const reply = await api({ method: 'GET', path: '/channels', query, effect: 'read' }, context);
      const statistics = shaped(Channels, reply, 'read').items[0]?.statistics;
      return answered({
        followers: statistics?.subscriberCount,
        impressions: statistics?.viewCount,
        posts: statistics?.videoCount,
      });
    },
  };
};
