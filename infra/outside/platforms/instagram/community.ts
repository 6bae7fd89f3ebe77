import { z } from 'zod';
import type { Community, NativeComment } from '../../../../domain/platforms/community.ts';
import type { NativeObject, RunContext } from '../../../../domain/platforms/publisher.ts';
import type { PlatformTools } from '../adapter.ts';
import { answered } from '../answered.ts';
import { Conversations, conversationWith, sentIn } from '../meta/conversations.ts';
import { readInsights } from '../meta/insights.ts';
import { messagingType, Sent, type SendRequest } from '../meta/messages.ts';
import { Done, Made } from '../meta/nodes.ts';
import { shaped } from '../shape.ts';
import { actingInstagram, speakingPage, type Login } from './api.ts';
import { defined } from '../../../../domain/kernel/defined.ts';

const Comment = z.object({
  id: z.string(),
  text: z.string().optional(),
  username: z.string().optional(),
  from: z.object({ id: z.string(), username: z.string().optional() }).optional(),
  timestamp: z.string(),
});
type Comment = z.infer<typeof Comment>;
const Paging = z
  .object({ cursors: z.object({ after: z.string().optional() }).optional(), next: z.string().optional() })
  .optional();
const Comments = z.object({
  data: z.array(Comment.extend({ replies: z.object({ data: z.array(Comment) }).optional() })),
  paging: Paging,
});
const Tagged = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      caption: z.string().optional(),
      username: z.string().optional(),
      timestamp: z.string(),
      permalink: z.string().optional(),
    }),
  ),
  paging: Paging,
});
const Followed = z.object({ followers_count: z.number().optional(), media_count: z.number().optional() });

const nextOf = (paging: z.infer<typeof Paging>) => {
  const next = paging?.next === undefined ? undefined : paging.cursors?.after;
  return next === undefined ? {} : { next };
};

const nativeComment = ({ id, text = '', username, from, timestamp }: Comment, parent?: string): NativeComment => ({
  nativeId: id,
  author: { id: from?.id ?? '', username: from?.username ?? username ?? '' },
  text,
  createdAt: new Date(timestamp).toISOString(),
  ...defined({ parentNativeId: parent }),
});

const commentFields = 'id,text,username,from,timestamp';

/** Meta: "Instagram Messaging > User Profile API"; the account may read it of those who wrote to it. */
const Named = z.object({ name: z.string().optional(), username: z.string().optional() });

