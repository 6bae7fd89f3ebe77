import type { Platform } from '../platforms/platform.ts';
import type { UnpublishReason } from '../platforms/publisher.ts';
import type { DestinationState } from './destination-state.ts';
import type { Post } from './state.ts';
import { defined } from '../kernel/defined.ts';
import { tableOf } from '../kernel/keys-of.ts';

export type PlatformRemoval = Readonly<{
  success: boolean;
  reason?: UnpublishReason;
  detail?: string;
  deleted: number;
  targets: number;
}>;

export type UnpublishReport = Readonly<{
  results: Readonly<Partial<Record<Platform, PlatformRemoval>>>;
  unsupported_platforms: readonly Platform[];
  note: string | null;
}>;

const reportOf = (destinations: readonly DestinationState[]): PlatformRemoval => {
  const removals = destinations.flatMap(({ removals }) => removals);
  const deleted = removals.filter(({ removed }) => removed).length;
  // A removal in progress has not reached all of its copies.
  const targets = destinations
    .map(({ removal, removals, objects }) => (removal === 'requested' ? objects.length : removals.length))
    .reduce((sum, count) => sum + count, 0);
  if (targets > 0 && deleted === targets) return { success: true, deleted, targets };
  const kept = removals.find(({ removed }) => !removed);
  const reason = deleted > 0 ? 'partial_delete' : (kept?.reason ?? 'delete_not_confirmed');
  const detail = kept?.detail ?? destinations.find(({ removalWait }) => removalWait)?.removalWait?.error.message;
  return { success: false, reason, ...defined({ detail }), deleted, targets };
};

/**
 * The answer of POST unpublish: one result per platform, over all of its accounts that had a copy.
 */
export const unpublishReport = (post: Post): UnpublishReport => {
  const asked = post.destinations.filter(({ removal }) => removal !== 'none');
  const platforms = [...new Set(asked.map(({ platform }) => platform))];
  const results: Partial<Record<Platform, PlatformRemoval>> = tableOf(platforms, (platform) =>
    reportOf(asked.filter((one) => one.platform === platform)),
  );
  const unsupported = platforms.filter((platform) => results[platform]?.reason === 'manual_removal_required');
  const open = post.destinations.filter(({ removal }) => removal === 'requested');
  const nextTry = open.flatMap(({ removalWait }) => removalWait?.dueAt ?? []).sort()[0];
  const waits = nextTry === undefined ? '' : `, the next try at ${nextTry}`;
  const note =
    open.length > 0
      ? `${open.length} removals are still going on${waits}; GET the post for their end`
      : unsupported.length > 0
        ? `Remove by hand on ${unsupported.join(', ')}: the platform has no call for it`
        : null;
  return { results, unsupported_platforms: unsupported, note };
};
