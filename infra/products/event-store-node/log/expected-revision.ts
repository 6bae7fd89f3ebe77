import type { RecentIds } from './recent-ids.ts';
import { isSoftDeleted } from './stream-metadata.ts';
import type { StreamState } from './stream-state.ts';

/**
 * The expected revision of an append: a revision, or one of these. The numbers are the server's
 * own.
 */
export const noStream = -1;
export const anyRevision = -2;
export const streamExists = -4;

export type Decision =
  | { kind: 'write'; recreates: boolean }
  | { kind: 'already-written'; last: number; position: number }
  | { kind: 'wrong-revision'; current: number }
  | { kind: 'deleted' };

/** The event stored at a revision, for comparing ids. */
export type FindEvent = (revision: number) => Promise<{ id: string; position: number } | undefined>;

/**
 * Whether an append may be written. A resent append is recognised by its expected revision: with an
 * exact one by the ids stored right after it, however old; with `any` and `stream-exists` by the
 * latest ids only. Where only a part of the ids was written before, it is no resend but another
 * revision than the expected one.
 */
export const checkAppend = async (
  state: StreamState,
  {
    metastreamLast,
    expected,
    ids,
    recent,
    findEvent,
  }: Readonly<{
    metastreamLast: () => Promise<number>;
    expected: number;
    ids: readonly string[];
    recent: RecentIds;
    findEvent: FindEvent;
  }>,
): Promise<Decision> => {
  if (state.head?.tombstoned) return { kind: 'deleted' };
  const { last } = state;
  const deleted = isSoftDeleted(state.metadata);
  if (expected === streamExists) {
    if (deleted) return { kind: 'deleted' };
    if (last < 0 && (await metastreamLast()) < 0) return { kind: 'wrong-revision', current: last };
  }
  if (expected === anyRevision || expected === streamExists) return checkRecentIds(state, ids, { recent, deleted });
  if (expected > last) return { kind: 'wrong-revision', current: last };
  if (expected === last) return { kind: 'write', recreates: deleted };

  let revision = expected;
  let position = 0;
  for (const id of ids) {
    revision += 1;
    const known = recent.find(id);
    if (known?.stream === state.name && known.revision === revision) position = known.position;
    else {
      const stored = await findEvent(revision);
      if (stored?.id !== id) {
        if (expected === noStream && deleted && revision === 0) return { kind: 'write', recreates: true };
        return { kind: 'wrong-revision', current: last };
      }
      position = stored.position;
    }
  }
  if (ids.length === 0) return { kind: 'wrong-revision', current: last };
  return { kind: 'already-written', last: revision, position };
};

const checkRecentIds = (
  state: StreamState,
  ids: readonly string[],
  { recent, deleted }: Readonly<{ recent: RecentIds; deleted: boolean }>,
): Decision => {
  const wrongRevision = { kind: 'wrong-revision', current: state.last } as const;
  let previous: { revision: number; position: number } | undefined;
  for (const id of ids) {
    const known = recent.find(id);
    if (known?.stream !== state.name) {
      return previous === undefined ? { kind: 'write', recreates: deleted } : wrongRevision;
    }
    previous = known;
  }
  if (previous === undefined) return { kind: 'write', recreates: deleted };
  return { kind: 'already-written', last: previous.revision, position: previous.position };
};
