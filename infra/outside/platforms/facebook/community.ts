import { z } from 'zod';
import type { Community, NativeComment, Page } from '../../../../domain/platforms/community.ts';
import type { NativeObject, RunContext } from '../../../../domain/platforms/publisher.ts';
import type { PlatformTools } from '../adapter.ts';
import { answered } from '../answered.ts';
import { Conversations, conversationWith, sentIn } from '../meta/conversations.ts';
import { readInsights } from '../meta/insights.ts';
import { messagingType, Sent, type SendRequest } from '../meta/messages.ts';
import { Done, Made } from '../meta/nodes.ts';
import { shaped } from '../shape.ts';
import { actingPage } from './api.ts';
import { isStory } from './stories.ts';
import { defined } from '../../../../domain/kernel/defined.ts';

const From = z.object({
  id: z.string(),
  name: z.string().optional(),
  picture: z.object({ data: z.object({ url: z.string() }) }).optional(),
});
const Listed = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      message: z.string().optional(),
      from: From.optional(),
      created_time: z.string(),
      parent: z.object({ id: z.string() }).optional(),
      permalink_url: z.string().optional(),
    }),
  ),
  paging: z
    .object({ cursors: z.object({ after: z.string().optional() }).optional(), next: z.string().optional() })
    .optional(),
});
/** Meta: "Messenger Platform > User Profile API"; the Page may read it of those who wrote to it. */
const Named = z.object({ first_name: z.string().optional(), last_name: z.string().optional() });
const Counted = z.object({
  reactions: z.object({ summary: z.object({ total_count: z.number() }) }).optional(),
  comments: z.object({ summary: z.object({ total_count: z.number() }) }).optional(),
  shares: z.object({ count: z.number() }).optional(),
  /** Of a video: the post that shows it. */
  post_id: z.string().optional(),
});
const Followed = z.object({ followers_count: z.number().optional(), fan_count: z.number().optional() });

const comments = ({ data, paging }: z.infer<typeof Listed>): Page<NativeComment> => {
  const next = paging?.next === undefined ? undefined : paging.cursors?.after;
  return {
    items: data.map(({ id, message = '', from, created_time: at, parent, permalink_url: url }) => ({
      nativeId: id,
      // Meta names people only to applications that were reviewed for it.
      author: {
        id: from?.id ?? '',
        username: from?.name ?? '',
        ...(from?.picture && { avatarUrl: from.picture.data.url }),
      },
      text: message,
      createdAt: new Date(at).toISOString(),
      ...(parent && { parentNativeId: parent.id }),
      ...defined({ url }),
    })),
    ...defined({ next }),
  };
};

const seconds = (moment: string | undefined): number | undefined =>
  moment === undefined ? undefined : Math.floor(Date.parse(moment) / 1000);

/** Views, and the people who saw it: videos and reels have these under the id of their post only. */
const seenMetrics = ['post_media_view', 'post_total_media_view_unique'];

/** The full id of a video's post. Meta names it with or without the Page. */
const postOf = (pageId: string, postId: string | undefined): string | undefined =>
  postId === undefined || postId.includes('_') ? postId : `${pageId}_${postId}`;

