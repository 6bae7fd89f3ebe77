import { bulleted } from '../../domain/kernel/sentence.ts';
import { z } from 'zod';
import { account } from '../../domain/accounts/account.ts';
import { comment } from '../../domain/comments/comment.ts';
import { commentRound } from '../../domain/comments/comment-round.ts';
import { isPolled, maxPostsRead, nextReadingAt, readForDays } from '../../domain/comments/reading-schedule.ts';
import { syncMessage, type SyncResult } from '../../domain/comments/sync-message.ts';
import type { Platform } from '../../domain/platforms/platform.ts';
import { asking } from '../accounts/platform-failure.ts';
import { accountNotFound, accountParams } from '../accounts/request-fields.ts';
import { writeEndpoint, type WriteContext } from '../kernel/endpoint.ts';
import { forEachConcurrently } from '../kernel/for-each-concurrently.ts';
import type { CommentSources } from './ports.ts';
import { newsOf, type News } from './news-of.ts';
import { readAll } from './read-comments.ts';

const recordedAtOnce = 8;

const dayMs = 86_400_000;

type Of = Readonly<{ id: string; platform: Platform }>;

/**
 * Records new and changed comments, and answers the number of the new ones: of two concurrent
 * requests, each comment counts in one.
 */
const record = async ({ commands }: News, context: WriteContext): Promise<number> => {
  let synced = 0;
  await forEachConcurrently(commands, recordedAtOnce, async ({ command, isKnown }) => {
    const { commentId: id } = command;
    const { appended, events } = await context.handle(comment, id, command, { step: id, fresh: !isKnown });
    if (appended > 0 && events.at(-1)?.type === 'CommentReceived') synced++;
  });
  return synced;
};

/** Reads the comments on an account's latest posts from its platform, and records what is new. */
export const readAccount = async (of: Of, sources: CommentSources, context: WriteContext): Promise<SyncResult> => {
  const { workspaceId, mode } = context.caller;
  const { id: accountId, platform } = of;
  if (!sources.has(platform, mode)) return { isSupported: false };
  const read = await asking('VALIDATION_ERROR', 'The account has to be connected again', () =>
    sources.open(of, { workspaceId, mode }),
  );
  const { now } = context;
  const since = new Date(Date.parse(now) - readForDays * dayMs).toISOString();
  const posts = await sources.livePosts({ id: accountId, workspaceId }, { since, limit: maxPostsRead });
  const { found, errors, reason, failure } = await readAll(posts, read);
  const news = await newsOf({ ...of, workspaceId }, found, sources, now);
  const { more } = news;
  const synced = await record(news, context);
  if (isPolled(platform)) {
    const step = `reading/${accountId}`;
    const reading = {
      ...({ type: 'record-reading', accountId, platform, cause: 'request', startedAt: now } as const),
      posts: posts.length,
      synced,
      errors,
      complete: !failure && !more,
      ...(failure && { failure: { kind: failure.kind, message: failure.message } }),
      nextAt: nextReadingAt({ now, posts, more, ...(failure && { failure }) }),
    };
    await context.handle(commentRound, context.newId(step), reading, { step, fresh: true });
  }
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
    description: bulleted(
      'Reads the 25 latest live posts of 90 days, three pages of comments of each, within 25 seconds. From the first request on, the comments of the account are also read by schedule, unless its platform reports them by webhooks: see platform-webhooks.md.',
      [
        '`synced` counts new comments, at most 1,000. `message` says if there are more.',
        "`errors` counts posts whose comments could not be read. The answer is 200 even if all failed, with the platform's error in `message`. After a rate limit or a refused token the remaining posts count as errors.",
        'A platform without readable comments answers 200 with nothing synced.',
        '400 VALIDATION_ERROR: the account is disconnected, or its token cannot be renewed.',
        '503 SERVICE_UNAVAILABLE: the token was not renewed, and a later try may succeed.',
      ],
    ),
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
