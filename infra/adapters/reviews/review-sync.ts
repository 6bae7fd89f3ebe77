import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { reviewerIdOf } from '../../../commands/comments/comment-ids.ts';
import { idFrom } from '../../../commands/kernel/deterministic-ids.ts';
import { forEachConcurrently } from '../../../commands/kernel/for-each-concurrently.ts';
import type { CommandHandler } from '../../../commands/kernel/handle.ts';
import type { ReviewActions } from '../../../commands/reviews/review-endpoints.ts';
import type { Mode } from '../../../domain/kernel/mode.ts';
import { PlatformError } from '../../../domain/platforms/platform-error.ts';
import { receivedReview } from '../../../domain/reviews/received-review.ts';
import { review } from '../../../domain/reviews/review.ts';
import type { ReadModels } from '../../../projections/database.ts';
import type { ReviewReadPorts } from '../../../read-api/reviews/review-reads.ts';
import type { Freshness } from '../../stores/postgres/freshness.ts';
import type { CommunityCalls } from '../comments/community-calls.ts';

type Parts = Readonly<{
  db: Kysely<ReadModels>;
  calls: CommunityCalls;
  commands: Pick<CommandHandler, 'handle'>;
  freshness: Pick<Freshness, 'wait'>;
  now(mode: Mode): Date;
  onFault(error: unknown): void;
}>;

type Scope = Readonly<{ workspaceId: string; mode: Mode }>;

const debounceMs = 300_000;
/** How long an answer waits for the platform, and then for the read model. */
const patienceMs = 5_000;
const maxAccounts = 20;
const maxReviews = 1_000;
const recordedAtOnce = 8;
/** The most accounts whose last reading is remembered; the oldest is forgotten first. */
const maxRemembered = 10_000;

/** The id of a review of an account: the same at every read. */
const reviewIdOf = (accountId: string, nativeId: string): string =>
  idFrom(0, JSON.stringify(['review', accountId, nativeId]));

/** Reads reviews from Google Business, at most once in five minutes for each account. */
export const reviewSync = ({ db, calls, commands, freshness, now, onFault }: Parts): ReviewReadPorts => {
  const lastRead = new Map<string, number>();

  const isDue = (accountId: string, at: number): boolean => {
    const last = lastRead.get(accountId);
    if (last !== undefined && at - last < debounceMs) return false;
    lastRead.delete(accountId);
    lastRead.set(accountId, at);
    const [oldest] = lastRead.keys();
    if (lastRead.size > maxRemembered && oldest !== undefined) lastRead.delete(oldest);
    return true;
  };

  /** Records what is new on one account; answers the last position in the log. */
  const readAccount = async (accountId: string, scope: Scope): Promise<bigint> => {
    const { workspaceId, mode } = scope;
    const { items } = await calls.call({ id: accountId, platform: 'GOOGLE_BUSINESS' }, scope, {
      operation: 'reviews',
      run: async ({ reviews }, context) => (reviews ? reviews({}, context) : { items: [] }),
    });
    const occurredAt = now(mode).toISOString();
    const found = items.slice(0, maxReviews).map((native) =>
      receivedReview({
        review: native,
        accountId,
        now: occurredAt,
        reviewId: reviewIdOf(accountId, native.nativeId),
        // Google names no person behind a review, so each review has a key of its own.
        contactId: reviewerIdOf(accountId, native.nativeId),
      }),
    );
    const ids = found.map(({ reviewId }) => reviewId);
    const rows = await db
      .selectFrom('reviews')
      .select(['id', 'view'])
      .where(sql<boolean>`id = any(${ids})`)
      .execute();
    const known = new Map(rows.map(({ id, view }) => [id, view]));
    let position = 0n;
    await forEachConcurrently(found, recordedAtOnce, async (command) => {
      const view = known.get(command.reviewId);
      const isKnown =
        view?.rating === command.rating &&
        view.content === command.content &&
        (command.replyContent === null || view.replyContent === command.replyContent);
      if (isKnown) return;
      const actor = { kind: 'process', id: 'review-sync' } as const;
      const meta = { workspaceId, mode, actor, $correlationId: 'review-sync', occurredAt };
      const handled = await commands.handle(review, command.reviewId, command, { commandId: randomUUID(), meta });
      if (handled.position && handled.position.commit > position) position = handled.position.commit;
    });
    return position;
  };

  const readDue = async (scope: Scope): Promise<void> => {
    const accounts = await db
      .selectFrom('accounts')
      .select('id')
      .where('workspace_id', '=', scope.workspaceId)
      .where('platform', '=', 'GOOGLE_BUSINESS')
      .where('status', '!=', 'disconnected')
      .limit(maxAccounts)
      .execute();
    const at = now(scope.mode).getTime();
    const positions = await Promise.all(
      accounts
        .filter(({ id }) => isDue(id, at))
        .map(({ id }) =>
          readAccount(id, scope).catch((error: unknown) => {
            if (!(error instanceof PlatformError)) onFault(error);
            return 0n;
          }),
        ),
    );
    const last = positions.reduce((latest, each) => (each > latest ? each : latest), 0n);
    if (last > 0n) await freshness.wait(['reviews'], last, patienceMs);
  };

  return {
    refresh: async (scope) => {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, patienceMs);
        timer.unref();
      });
      await Promise.race([readDue(scope).catch(onFault), late]);
      clearTimeout(timer);
    },
  };
};

export const reviewActions = (calls: CommunityCalls): ReviewActions => ({
  reply: ({ accountId, platformReviewId }, text, scope) =>
    calls.call({ id: accountId, platform: 'GOOGLE_BUSINESS' }, scope, {
      operation: 'reply-to-review',
      run: async (community, context) => {
        if (!community.replyToReview)
          throw new PlatformError('refused', 'PUBLISH_ERROR', 'Google Business takes no replies here.');
        await community.replyToReview(platformReviewId, text, context);
      },
    }),
});