/** Comments, replies, hiding, mentions, Messenger and insights of a Page. */
export const facebookCommunity = (tools: PlatformTools): Community => {
  const acting = (context: RunContext) => actingPage(tools, context);
  const send = async (json: SendRequest, context: RunContext): Promise<NativeObject> => {
    const page = await acting(context);
    const reply = await page.call({ method: 'POST', path: `${page.id}/messages`, json, effect: 'send' });
    return { nativeId: shaped(Sent, reply, 'send').message_id, kind: 'message' };
  };
  return {
    async comments(post, { since, after, own = false }, context) {
      const page = await acting(context);
      const parameters = {
        filter: 'stream',
        order: 'reverse_chronological',
        fields: 'id,message,from{id,name,picture},created_time,parent{id},permalink_url',
        limit: 100,
        since: seconds(since),
        after,
      };
      const path = `${post.nativeId}/comments`;
      const reply = await page.call({ method: 'GET', path, parameters, effect: 'read' });
      const found = comments(shaped(Listed, reply, 'read'));
      return { ...found, items: found.items.filter(({ author }) => (author.id === page.id) === own) };
    },
    async reply(_post, parentNativeId, text, context) {
      const page = await acting(context);
      const path = `${parentNativeId}/comments`;
      const reply = await page.call({ method: 'POST', path, parameters: { message: text }, effect: 'send' });
      return { nativeId: shaped(Made, reply, 'send').id, kind: 'reply' };
    },
    async hide(_post, commentNativeId, { hidden }, context) {
      const page = await acting(context);
      const parameters = { is_hidden: hidden };
      shaped(Done, await page.call({ method: 'POST', path: commentNativeId, parameters, effect: 'step' }), 'step');
    },
    async mentions({ since, after }, context) {
      const page = await acting(context);
      const parameters = {
        fields: 'id,message,from{id,name,picture},created_time,permalink_url',
        limit: 100,
        since: seconds(since),
        after,
      };
      const path = `${page.id}/tagged`;
      return comments(shaped(Listed, await page.call({ method: 'GET', path, parameters, effect: 'read' }), 'read'));
    },
    message: ({ recipientNativeId, text, tag }, context) =>
      send({ recipient: { id: recipientNativeId }, ...messagingType(tag), message: { text } }, context),
    privateReply: (commentNativeId, text, context) =>
      send({ recipient: { comment_id: commentNativeId }, message: { text } }, context),
    async sentMessages(person, context) {
      const page = await acting(context);
      const parameters = conversationWith('messenger', person);
      const reply = await page.call({ method: 'GET', path: `${page.id}/conversations`, parameters, effect: 'read' });
      return sentIn(shaped(Conversations, reply, 'read'), person);
    },
    async person(nativeId, context) {
      const page = await acting(context);
      const parameters = { fields: 'first_name,last_name' };
      const reply = await page.call({ method: 'GET', path: nativeId, parameters, effect: 'read' });
      const { first_name: first = '', last_name: last = '' } = shaped(Named, reply, 'read');
      const displayName = `${first} ${last}`.trim();
      return displayName === '' ? {} : { displayName };
    },
    async postMetrics(object, context) {
      if (isStory(object)) return {};
      const { nativeId } = object;
      const page = await acting(context);
      const fields = 'reactions.limit(0).summary(true),comments.limit(0).summary(true)';
      const isVideo = !nativeId.includes('_');
      const reply = await page.call({
        method: 'GET',
        path: nativeId,
        parameters: { fields: `${fields},${isVideo ? 'post_id' : 'shares'}` },
        effect: 'read',
      });
      const counted = shaped(Counted, reply, 'read');
      const { token, signal, graph } = page;
      const post = isVideo ? postOf(page.id, counted.post_id) : nativeId;
      const seen =
        post === undefined
          ? {}
          : await readInsights(
              graph,
              { url: page.urlOf(`${post}/insights`), token, signal, parameters: { period: 'lifetime' } },
              isVideo ? seenMetrics : [...seenMetrics, 'post_clicks'],
            );
      return answered({
        impressions: seen['post_media_view'],
        reach: seen['post_total_media_view_unique'],
        likes: counted.reactions?.summary.total_count,
        comments: counted.comments?.summary.total_count,
        // Facebook leaves the count out where there are no shares; it has none for videos.
        shares: isVideo ? undefined : (counted.shares?.count ?? 0),
        clicks: seen['post_clicks'],
      });
    },
    async accountMetrics(context) {
      const page = await acting(context);
      const parameters = { fields: 'followers_count,fan_count' };
      const reply = await page.call({ method: 'GET', path: page.id, parameters, effect: 'read' });
      const { followers_count: followers, fan_count: fans } = shaped(Followed, reply, 'read');
      return answered({ followers: followers ?? fans });
    },
  };
};
