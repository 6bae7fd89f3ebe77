import { z } from 'zod';
import type { Community, NativeComment } from '../../../../domain/platforms/community.ts';
import type { RunContext } from '../../../../domain/platforms/publisher.ts';
import type { PlatformTools } from '../adapter.ts';
import { answered } from '../answered.ts';
import { shaped } from '../shape.ts';
import { mastodonApi, Status, textOf } from './api.ts';
import { objectOf } from './publisher.ts';
import { defined } from '../../../../domain/kernel/defined.ts';

const Context = z.object({ descendants: z.array(Status) });
const Notifications = z.array(z.object({ id: z.string(), type: z.string(), status: Status.nullish() }));
const Account = z.object({
  acct: z.string(),
  followers_count: z.number().optional(),
  statuses_count: z.number().optional(),
});

const pageSize = 40;

const commentOf = (status: Status): NativeComment => ({
  nativeId: status.id,
  author: {
    id: status.account.id,
    username: status.account.acct,
    ...(status.account.avatar && { avatarUrl: status.account.avatar }),
  },
  text: textOf(status.content),
  createdAt: status.created_at,
  ...(status.in_reply_to_id && { parentNativeId: status.in_reply_to_id }),
  ...(status.url && { url: status.url }),
});

/** Comments, mentions, replies, direct messages, counters and own statuses. An instance offers no hiding of replies. */
export const mastodonCommunity = (tools: PlatformTools): Community => {
  const api = mastodonApi(tools);
  const read = (path: string, context: RunContext, query: Record<string, string | number | boolean | undefined> = {}) =>
    api({ method: 'GET', path, query, effect: 'read' }, context);
  const send = async (json: object, context: RunContext, headers: Record<string, string> = {}) => {
    const reply = await api({ method: 'POST', path: '/api/v1/statuses', json, headers, effect: 'send' }, context);
    return shaped(Status, reply, 'send');
  };
  const newer = (since: string | undefined) => (moment: string) =>
    since === undefined || Date.parse(moment) >= Date.parse(since);

  return {
    async comments(post, { since, own = false }, context) {
      const reply = await read(`/api/v1/statuses/${post.nativeId}/context`, context);
      const chosen = shaped(Context, reply, 'read').descendants.filter(
        (status) => (status.account.id === context.account.nativeId) === own && newer(since)(status.created_at),
      );
      return { items: chosen.map(commentOf) };
    },
    async reply(_post, parentNativeId, text, context) {
      const parent = shaped(Status, await read(`/api/v1/statuses/${parentNativeId}`, context), 'read');
      const status = `@${parent.account.acct} ${text}`;
      return objectOf(await send({ status, in_reply_to_id: parentNativeId }, context), 'reply');
    },
    async mentions({ since, after }, context) {
      const query = { 'types[]': 'mention', limit: pageSize, max_id: after };
      const page = shaped(Notifications, await read('/api/v1/notifications', context, query), 'read');
      const statuses = page.flatMap(({ status }) => (status && newer(since)(status.created_at) ? [status] : []));
      const last = page.length === pageSize ? page.at(-1)?.id : undefined;
      return { items: statuses.map(commentOf), ...defined({ next: last }) };
    },
    async recentPosts({ since, after }, context) {
      const path = `/api/v1/accounts/${context.account.nativeId}/statuses`;
      const query = { limit: pageSize, exclude_reblogs: true, exclude_replies: true, max_id: after };
      const page = shaped(z.array(Status), await read(path, context, query), 'read');
      const last = page.length === pageSize ? page.at(-1)?.id : undefined;
      return {
        items: page
          .filter((status) => newer(since)(status.created_at))
          .map((status) => ({
            nativeId: status.id,
            text: textOf(status.content),
            createdAt: status.created_at,
            ...(status.url && { url: status.url }),
          })),
        ...defined({ next: last }),
      };
    },
    /** A status only the mentioned person sees. */
    async message({ recipientNativeId, text, key }, context) {
      const recipient = shaped(Account, await read(`/api/v1/accounts/${recipientNativeId}`, context), 'read');
      const json = { status: `@${recipient.acct} ${text}`, visibility: 'direct' };
      return objectOf(await send(json, context, { 'idempotency-key': key }), 'message');
    },
    async postMetrics(object, context) {
      const status = shaped(Status, await read(`/api/v1/statuses/${object.nativeId}`, context), 'read');
      return answered({
        likes: status.favourites_count,
        reposts: status.reblogs_count,
        replies: status.replies_count,
        quotes: status.quotes_count,
      });
    },
    async accountMetrics(context) {
      const me = shaped(Account, await read('/api/v1/accounts/verify_credentials', context), 'read');
      return answered({ followers: me.followers_count, posts: me.statuses_count });
    },
  };
};
