import { post } from '../../domain/posts/post.ts';
import { postUpkeep } from '../../domain/posts/upkeep.ts';
import { processOf } from '../kernel/process.ts';
import type { PostsAtLarge } from './posts-at-large.ts';

/** One workspace. */
export type Archiving = Readonly<{
  /** The setting; 0 is never. */
  days: number;
  /** No post that is published now was published before this; null while there is none. */
  earliest: string | null;
  round: number;
}>;

export type SweepAction = Readonly<{ days: number; round: number }>;

const dayMs = 86_400_000;
/** Another round follows immediately where more posts are due. */
const postsPerRound = 100;

const nothing: Archiving = { days: 0, earliest: null, round: 0 };
const sooner = (one: string | null, other: string): string => (one === null || other < one ? other : one);

const withDays = (state: Archiving | undefined, autoArchiveDays: number | null | undefined): Archiving => ({
  ...nothing,
  ...state,
  days: autoArchiveDays ?? 0,
});

/**
 * Archives posts when they have been published for the time that their workspace sets. The state
 * holds only the oldest publication: a round asks for the posts that are due and for the time of
 * the next one, so a changed setting applies to all posts immediately.
 */
export const autoArchive = processOf<Archiving, SweepAction, { posts: PostsAtLarge }>()({
  name: 'auto-archive',
  description: 'Archives published posts after the number of days that their workspace sets.',
  on: {
    WorkspaceCreated: (state, { data }) => withDays(state, data.settings.autoArchiveDays),
    WorkspaceSettingsChanged: (state, { data }) => withDays(state, data.settings.autoArchiveDays),
    PostPublishingCompleted: (state, { data, meta }) => {
      if (!state || data.outcome !== 'PUBLISHED') return state;
      const earliest = sooner(state.earliest, meta.occurredAt);
      return earliest === state.earliest ? state : { ...state, earliest };
    },
    ArchiveSwept: (state, { data: { round, next, startedAt } }) =>
      // The answer of a round may lack posts that were published while it was computed.
      state && { ...state, round: round + 1, earliest: sooner(next, startedAt) },
  },
  instancesOf: ({ meta }) => meta.workspaceId,
  next: ({ days, earliest, round }) =>
    days === 0 || earliest === null
      ? undefined
      : { at: new Date(Date.parse(earliest) + days * dayMs).toISOString(), action: { days, round } },
  act: async ({ days, round }, { workspaceId, now, send }, { posts }) => {
    const startedAt = now();
    const until = new Date(startedAt.getTime() - days * dayMs).toISOString();
    const due = await posts.publishedUntil(workspaceId, until, postsPerRound);
    for (const postId of due) await send(post, postId, { type: 'archive' }, { step: `archive/${postId}/${round}` });
    const next = due.length === postsPerRound ? until : await posts.firstPublishedAfter(workspaceId, until);
    await send(
      postUpkeep,
      workspaceId,
      {
        type: 'note-archive-sweep',
        round,
        startedAt: startedAt.toISOString(),
        archived: due.length,
        next: next ?? null,
      },
      { step: `sweep/${round}` },
    );
  },
});
