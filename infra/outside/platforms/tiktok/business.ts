import { z } from 'zod';
import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import type { Credentials, RunContext } from '../../../../domain/platforms/publisher.ts';
import type { PlatformTools } from '../adapter.ts';
import type { Explain, PlatformRequest } from '../http.ts';
import { shaped } from '../shape.ts';
import type { Effect } from '../transport-failure.ts';

const Envelope = z.object({ code: z.number(), message: z.string() });

/** TikTok API for Business: every answer has status 200, and `code` holds the result (docs: "Appendix, return codes"). */
const explain: Explain = (reply) => {
  const reported = Envelope.safeParse(reply.json).data;
  if (!reported || reported.code === 0) return undefined;
  const details = { message: reported.message, platformCode: String(reported.code) };
  if (reported.code === 40105 || reported.code === 40104)
    return { ...details, kind: 'unauthorized', code: 'ACCOUNT_DISCONNECTED' };
  if (reported.code === 40100 || reported.code === 40133)
    return { ...details, kind: 'not_stored', code: 'PLATFORM_RATE_LIMIT' };
  // It may have been carried out. The outcome of a send is then looked up.
  if (reported.code >= 50000) return { ...details, kind: 'unknown', code: 'PUBLISH_ERROR' };
  return { ...details, code: 'PUBLISH_ERROR' };
};

/** The second token, for the Business Accounts API: brought along as `extra.businessToken` and `extra.businessId`. */
export const businessOf = ({ extra }: Credentials): Readonly<{ token: string; id: string }> | undefined => {
  const token = extra?.['businessToken'];
  const id = extra?.['businessId'];
  return token !== undefined && id !== undefined ? { token, id } : undefined;
};

export const noBusinessToken = (): PlatformError =>
  new PlatformError(
    'refused',
    'PUBLISH_ERROR',
    'TikTok takes comments only from accounts connected with a Business Accounts token (businessToken, businessId)',
    { platformCode: 'scope_not_authorized' },
  );

type Parameters = Readonly<Record<string, string | number | boolean | undefined>>;

const calls = ({ http, hosts }: PlatformTools) => {
  const call = (
    request: Pick<PlatformRequest, 'method' | 'query' | 'json'> & Readonly<{ path: string; effect: Effect }>,
    token: string,
    context: RunContext,
  ) => {
    const { path, ...rest } = request;
    const url = `${hosts.urls.TIKTOK.business}${path}`;
    const { signal } = context;
    return http.call({ ...rest, url, headers: { 'access-token': token }, secrets: [token], signal }, explain);
  };
  const owned = (context: RunContext) => {
    const business = businessOf(context.credentials);
    if (!business) throw noBusinessToken();
    return business;
  };
  return {
    get: (path: string, parameters: Parameters, context: RunContext) => {
      const { token, id } = owned(context);
      return call({ method: 'GET', path, query: { business_id: id, ...parameters }, effect: 'read' }, token, context);
    },
    post: (path: string, fields: Parameters, effect: 'send' | 'step', context: RunContext) => {
      const { token, id } = owned(context);
      return call({ method: 'POST', path, json: { business_id: id, ...fields }, effect }, token, context);
    },
  };
};

const Comment = z.object({
  comment_id: z.string(),
  parent_comment_id: z.string().optional(),
  user_id: z.string(),
  username: z.string().optional(),
  display_name: z.string().optional(),
  profile_image: z.string().optional(),
  owner: z.boolean().optional(),
  text: z.string(),
  create_time: z.coerce.number(),
  replies: z.number().optional(),
});
export type BusinessComment = z.infer<typeof Comment>;
const Listed = z.object({
  data: z.object({
    comments: z.array(Comment),
    cursor: z.coerce.string().optional(),
    has_more: z.boolean().optional(),
  }),
});
const Created = z.object({ data: z.object({ comment_id: z.string() }) });

export type BusinessComments = Readonly<{ comments: readonly BusinessComment[]; next?: string }>;

/** Comments through TikTok's Business Accounts API; every method refuses where the account has no token for it. */
export const tiktokBusiness = (tools: PlatformTools) => {
  const { get, post } = calls(tools);
  const listed = async (path: string, parameters: Parameters, context: RunContext): Promise<BusinessComments> => {
    const reply = await get(path, { ...parameters, max_count: 30 }, context);
    const { comments, cursor, has_more: more } = shaped(Listed, reply, 'read').data;
    return { comments, ...(more && cursor !== undefined && { next: cursor }) };
  };
  const created = async (path: string, fields: Parameters, context: RunContext) =>
    shaped(Created, await post(path, fields, 'send', context), 'send').data.comment_id;
  return {
    comments: (video: string, cursor: string | undefined, context: RunContext) =>
      listed('/business/comment/list/', { video_id: video, cursor, sort_field: 'create_time' }, context),
    answers: (video: string, comment: string, context: RunContext) =>
      listed('/business/comment/reply/list/', { video_id: video, comment_id: comment }, context),
    comment: (video: string, text: string, context: RunContext) =>
      created('/business/comment/create/', { video_id: video, text }, context),
    answer: (video: string, comment: string, text: string, context: RunContext) =>
      created('/business/comment/reply/create/', { video_id: video, comment_id: comment, text }, context),
    hide: async (
      video: string,
      comment: string,
      { hidden }: Readonly<{ hidden: boolean }>,
      context: RunContext,
    ): Promise<void> => {
      const fields = { video_id: video, comment_id: comment, action: hidden ? 'HIDE' : 'UNHIDE' };
      await post('/business/comment/hide/', fields, 'step', context);
    },
  };
};
export type TiktokBusiness = ReturnType<typeof tiktokBusiness>;
