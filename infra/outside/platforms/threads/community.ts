import { z } from 'zod';
import type { Community, NativeComment, Page } from '../../../../domain/platforms/community.ts';
import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import type { PlatformTools } from '../adapter.ts';
import { answered } from '../answered.ts';
import { readInsights } from '../meta/insights.ts';
import { graphOf } from '../meta/graph.ts';
import { Done, Made } from '../meta/nodes.ts';
import { shaped } from '../shape.ts';
import { threadsApi } from './api.ts';
import { createContainer, stateOf } from './containers.ts';
import { defined } from '../../../../domain/kernel/defined.ts';

const Listed = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      text: z.string().optional(),
      username: z.string().optional(),
      permalink: z.string().optional(),
      timestamp: z.string(),
      replied_to: z.object({ id: z.string() }).optional(),
    }),
  ),
  paging: z
    .object({ cursors: z.object({ after: z.string().optional() }).optional(), next: z.string().optional() })
    .optional(),
});

const fields = 'id,text,username,permalink,timestamp,replied_to';

/** Threads answers only the handle of a person, so the handle serves as the id. */
const comments = ({ data, paging }: z.infer<typeof Listed>, postId?: string): Page<NativeComment> => {
  const next = paging?.next === undefined ? undefined : paging.cursors?.after;
  return {
    items: data.map(({ id, text = '', username = '', permalink, timestamp, replied_to: parent }) => ({
      nativeId: id,
      author: { id: username, username },
      text,
      createdAt: new Date(timestamp).toISOString(),
      ...(parent && parent.id !== postId && { parentNativeId: parent.id }),
      ...defined({ url: permalink }),
    })),
    ...defined({ next }),
  };
};

const seconds = (moment: string | undefined): number | undefined =>
  moment === undefined ? undefined : Math.floor(Date.parse(moment) / 1000);

const replyLimitMs = 30_000;

/** Conversations, replies, hiding, mentions and insights of Threads; it has no direct messages. */
export const threadsCommunity = (tools: PlatformTools): Community => {
  const api = threadsApi(tools);
  const graph = graphOf(tools.http);
  return {
    async comments(post, { since, after, own = false }, context) {
      const parameters = { fields, reverse: true, limit: 100, since: seconds(since), after };
      const path = `${post.nativeId}/conversation`;
      const reply = await api({ method: 'GET', path, parameters, effect: 'read' }, context);
      const page = comments(shaped(Listed, reply, 'read'), post.nativeId);
      const { username } = context.account;
      return { ...page, items: page.items.filter(({ author }) => (author.username === username) === own) };
    },
    async reply(_post, parentNativeId, text, context) {
      const container = await createContainer(api, { media_type: 'TEXT', text, reply_to_id: parentNativeId }, context);
      const giveUp = context.now().getTime() + replyLimitMs;
      while ((await stateOf(api, container, context)).status === 'IN_PROGRESS') {
        if (context.now().getTime() >= giveUp)
          throw new PlatformError('not_stored', 'CONTAINER_TIMEOUT', 'Threads is still working on the reply');
        await context.wait(1000);
      }
      const path = `${context.account.nativeId}/threads_publish`;
      const parameters = { creation_id: container };
      const reply = await api({ method: 'POST', path, parameters, effect: 'send' }, context);
      return { nativeId: shaped(Made, reply, 'send').id, kind: 'reply' };
    },
    async hide(_post, commentNativeId, { hidden }, context) {
      const path = `${commentNativeId}/manage_reply`;
      const parameters = { hide: hidden };
      shaped(Done, await api({ method: 'POST', path, parameters, effect: 'step' }, context), 'step');
    },
    async mentions({ since, after }, context) {
      const parameters = { fields, limit: 100, since: seconds(since), after };
      const path = `${context.account.nativeId}/mentions`;
      return comments(shaped(Listed, await api({ method: 'GET', path, parameters, effect: 'read' }, context), 'read'));
    },
    async postMetrics({ nativeId }, { credentials, signal }) {
      const url = `${tools.hosts.urls.THREADS.api}/${nativeId}/insights`;
      const metrics = ['views', 'likes', 'replies', 'reposts', 'quotes', 'shares'];
      const seen = await readInsights(graph, { url, token: credentials.accessToken, signal }, metrics);
      return answered({
        impressions: seen['views'],
        likes: seen['likes'],
        replies: seen['replies'],
        reposts: seen['reposts'],
        quotes: seen['quotes'],
        shares: seen['shares'],
      });
    },
    async accountMetrics({ account, credentials, signal }) {
      const url = `${tools.hosts.urls.THREADS.api}/${account.nativeId}/threads_insights`;
      const seen = await readInsights(graph, { url, token: credentials.accessToken, signal }, [
        'followers_count',
        'views',
        'clicks',
      ]);
      return answered({
        followers: seen['followers_count'],
        impressions: seen['views'],
        clicks: seen['clicks'],
      });
    },
  };
};
