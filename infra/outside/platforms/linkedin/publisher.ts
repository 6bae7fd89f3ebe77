import { z } from 'zod';
import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import type {
  Found,
  FindRequest,
  FindContext,
  NativeObject,
  Publisher,
  PublishRun,
  Removal,
  Rendered,
  RunContext,
} from '../../../../domain/platforms/publisher.ts';
import type { PlatformTools } from '../adapter.ts';
import { unlessTaken } from '../candidates.ts';
import type { PlatformReply } from '../http.ts';
import { removeEach } from '../removal.ts';
import { authorOf, encodedUrn, linkedinApi, madeAt, postUrl, requireCommentScope, type LinkedinApi } from './api.ts';
import { duplicateCode, duplicateOf } from './errors.ts';
import { littleText } from './little-text.ts';
import { attach, kindOf, uploadStep } from './media.ts';
import { seekComment, seekPost, type Sighting } from './timeline.ts';
import { cutText } from '../../../../domain/kernel/stored-text.ts';
import { defined } from '../../../../domain/kernel/defined.ts';

const skewMs = 60_000;
const commentSend = 'first-comment';

/** The options of a person per post; a value of another form counts as not set. */
const Fields = z.object({
  visibility: z.enum(['PUBLIC', 'CONNECTIONS', 'LOGGED_IN']).default('PUBLIC').catch('PUBLIC'),
  link: z.string().optional().catch(undefined),
  linkTitle: z.string().optional().catch(undefined),
  linkDescription: z.string().optional().catch(undefined),
  documentTitle: z.string().optional().catch(undefined),
  disableReshare: z.boolean().default(false).catch(false),
  altText: z.string().optional().catch(undefined),
});
type Fields = z.infer<typeof Fields>;

/** LinkedIn's longest titles and alternative texts. */
const maxTitleLength = 400;
const maxAltTextLength = 4086;

/** The one kind of content a post may carry: a document, a video, images, or a link with its card. */
const contentOf = (rendered: Rendered, fields: Fields, urns: readonly string[]) => {
  const [file] = rendered.media;
  const [id] = urns;
  const altText = (index: number) => {
    const text = (index === 0 ? fields.altText : undefined) ?? rendered.media[index]?.altText;
    return text ? { altText: cutText(text, maxAltTextLength) } : {};
  };
  if (file && kindOf(file) === 'documents')
    return { media: { id, title: cutText(fields.documentTitle ?? file.filename, maxTitleLength) } };
  if (urns.length > 1) return { multiImage: { images: urns.map((each, index) => ({ id: each, ...altText(index) })) } };
  if (file) return { media: { id, ...(kindOf(file) === 'images' && altText(0)) } };
  if (fields.link === undefined) return undefined;
  return {
    article: {
      source: fields.link,
      title: cutText(fields.linkTitle ?? fields.link, maxTitleLength),
      ...defined({ description: fields.linkDescription }),
    },
  };
};

/** LinkedIn returns the id in a header; a success without one is an unknown outcome. */
const madeId = (reply: PlatformReply): string => {
  const id = reply.headers.get('x-restli-id');
  if (id) return id;
  throw new PlatformError('unknown', 'OUTCOME_UNKNOWN', `LinkedIn answered ${reply.status} without the id it made`);
};

const postOf = (urn: string): NativeObject => ({ nativeId: urn, url: postUrl(urn), kind: 'post' });

/**
 * A duplicate may be the post that an earlier try sent. It is if it was made since this intent began and belongs to
 * no other post. Otherwise the refusal holds.
 */
const orAdopted = async (error: unknown, run: PublishRun): Promise<NativeObject> => {
  const standing =
    error instanceof PlatformError && error.platformCode === duplicateCode ? duplicateOf(error.message) : undefined;
  const isTooOld = standing === undefined || madeAt(standing) < Date.parse(run.startedAt) - skewMs;
  if (isTooOld || !(await run.claim(standing))) throw error;
  return postOf(standing);
};

const publish = async (tools: PlatformTools, rendered: Rendered, run: PublishRun): Promise<readonly NativeObject[]> => {
  const api = linkedinApi(tools);
  const author = authorOf(run.account);
  const fields = Fields.parse(rendered.metadata);
  const urns: string[] = [];
  for (const [index, file] of rendered.media.entries())
    urns.push(await attach(tools, { owner: author, file, step: uploadStep(index) }, run));
  const content = contentOf(rendered, fields, urns);
  const json = {
    author,
    commentary: littleText(rendered.text),
    visibility: fields.visibility,
    distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
    ...(content && { content }),
    lifecycleState: 'PUBLISHED',
    isReshareDisabledByAuthor: fields.disableReshare,
  };
  return [
    await run.send('post', async (_key, { again }) => {
      try {
        return postOf(madeId(await api({ method: 'POST', path: '/posts', json, effect: 'send' }, run)));
      } catch (error) {
        if (!again) throw error;
        return orAdopted(error, run);
      }
    }),
  ];
};

