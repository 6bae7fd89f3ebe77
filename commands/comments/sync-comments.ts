import { z } from 'zod';
import { account } from '../../domain/accounts/account.ts';
import { comment } from '../../domain/comments/comment.ts';
import { receivedComment } from '../../domain/comments/received-comment.ts';
import { syncMessage, type SyncResult } from '../../domain/comments/sync-message.ts';
import type { Platform } from '../../domain/platforms/platform.ts';
import { asking } from '../accounts/platform-failure.ts';
import { accountNotFound, accountParams } from '../accounts/request-fields.ts';
import { writeEndpoint, type WriteContext } from '../kernel/endpoint.ts';
import { forEachConcurrently } from '../kernel/for-each-concurrently.ts';
import { contactIdOf } from '../contacts/contact-ids.ts';
import { commentIdOf } from './comment-ids.ts';
import type { CommentSources } from './comment-ports.ts';
import { readAll, type FoundComment } from './read-comments.ts';

/** Most comments come within days. Later ones are found as long as the post is among the latest. */
const daysBack = 90;
const maxPosts = 25;
/** New or changed comments of one request: the next request continues from there. */
const maxRecordedComments = 1_000;
const recordedAtOnce = 8;

const dayMs = 86_400_000;

/** Comments by their id in this service, each once: pages of a platform may overlap. */
const byId = (accountId: string, found: readonly FoundComment[]): ReadonlyMap<string, FoundComment> =>
  new Map(found.map((each) => [commentIdOf(accountId, each.comment.nativeId), each]));

type Recording = Readonly<{ synced: number; more: boolean }>;

/**
 * Records new and changed comments. `synced` counts the new ones: of two concurrent requests, each
 * comment counts in one.
 */
const record = async (
  of: Readonly<{ id: string; platform: Platform }>,
  found: readonly FoundComment[],
  sources: Pick<CommentSources, 'known'>,
  context: WriteContext,
): Promise<Recording> => {
  const commands = [...byId(of.id, found)].map(([commentId, { post, comment: native }]) =>
    receivedComment({
      ...{ comment: native, post, account: of, now: context.now },
      ...{ commentId, contactId: contactIdOf(context.caller.workspaceId, of.platform, native.author.id) },
    }),
  );
  const ids = commands.map(({ commentId }) => commentId);
  const known = await sources.known(context.caller.workspaceId, ids);
  const news = commands.filter(({ commentId, content }) => known.get(commentId) !== content);
  let synced = 0;
  await forEachConcurrently(news.slice(0, maxRecordedComments), recordedAtOnce, async (command) => {
    const { commentId: id } = command;
    const { appended, events } = await context.handle(comment, id, command, { step: id, fresh: !known.has(id) });
    if (appended > 0 && events.at(-1)?.type === 'CommentReceived') synced++;
  });
  return { synced, more: news.length > maxRecordedComments };
};

type Of = Readonly<{ id: string; platform: Platform }>;

/** Reads the comments on an account's latest posts from its platform, and records what is new. */
export const readAccount = async (of: Of, sources: CommentSources, context: WriteContext): Promise<SyncResult> => {
  const { workspaceId, mode } = context.caller;
  if (!sources.has(of.platform, mode)) return { isSupported: false };
  const read = await asking('VALIDATION_ERROR', 'The account has to be connected again', () =>
    sources.open(of, { workspaceId, mode }),
  );
  const since = new Date(Date.parse(context.now) - daysBack * dayMs).toISOString();
  const posts = await sources.livePosts({ id: of.id, workspaceId }, { since, limit: maxPosts });
  const { found, errors, reason } = await readAll(posts, read);
  const { synced, more } = await record(of, found, sources, context);
  return { synced, errors, reason, more, posts: posts.length };
};

/**
 * POST /v1/accounts/:id/comments/sync: reads the comments on the account's latest posts from its
 * platform now.
 */
export const syncComments = (sources: CommentSources) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/accounts/:id/comments/sync',
    id: 'syncAccountComments',
    summary: "Fetch the comments on an account's latest posts from its platform",
    description:
      'Reads the 25 latest live posts of 90 days, three pages of comments of each, within 25 seconds. At ' +
      'most 1,000 new comments are stored; `message` states where there are more. `synced` counts new ' +
      'comments, `errors` counts posts whose comments could not be read. The answer is 200 even where all ' +
      "failed, with the platform's error in `message`. After a rate limit or a refused token the remaining " +
      'posts count as errors. A platform without readable comments answers 200 with nothing synced. A ' +
      'disconnected account, or one whose token cannot be renewed, is 400 VALIDATION_ERROR; a failed ' +
      'renewal that may succeed later is 503.',
    params: accountParams,
    reply: z.object({
      synced: z.int().meta({ description: 'Comments that are new to this service' }),
      errors: z.int().meta({ description: 'Posts whose comments could not be read' }),
      message: z.string(),
    }),
    errors: ['NOT_FOUND', 'VALIDATION_ERROR', 'SERVICE_UNAVAILABLE'],
    idempotent: true,
    async run({ params: { id } }, context) {
      const state = (await context.load(account, id))?.state;
      if (!state) throw accountNotFound();
      const of = { id, platform: state.profile.platform };
      const result = await readAccount(of, sources, context);
      const { synced = 0, errors = 0 } = result;
      return { body: { synced, errors, message: syncMessage(of.platform, result) } };
    },
  });
