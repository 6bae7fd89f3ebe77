import { z } from 'zod';
import type { Community, NativeComment, Page } from '../../../../domain/platforms/community.ts';
import type { RunContext } from '../../../../domain/platforms/publisher.ts';
import type { PlatformTools } from '../adapter.ts';
import { answered } from '../answered.ts';
import { shaped } from '../shape.ts';
import { twitterApi } from './api.ts';
import { References, repliedTo, tweetUrl, unescaped } from './timeline.ts';
import { defined } from '../../../../domain/kernel/defined.ts';

const Listed = z.object({
  data: z
    .array(
      z.object({
        id: z.string(),
        text: z.string(),
        author_id: z.string(),
        created_at: z.string(),
        ...References,
      }),
    )
    .optional(),
  includes: z
    .object({
      users: z
        .array(z.object({ id: z.string(), username: z.string(), profile_image_url: z.string().optional() }))
        .optional(),
    })
    .optional(),
  meta: z.object({ next_token: z.string().optional() }).optional(),
});

const Metrics = z.object({
  data: z
    .array(
      z.object({
        public_metrics: z.record(z.string(), z.number()).optional(),
        non_public_metrics: z.record(z.string(), z.number()).optional(),
      }),
    )
    .optional(),
});
const Me = z.object({ data: z.object({ public_metrics: z.record(z.string(), z.number()).optional() }) });
const Created = z.object({ data: z.object({ id: z.string() }) });
const Hidden = z.object({ data: z.object({ hidden: z.boolean() }) });
const Sent = z.object({ data: z.object({ dm_event_id: z.string() }) });

const fields = {
  'post.fields': 'created_at',
  // X answers 200 without them where they are asked for as fields.
  expansions: 'author_id,referenced_posts',
  'user.fields': 'username,profile_image_url',
};

const comments = ({ data = [], includes, meta }: z.infer<typeof Listed>): Page<NativeComment> => {
  const users = new Map((includes?.users ?? []).map((user) => [user.id, user]));
  return {
    items: data.map((tweet) => {
      const author = users.get(tweet.author_id);
      const parent = repliedTo(tweet);
      const username = author?.username ?? '';
      return {
        nativeId: tweet.id,
        author: {
          id: tweet.author_id,
          username,
          ...(author?.profile_image_url !== undefined && { avatarUrl: author.profile_image_url }),
        },
        text: unescaped(tweet.text),
        createdAt: tweet.created_at,
        ...defined({ parentNativeId: parent }),
        url: tweetUrl(username, tweet.id),
      };
    }),
    ...(meta?.next_token !== undefined && { next: meta.next_token }),
  };
};

/** Comments (seven days back), mentions, replies, hiding, direct messages and metrics of X. */
export const twitterCommunity = (tools: PlatformTools): Community => {
  const api = twitterApi(tools);
  const read = (path: string, query: Record<string, string | number | undefined>, context: RunContext) =>
    api({ method: 'GET', path, query, effect: 'read' }, context);
  const since = (moment: string | undefined) => moment && new Date(moment).toISOString().replace(/\.\d+Z$/, 'Z');

  return {
    async comments(post, { own = false, ...query }, context) {
      const reply = await read(
        '/2/tweets/search/recent',
        {
          query: `conversation_id:${post.nativeId}`,
          max_results: 100,
          ...fields,
          start_time: since(query.since),
          next_token: query.after,
        },
        context,
      );
      const page = comments(shaped(Listed, reply, 'read'));
      return { ...page, items: page.items.filter(({ author }) => (author.id === context.account.nativeId) === own) };
    },
    async reply(_post, parentNativeId, text, context) {
      const json = { text, reply: { in_reply_to_tweet_id: parentNativeId } };
      const reply = await api({ method: 'POST', path: '/2/tweets', json, effect: 'send' }, context);
      const { id } = shaped(Created, reply, 'send').data;
      return { nativeId: id, kind: 'reply', url: tweetUrl(context.account.username, id) };
    },
    async hide(_post, commentNativeId, { hidden }, context) {
      const path = `/2/tweets/${commentNativeId}/hidden`;
      const reply = await api({ method: 'PUT', path, json: { hidden }, effect: 'step' }, context);
      shaped(Hidden, reply, 'step');
    },
    async mentions(query, context) {
      const path = `/2/users/${context.account.nativeId}/mentions`;
      const reply = await read(
        path,
        { max_results: 100, ...fields, start_time: since(query.since), pagination_token: query.after },
        context,
      );
      return comments(shaped(Listed, reply, 'read'));
    },
    async message({ recipientNativeId, text }, context) {
      const path = `/2/dm_conversations/with/${recipientNativeId}/messages`;
      const reply = await api({ method: 'POST', path, json: { text }, effect: 'send' }, context);
      return { nativeId: shaped(Sent, reply, 'send').data.dm_event_id, kind: 'message' };
    },
    async postMetrics(object, context) {
      const query = { ids: object.nativeId, 'post.fields': 'public_metrics,non_public_metrics' };
      const { data = [] } = shaped(Metrics, await read('/2/tweets', query, context), 'read');
      const shown = data[0]?.public_metrics ?? {};
      const own = data[0]?.non_public_metrics ?? {};
      return answered({
        impressions: shown['impression_count'] ?? own['impression_count'],
        likes: shown['like_count'],
        reposts: shown['repost_count'] ?? shown['retweet_count'],
        quotes: shown['quote_count'],
        replies: shown['reply_count'],
        bookmarks: shown['bookmark_count'],
        clicks: own['url_link_clicks'],
      });
    },
    async accountMetrics(context) {
      const reply = await read('/2/users/me', { 'user.fields': 'public_metrics' }, context);
      const metrics = shaped(Me, reply, 'read').data.public_metrics ?? {};
      return answered({
        followers: metrics['followers_count'],
        posts: metrics['post_count'] ?? metrics['tweet_count'],
      });
    },
  };
};
