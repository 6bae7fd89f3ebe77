import { forEachConcurrently } from '../../commands/kernel/for-each-concurrently.ts';
import { idFrom } from '../../commands/kernel/deterministic-ids.ts';
import { account } from '../../domain/accounts/account.ts';
import { comment } from '../../domain/comments/comment.ts';
import type { EventOfType } from '../../domain/events.ts';
import type { CommentReading } from '../../domain/comments/comment-reading.ts';
import { commentRound } from '../../domain/comments/comment-round.ts';
import { dueWhereReported, firstReadAt, isPolled } from '../../domain/comments/reading-schedule.ts';
import { takePlaceAtServer } from '../accounts/place-at-server.ts';
import { processOf } from '../kernel/process.ts';

/** One account whose comments were asked for. */
export type ReadComments = Readonly<{
  accountId: string;
  /** When its next round is due; null while no post is read. */
  at: string | null;
  /** Everything that was due until then was read. */
  readAt: string;
  /** When the latest of its posts is read first. */
  latestFirst: string;
  round: number;
  /** The account is disconnected. */
  isPaused?: true;
  /** Reports of the platform arrive: rounds only find what they miss. */
  isReported?: true;
}>;

export type ReadRound = Readonly<{ accountId: string; at: string; readAt: string; round: number }>;

export type CommentRoundPorts = Readonly<{ commentReading: CommentReading }>;

const recordedAtOnce = 4;
/** The time of a reading that never was: every post is due. */
const never = new Date(0).toISOString();

const sooner = (one: string | null, other: string): string => (one !== null && one < other ? one : other);

/** An account before its first round. */
const unread = (accountId: string, at: string): ReadComments => ({
  accountId,
  at: null,
  readAt: never,
  latestFirst: at,
  round: 0,
});

/** A subscription without a report yet, or none: the account is read as often as any other. */
const asSubscribed = (
  state: ReadComments | undefined,
  { data, type, meta }: EventOfType<'AccountEventsSubscribed' | 'AccountEventsNotSubscribed'>,
): ReadComments | undefined => {
  if (!state) return undefined;
  const { isReported: _isReported, ...rest } = state;
  if (type !== 'AccountEventsSubscribed' || !data.arrived) return rest;
  // What the platform did not report is under any of the posts, so that all of them are read at once.
  const missed = data.missedSince === undefined ? {} : { at: sooner(state.at, meta.occurredAt), readAt: never };
  return { ...rest, ...missed, isReported: true };
};

/**
 * Reads the comments of accounts, from their connection on. Where a platform reports them and a
 * report has arrived, rounds are rare. The state holds when an account is due, not its posts: a round reads those that became
 * due since the last one, so that posts share a round. A round that fails is followed by the next.
 */
export const commentRounds = processOf<ReadComments, ReadRound, CommentRoundPorts>()({
  name: 'comment-rounds',
  description: 'Reads comments from platforms, often under fresh posts, seldom where the platform reports them.',
  // A round changes nothing on a platform, and a comment that was recorded is recorded once.
  beginsByItself: true,
  on: {
    AccountConnected: (state, { data: { accountId, platform }, meta }) =>
      state ?? (isPolled(platform) ? unread(accountId, meta.occurredAt) : undefined),
    AccountEventsSubscribed: asSubscribed,
    AccountEventsNotSubscribed: asSubscribed,
    AccountEventsArrived: (state) => state && { ...state, isReported: true },
    CommentsRead: (state, { data: { accountId, platform, startedAt, complete, nextAt } }) => {
      if (!isPolled(platform)) return state;
      const latestFirst = state?.latestFirst ?? startedAt;
      // The reading may lack posts whose publishing began while it ran.
      const at = latestFirst > startedAt ? sooner(nextAt, latestFirst) : nextAt;
      const readAt = complete ? startedAt : (state?.readAt ?? never);
      return { ...state, accountId, at, readAt, latestFirst, round: (state?.round ?? 0) + 1 };
    },
    PostPublishingStarted: (known, { data, meta }, accountId) => {
      const platform = data.queued.find((queued) => queued.accountId === accountId)?.platform;
      if (!known && (platform === undefined || !isPolled(platform))) return undefined;
      // The account was connected before rounds began by themselves.
      const state = known ?? unread(accountId, meta.occurredAt);
      const dues = data.queued.flatMap((queued) => (queued.accountId === accountId ? [queued.dueAt] : []));
      const firsts = dues.map((due) => firstReadAt(due < meta.occurredAt ? meta.occurredAt : due)).sort();
      const first = firsts[0] ?? firstReadAt(meta.occurredAt);
      const latestFirst = state.latestFirst < first ? first : state.latestFirst;
      return { ...state, at: sooner(state.at, first), latestFirst };
    },
    AccountDisconnected: (state) => state && { ...state, isPaused: true },
    AccountReconnected: (known, { data: { accountId, platform }, meta }) => {
      if (!known && !isPolled(platform)) return undefined;
      const state = known ?? unread(accountId, meta.occurredAt);
      const { isPaused: _isPaused, ...rest } = state;
      return { ...rest, at: sooner(state.at, meta.occurredAt) };
    },
  },
  instancesOf: (event) =>
    event.type === 'PostPublishingStarted'
      ? [...new Set(event.data.queued.map(({ accountId }) => accountId))]
      : event.data.accountId,
  next: ({ accountId, at, readAt, round, isPaused, isReported }) => {
    if (at === null || isPaused) return undefined;
    const due = isReported ? dueWhereReported(at, readAt) : at;
    return { at: due, action: { accountId, at, readAt, round } };
  },
  act: async ({ accountId, at, readAt, round }, context, { commentReading }) => {
    const { workspaceId, mode } = context;
    const state = (await context.load(account, accountId, { maxAgeMs: 60_000 }))?.state;
    if (!state) return context.endInstance();
    // The event that pauses the instance is under way.
    if (state.status === 'disconnected') return;
    await takePlaceAtServer(state, context);
    const { platform } = state.profile;
    const startedAt = context.now().toISOString();
    const of = { id: accountId, platform, workspaceId, mode };
    const { news, posts, errors, more, failure, nextAt } = await commentReading.commentsDue(of, {
      readAt,
      now: startedAt,
    });
    let synced = 0;
    await forEachConcurrently(news, recordedAtOnce, async ({ command, isKnown }) => {
      const { commentId: id } = command;
      const handled = await context.send(comment, id, command, { step: `${round}/${id}`, fresh: !isKnown });
      if (handled.appended > 0 && handled.events.at(-1)?.type === 'CommentReceived') synced++;
    });
    await context.send(
      commentRound,
      idFrom(Date.parse(at), `${accountId}/${at}/${round}`),
      {
        type: 'record-reading',
        accountId,
        platform,
        cause: 'schedule',
        startedAt,
        posts,
        synced,
        errors,
        complete: !failure && !more,
        ...(failure && { failure: { kind: failure.kind, message: failure.message } }),
        nextAt,
      },
      { step: `round/${at}/${round}` },
    );
  },
});
