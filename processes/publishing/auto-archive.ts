import type { Recorded } from '../../domain/kernel/event.ts';
import type { PostEvent } from '../../domain/posts/events.ts';
import { post } from '../../domain/posts/post.ts';
import { postUpkeep, type PostUpkeepEvent } from '../../domain/posts/upkeep.ts';
import type { WorkspaceEvent } from '../../domain/workspaces/workspace.ts';
import { runnable, type ProcessManager, type RunnableProcess } from '../kernel/process-manager.ts';
import type { PostsAtLarge } from './upkeep-ports.ts';

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
/** Posts archived in one round; a further one follows at once where more are due. */
const atOnce = 100;

const nothing: Archiving = { days: 0, earliest: null, round: 0 };
const sooner = (one: string | null, other: string): string => (one === null || other < one ? other : one);

/**
 * Archives posts when they have been published for as long as their workspace says. It knows the oldest only, not all of them: a round
 * asks for those that are due and for when the next one will be, so a changed setting holds for every post at once.
 */
export const autoArchive: ProcessManager<Archiving, SweepAction> = {
  name: 'auto-archive',
  description: 'Archives published posts after the days their workspace has set.',
  handles: [
    'WorkspaceCreated',
    'WorkspaceSettingsChanged',
    'WorkspaceDeleted',
    'PostPublishingCompleted',
    'ArchiveSwept',
  ],
  instancesOf: ({ meta }) => [meta.workspaceId],
  evolve: (state, recorded) => {
    const event = recorded as Recorded<WorkspaceEvent | PostEvent | PostUpkeepEvent>;
    switch (event.type) {
      case 'WorkspaceCreated':
      case 'WorkspaceSettingsChanged':
        return { ...nothing, ...state, days: event.data.settings.autoArchiveDays ?? 0 };
      case 'WorkspaceDeleted':
        return undefined;
      case 'PostPublishingCompleted': {
        if (!state || event.data.outcome !== 'PUBLISHED') return state;
        const earliest = sooner(state.earliest, event.meta.occurredAt);
        return earliest === state.earliest ? state : { ...state, earliest };
      }
      case 'ArchiveSwept': {
        const { round, next, startedAt } = event.data;
        // What was published while the round asked may be missing in its answer.
        return state && { ...state, round: round + 1, earliest: sooner(next, startedAt) };
      }
      default:
        return state;
    }
  },
  next: ({ days, earliest, round }) =>
    days === 0 || earliest === null
      ? undefined
      : { at: new Date(Date.parse(earliest) + days * dayMs).toISOString(), action: { days, round } },
};

export const runAutoArchive = (posts: PostsAtLarge): RunnableProcess =>
  runnable(autoArchive, async ({ days, round }, { workspaceId, now, send }) => {
    const startedAt = now();
    const until = new Date(startedAt.getTime() - days * dayMs).toISOString();
    const due = await posts.publishedUntil(workspaceId, until, atOnce);
    for (const postId of due) await send(post, postId, { type: 'archive' }, `archive/${postId}/${round}`);
    const next = due.length === atOnce ? until : await posts.firstPublishedAfter(workspaceId, until);
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
      `sweep/${round}`,
    );
  });
