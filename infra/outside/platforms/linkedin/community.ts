import { z } from 'zod';
import type { Community, NativeComment } from '../../../../domain/platforms/community.ts';
import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import type { RunContext } from '../../../../domain/platforms/publisher.ts';
import type { PlatformTools } from '../adapter.ts';
import { answered } from '../answered.ts';
import { shaped } from '../shape.ts';
import { authorOf, encodedUrn, isOrganization, linkedinApi, postUrl, requireCommentScope } from './api.ts';
import { Comment, commentsAPage, listComments } from './timeline.ts';
import { defined } from '../../../../domain/kernel/defined.ts';

const Shares = z.object({
  elements: z.array(
    z.object({
      totalShareStatistics: z.object({
        impressionCount: z.number().default(0),
        uniqueImpressionsCount: z.number().default(0),
        clickCount: z.number().default(0),
        likeCount: z.number().default(0),
        commentCount: z.number().default(0),
        shareCount: z.number().default(0),
      }),
    }),
  ),
});
const Counted = z.object({ elements: z.array(z.object({ count: z.number() })) });
const Followers = z.object({ elements: z.array(z.object({ memberFollowersCount: z.number() })) });
const Network = z.object({ firstDegreeSize: z.number() });

/** LinkedIn docs: "Member Post Analytics", one question a call. */
const questions = {
  impressions: 'IMPRESSION',
  reach: 'MEMBERS_REACHED',
  likes: 'REACTION',
  comments: 'COMMENT',
  shares: 'RESHARE',
  clicks: 'LINK_CLICKS',
  saves: 'POST_SAVE',
} as const;

/** Clicks and saves are questions of newer API versions (2026): an older one refuses them. */
const isUnknownQuestion = (error: unknown): boolean =>
  error instanceof PlatformError && error.kind === 'refused' && /PARAM|ARGUMENT/.test(error.platformCode ?? '');

/** Only applications with rare rights get a member's name. Others show the last part of the URN. */
const commentOf = (post: string, comment: z.infer<typeof Comment>): NativeComment => {
  const username = comment.actor.split(':').at(-1) ?? comment.actor;
  const parent = /,(\d+)\)$/.exec(comment.parentComment ?? '')?.[1];
  return {
    nativeId: comment.id,
    author: { id: comment.actor, username },
    text: comment.message.text,
    createdAt: new Date(comment.created.time).toISOString(),
    ...defined({ parentNativeId: parent }),
    url: postUrl(post),
  };
};

/** Comments, replies and metrics of LinkedIn. */
export const linkedinCommunity = (tools: PlatformTools): Community => {
  const api = linkedinApi(tools);
  const read = (path: string, context: RunContext) => api({ method: 'GET', path, effect: 'read' }, context);

  const organizationMetrics = async (organization: string, post: string, context: RunContext) => {
    const list = post.includes(':ugcPost:') ? 'ugcPosts' : 'shares';
    const path =
      `/organizationalEntityShareStatistics?q=organizationalEntity&organizationalEntity=${encodedUrn(organization)}` +
      `&${list}=List(${encodedUrn(post)})`;
    const total = shaped(Shares, await read(path, context), 'read').elements[0]?.totalShareStatistics;
    return answered({
      impressions: total?.impressionCount,
      reach: total?.uniqueImpressionsCount,
      clicks: total?.clickCount,
      likes: total?.likeCount,
      comments: total?.commentCount,
      shares: total?.shareCount,
    });
  };

  const memberMetrics = async (post: string, context: RunContext) => {
    const kind = post.includes(':ugcPost:') ? 'ugc' : 'share';
    const metrics: Record<string, number | undefined> = {};
    for (const [name, question] of Object.entries(questions)) {
      const path =
        `/memberCreatorPostAnalytics?q=entity&entity=(${kind}:${encodedUrn(post)})` +
        `&queryType=${question}&aggregation=TOTAL`;
      const reply = await read(path, context).catch((error: unknown) => {
        if (isUnknownQuestion(error)) return undefined;
        throw error;
      });
      metrics[name] = reply && shaped(Counted, reply, 'read').elements[0]?.count;
    }
    return answered(metrics);
  };

  return {
    async comments(post, { since, after, own = false }, context) {
      const start = Number(after ?? 0);
      const { elements } = await listComments(api, post.nativeId, start, context);
      const self = authorOf(context.account);
      const oldest = since === undefined ? 0 : Date.parse(since);
      const all = [...elements];
      // A post lists its own comments only; the answers are fetched where there are any.
      for (const { commentUrn, commentsSummary } of elements)
        if (commentUrn !== undefined && commentsSummary?.aggregatedTotalComments !== 0)
          all.push(...(await listComments(api, commentUrn, 0, context)).elements);
      const items = all
        .filter(({ actor, created }) => (actor === self) === own && created.time >= oldest)
        .map((comment) => commentOf(post.nativeId, comment));
      return { items, ...(elements.length === commentsAPage && { next: String(start + commentsAPage) }) };
    },
    async reply(post, parentNativeId, text, context) {
      requireCommentScope(context.account);
      const path = `/socialActions/${encodedUrn(post.nativeId)}/comments`;
      // The parent's own URN contains the activity it belongs to, which the post's id does not.
      const parent = shaped(Comment, await read(`${path}/${parentNativeId}`, context), 'read');
      const object = parent.object ?? post.nativeId;
      const json = {
        actor: authorOf(context.account),
        object,
        message: { text },
        parentComment: parent.commentUrn ?? `urn:li:comment:(${object},${parentNativeId})`,
      };
      const reply = await api({ method: 'POST', path, json, effect: 'send' }, context);
      const id = reply.headers.get('x-restli-id');
      if (!id) throw new PlatformError('unknown', 'OUTCOME_UNKNOWN', 'LinkedIn answered without the id of the reply');
      return { nativeId: id, kind: 'reply', url: postUrl(post.nativeId) };
    },
    postMetrics: (object, context) => {
      const author = authorOf(context.account);
      return isOrganization(author)
        ? organizationMetrics(author, object.nativeId, context)
        : memberMetrics(object.nativeId, context);
    },
    async accountMetrics(context) {
      const author = authorOf(context.account);
      if (isOrganization(author)) {
        const path = `/networkSizes/${encodedUrn(author)}?edgeType=COMPANY_FOLLOWED_BY_MEMBER`;
        return { followers: shaped(Network, await read(path, context), 'read').firstDegreeSize };
      }
      const reply = await read('/memberFollowersCount?q=me', context);
      return answered({ followers: shaped(Followers, reply, 'read').elements[0]?.memberFollowersCount });
    },
  };
};