/** Comments with their replies, hiding, tagged media as mentions, Direct and insights of a professional account. */
export const instagramCommunity = (tools: PlatformTools): Community => {
  const acting = (context: RunContext) => actingInstagram(tools, context);
  /** By Facebook Login the Page speaks for the account. */
  const send = async (bodyOf: (login: Login) => SendRequest, context: RunContext): Promise<NativeObject> => {
    const instagram = await acting(context);
    const page = instagram.login === 'fb_login' ? await speakingPage(tools, instagram, context) : undefined;
    const { id, token } = page ?? instagram;
    const reply = await instagram.graph({
      method: 'POST',
      url: instagram.urlOf(`${id}/messages`),
      token,
      json: bodyOf(instagram.login),
      effect: 'send',
      signal: instagram.signal,
    });
    return { nativeId: shaped(Sent, reply, 'send').message_id, kind: 'message' };
  };
  /** Instagram answers whole seconds. */
  const isSince = (since: string | undefined) => (at: string) =>
    since === undefined || Date.parse(at) >= Math.floor(Date.parse(since) / 1000) * 1000;
  return {
    async comments(post, { since, after, own = false }, context) {
      const instagram = await acting(context);
      const parameters = { fields: `${commentFields},replies{${commentFields}}`, limit: 50, after };
      const path = `${post.nativeId}/comments`;
      const reply = await instagram.call({ method: 'GET', path, parameters, effect: 'read' });
      const { data, paging } = shaped(Comments, reply, 'read');
      const items = data.flatMap((comment) => [
        nativeComment(comment),
        ...(comment.replies?.data ?? []).map((each) => nativeComment(each, comment.id)),
      ]);
      const isNew = isSince(since);
      return {
        items: items.filter(({ author, createdAt }) => (author.id === instagram.id) === own && isNew(createdAt)),
        ...nextOf(paging),
      };
    },
    async reply(_post, parentNativeId, text, context) {
      const instagram = await acting(context);
      const path = `${parentNativeId}/replies`;
      const reply = await instagram.call({ method: 'POST', path, parameters: { message: text }, effect: 'send' });
      return { nativeId: shaped(Made, reply, 'send').id, kind: 'reply' };
    },
    async hide(_post, commentNativeId, { hidden }, context) {
      const instagram = await acting(context);
      const parameters = { hide: hidden };
      shaped(Done, await instagram.call({ method: 'POST', path: commentNativeId, parameters, effect: 'step' }), 'step');
    },
    async mentions({ since, after }, context) {
      const instagram = await acting(context);
      const parameters = { fields: 'id,caption,username,timestamp,permalink', limit: 50, after };
      const path = `${instagram.id}/tags`;
      const reply = await instagram.call({ method: 'GET', path, parameters, effect: 'read' });
      const { data, paging } = shaped(Tagged, reply, 'read');
      const isNew = isSince(since);
      return {
        items: data
          .filter(({ timestamp }) => isNew(timestamp))
          .map(({ id, caption = '', username = '', timestamp, permalink }) => ({
            nativeId: id,
            // Instagram returns only the handle of the person who tagged the account.
            author: { id: username, username },
            text: caption,
            createdAt: new Date(timestamp).toISOString(),
            ...defined({ url: permalink }),
          })),
        ...nextOf(paging),
      };
    },
    message: ({ recipientNativeId, text, tag }, context) =>
      send(
        // The direct login knows no other type than an answer, so it is named only with a tag.
        (login) => ({
          recipient: { id: recipientNativeId },
          ...((login === 'fb_login' || tag !== undefined) && messagingType(tag)),
          message: { text },
        }),
        context,
      ),
    privateReply: (commentNativeId, text, context) =>
      send(() => ({ recipient: { comment_id: commentNativeId }, message: { text } }), context),
    async sentMessages(person, context) {
      const instagram = await acting(context);
      const page = instagram.login === 'fb_login' ? await speakingPage(tools, instagram, context) : undefined;
      const { id, token } = page ?? instagram;
      const reply = await instagram.graph({
        method: 'GET',
        url: instagram.urlOf(`${id}/conversations`),
        token,
        parameters: conversationWith('instagram', person),
        effect: 'read',
        signal: instagram.signal,
      });
      return sentIn(shaped(Conversations, reply, 'read'), person);
    },
    async person(nativeId, context) {
      const instagram = await acting(context);
      const { token } = instagram.login === 'fb_login' ? await speakingPage(tools, instagram, context) : instagram;
      const reply = await instagram.graph({
        method: 'GET',
        url: instagram.urlOf(nativeId),
        token,
        effect: 'read',
        signal: instagram.signal,
        parameters: { fields: 'name,username' },
      });
      const { name, username } = shaped(Named, reply, 'read');
      return { ...defined({ username, displayName: name }) };
    },
    async postMetrics({ nativeId }, context) {
      const instagram = await acting(context);
      const { graph, token, signal } = instagram;
      const seen = await readInsights(graph, { url: instagram.urlOf(`${nativeId}/insights`), token, signal }, [
        'views',
        'reach',
        'likes',
        'comments',
        'saved',
        'shares',
        'total_interactions',
      ]);
      return answered({
        impressions: seen['views'],
        reach: seen['reach'],
        likes: seen['likes'],
        comments: seen['comments'],
        saves: seen['saved'],
        shares: seen['shares'],
        engagements: seen['total_interactions'],
      });
    },
    async accountMetrics(context) {
      const instagram = await acting(context);
      const parameters = { fields: 'followers_count,media_count' };
      const reply = await instagram.call({ method: 'GET', path: instagram.id, parameters, effect: 'read' });
      const { followers_count: followers, media_count: posts } = shaped(Followed, reply, 'read');
      return answered({ followers, posts });
    },
  };
};
