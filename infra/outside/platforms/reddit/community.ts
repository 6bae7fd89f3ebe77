import { z } from 'zod';
import type { Community, NativeComment } from '../../../../domain/platforms/community.ts';
import type { PlatformTools } from '../adapter.ts';
import { answered } from '../answered.ts';
import { shaped } from '../shape.ts';
import { addressOf, Listing, redditApi, thingsIn, type Thing } from './api.ts';
import { commentOn } from './publisher.ts';
import { commentsOf } from './timeline.ts';
import { defined } from '../../../../domain/kernel/defined.ts';

const Me = z.object({
  subreddit: z.object({ subscribers: z.number().optional() }).nullish(),
  total_karma: z.number().optional(),
});

const commentOf = (thing: Thing): NativeComment => {
  const url = addressOf(thing.permalink ?? thing.context);
  const username = thing.author ?? '[deleted]';
  return {
    nativeId: thing.name,
    author: { id: thing.author_fullname ?? username, username },
    text: thing.body ?? '',
    createdAt: new Date(thing.created_utc * 1000).toISOString(),
    ...(thing.parent_id?.startsWith('t1_') && { parentNativeId: thing.parent_id }),
    ...defined({ url }),
  };
};

/** Comments, answers, a moderator's removal and approval, mentions, scores. Messages answer no id, so none are sent. */
export const redditCommunity = (tools: PlatformTools): Community => {
  const api = redditApi(tools);
  const newer = (since: string | undefined) => (thing: Thing) =>
    since === undefined || thing.created_utc * 1000 >= Date.parse(since);
  return {
    async comments(post, { since, own = false }, context) {
      const self = context.account.username.toLowerCase();
      const chosen = (await commentsOf(api, post.nativeId, context)).filter(
        (thing) => (thing.author?.toLowerCase() === self) === own && newer(since)(thing),
      );
      return { items: chosen.map(commentOf) };
    },
    reply: (_post, parentNativeId, text, context) =>
      commentOn(api, { thing: parentNativeId, text, kind: 'reply' }, context),
    /** Only where the account moderates the subreddit, its own profile among them. */
    async hide(_post, commentNativeId, { hidden }, context) {
      const form = hidden ? { id: commentNativeId, spam: 'false' } : { id: commentNativeId };
      const path = hidden ? '/api/remove' : '/api/approve';
      await api({ method: 'POST', path, form, effect: 'send' }, context);
    },
    async mentions({ since, after }, context) {
      const query = { limit: 100, after };
      const reply = await api({ method: 'GET', path: '/message/mentions', query, effect: 'read' }, context);
      const listing = shaped(Listing, reply, 'read');
      const next = listing.data.after;
      return { items: thingsIn(listing).filter(newer(since)).map(commentOf), ...(next && { next }) };
    },
    async postMetrics(object, context) {
      const query = { id: object.nativeId };
      const reply = await api({ method: 'GET', path: '/api/info', query, effect: 'read' }, context);
      const [thing] = thingsIn(shaped(Listing, reply, 'read'));
      return answered({
        likes: thing?.ups ?? thing?.score,
        comments: thing?.num_comments,
        shares: thing?.num_crossposts,
        ...(typeof thing?.view_count === 'number' && { impressions: thing.view_count }),
      });
    },
    async accountMetrics(context) {
      const me = shaped(Me, await api({ method: 'GET', path: '/api/v1/me', effect: 'read' }, context), 'read');
      return answered({ followers: me.subreddit?.subscribers, karma: me.total_karma });
    },
  };
};
