import type { NativeObject } from '../platforms/publisher.ts';
import type { Post } from '../posts/state.ts';
import type { LiveCopy } from './insights-source.ts';

/** The object that a platform's figures are of: the post itself, or the root of a thread. */
export const measuredObject = (objects: readonly NativeObject[]): NativeObject | undefined =>
  objects.find(({ kind }) => kind !== 'comment');

/** The copies of a post that are live, by account. */
export const liveCopiesByAccount = (
  postId: string,
  { destinations }: Post,
): ReadonlyMap<string, readonly LiveCopy[]> => {
  const byAccount = new Map<string, LiveCopy[]>();
  for (const { postPlatformId, accountId, publishedAt, removal, objects } of destinations) {
    const object = measuredObject(objects);
    if (publishedAt === null || removal === 'removed' || !object) continue;
    const copies = byAccount.get(accountId) ?? [];
    byAccount.set(accountId, [...copies, { postPlatformId, postId, publishedAt, object }]);
  }
  return byAccount;
};