const comment = (api: LinkedinApi, target: NativeObject, text: string, run: PublishRun): Promise<NativeObject> =>
  run.send(commentSend, async () => {
    const path = `/socialActions/${encodedUrn(target.nativeId)}/comments`;
    const json = { actor: authorOf(run.account), object: target.nativeId, message: { text } };
    const reply = await api({ method: 'POST', path, json, effect: 'send' }, run);
    return { nativeId: madeId(reply), kind: 'comment', url: postUrl(target.nativeId) };
  });

const tooMany: Found = { outcome: 'cannot_tell', message: 'There has been too much since to look through.' };

const find = async (api: LinkedinApi, request: FindRequest, context: FindContext): Promise<Found> => {
  const author = authorOf(context.account);
  const mayBeIt = unlessTaken(request.earlier, context);
  if (request.send === commentSend) {
    const post = request.earlier[0]?.nativeId;
    if (post === undefined) return { outcome: 'cannot_tell', message: 'The post of the comment is not known.' };
    const sought = { author, text: request.commentText ?? '', since: request.sentAt, mayBeIt };
    const seen = await seekComment(api, post, sought, context);
    if (seen === 'too many') return tooMany;
    if (seen === 'denied')
      return {
        outcome: 'cannot_tell',
        forGood: true,
        message: 'LinkedIn does not let this account read its comments: look there.',
      };
    if (seen === undefined) return { outcome: 'not_published' };
    return { outcome: 'published', object: { nativeId: seen, kind: 'comment', url: postUrl(post) } };
  }
  const sought = { author, text: littleText(request.rendered.text), since: request.sentAt, mayBeIt };
  const seen: Sighting = await seekPost(api, sought, context);
  if (seen === 'too many') return tooMany;
  // Where the posts cannot be read, the post is sent again: LinkedIn refuses a duplicate and names
  // the first.
  if (seen === 'denied' || seen === undefined) return { outcome: 'not_published' };
  return { outcome: 'published', object: postOf(seen) };
};

const settled = async (api: LinkedinApi, path: string, error: PlatformError, context: RunContext) => {
  try {
    const reply = await api({ method: 'GET', path, effect: 'read', accepts: [404] }, context).catch((looked: unknown) =>
      looked instanceof PlatformError && looked.platformCode === 'NOT_FOUND' ? undefined : Promise.reject(looked),
    );
    if (!reply || reply.status === 404) return { removed: true } as const;
    return { removed: false, reason: 'delete_not_confirmed', detail: error.message } as const;
  } catch (looked) {
    if (!(looked instanceof PlatformError) || looked.kind !== 'refused') throw looked;
    return { removed: false, reason: 'delete_unverified', detail: error.message } as const;
  }
};

const remove = async (
  api: LinkedinApi,
  { nativeId, kind }: NativeObject,
  post: string | undefined,
  context: RunContext,
): Promise<Removal> => {
  const isPost = kind === 'post';
  if (!isPost && post === undefined) return { nativeId, removed: false, reason: 'no_platform_post_id' };
  const path = isPost
    ? `/posts/${encodedUrn(nativeId)}`
    : `/socialActions/${encodedUrn(post ?? '')}/comments/${nativeId}`;
  const actor = isPost ? '' : `?actor=${encodedUrn(authorOf(context.account))}`;
  const headers = { 'x-restli-method': 'DELETE' };
  try {
    await api({ method: 'DELETE', path: `${path}${actor}`, headers, effect: 'send' }, context);
    return { nativeId, removed: true };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    if (error.platformCode === 'NOT_FOUND' || error.platformCode === '404') return { nativeId, removed: true };
    if (error.kind !== 'unknown') throw error;
    return { nativeId, ...(await settled(api, path, error, context)) };
  }
};

/** LinkedIn's versioned REST API: posts of people and of organizations. */
export const linkedinPublisher = (tools: PlatformTools): Publisher => {
  const api = linkedinApi(tools);
  return {
    platform: 'LINKEDIN',
    publish: (rendered, run) => publish(tools, rendered, run),
    commentSupport: () => 'yes',
    comment: async (target, text, run) => {
      requireCommentScope(run.account);
      return comment(api, target, text, run);
    },
    find: (request, context) => find(api, request, context),
    unpublish: (objects, context) => {
      const post = objects.find(({ kind }) => kind === 'post')?.nativeId;
      return removeEach(objects, (object) => remove(api, object, post, context));
    },
  };
};
