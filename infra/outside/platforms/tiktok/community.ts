import { z } from 'zod';
import type { Community, NativeComment } from '../../../../domain/platforms/community.ts';
import type { NativeObject, RunContext } from '../../../../domain/platforms/publisher.ts';
import type { PlatformTools } from '../adapter.ts';
import { answered } from '../answered.ts';
import { shaped } from '../shape.ts';
import { isPostId, tiktokApi, type TiktokApi } from './api.ts';
import { tiktokBusiness, type BusinessComment } from './business.ts';
import { statusOf } from './status.ts';
import { listVideos, textOf, videoOf } from './videos.ts';
import { defined } from '../../../../domain/kernel/defined.ts';

const Me = z.object({
  data: z.object({
    user: z.object({
      follower_count: z.number().optional(),
      likes_count: z.number().optional(),
      video_count: z.number().optional(),
    }),
  }),
});

/** The post's own id, asked for again where it was not known when the post was made. */
const postIdOf = async (api: TiktokApi, { nativeId }: NativeObject, context: RunContext): Promise<string | undefined> =>
  isPostId(nativeId) ? nativeId : (await statusOf(api, nativeId, context)).postId;

const commentOf = (comment: BusinessComment): NativeComment => ({
  nativeId: comment.comment_id,
  author: {
    id: comment.user_id,
    username: comment.username ?? comment.display_name ?? comment.user_id,
    ...defined({ avatarUrl: comment.profile_image }),
  },
  text: comment.text,
  createdAt: new Date(comment.create_time * 1000).toISOString(),
  ...defined({ parentNativeId: comment.parent_comment_id }),
});

/** Posts and metrics of TikTok; comments through the Business Accounts API, where the account has a token for it. */
export const tiktokCommunity = (tools: PlatformTools): Community => {
  const api = tiktokApi(tools);
  const business = tiktokBusiness(tools);
  return {
    async comments(post, { since, after, own = false }, context) {
      const video = (await postIdOf(api, post, context)) ?? post.nativeId;
      const { comments, next } = await business.comments(video, after, context);
      const all = [...comments];
      for (const { comment_id: id, replies } of comments)
        if (replies !== 0) all.push(...(await business.answers(video, id, context)).comments);
      const oldest = since === undefined ? 0 : Date.parse(since);
      const items = all
        .filter(({ owner = false, create_time: at }) => owner === own && at * 1000 >= oldest)
        .map(commentOf);
      return { items, ...defined({ next }) };
    },
    async reply(post, parentNativeId, text, context) {
      const video = (await postIdOf(api, post, context)) ?? post.nativeId;
      return { nativeId: await business.answer(video, parentNativeId, text, context), kind: 'reply' };
    },
    /** A comment hidden by TikTok's own filters stays hidden in any case. */
    async hide(post, commentNativeId, { hidden }, context) {
      const video = (await postIdOf(api, post, context)) ?? post.nativeId;
      await business.hide(video, commentNativeId, { hidden }, context);
    },
    async recentPosts({ since, after }, context) {
      const {
        videos,
        cursor,
        has_more: more,
      } = await listVideos(api, after === undefined ? undefined : Number(after), context);
      const oldest = since === undefined ? 0 : Date.parse(since);
      const fresh = videos.filter(({ create_time: at }) => at * 1000 >= oldest);
      const items = fresh.map((video) => ({
        nativeId: video.id,
        text: textOf(video),
        createdAt: new Date(video.create_time * 1000).toISOString(),
        ...defined({ url: video.share_url }),
      }));
      const goesOn = more === true && cursor !== undefined && fresh.length === videos.length;
      return { items, ...(goesOn && { next: String(cursor) }) };
    },
    async postMetrics(object, context) {
      const id = await postIdOf(api, object, context);
      const video = id === undefined ? undefined : await videoOf(api, id, context);
      return answered({
        impressions: video?.view_count,
        likes: video?.like_count,
        comments: video?.comment_count,
        shares: video?.share_count,
      });
    },
    async accountMetrics(context) {
      const query = { fields: 'follower_count,likes_count,video_count' };
      const reply = await api({ method: 'GET', path: '/user/info/', query, effect: 'read' }, context);
      const { follower_count: followers, likes_count: likes, video_count: posts } = shaped(Me, reply, 'read').data.user;
      return answered({ followers, likes, posts });
    },
  };
};
