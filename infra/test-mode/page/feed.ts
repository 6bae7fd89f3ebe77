import type { SandboxAccount, SandboxObject, SandboxStore } from '@social-publishing/platform-sandbox';
import type { Platform } from '../../../domain/platforms/platform.ts';
import { defined } from '../../../domain/kernel/defined.ts';

/** A person's filter. */
export type FeedFilter = Readonly<{
  platform?: Platform | undefined;
  /** The native id of an account of `platform`. */
  account?: string | undefined;
  /** Only objects stored before this object of `platform`: the next page. */
  before?: string | undefined;
}>;

/** An object on a platform and the objects beneath it, oldest first. */
export type FeedItem = Readonly<{ object: SandboxObject; beneath: readonly FeedItem[] }>;

export type PlatformFeed = Readonly<{
  platform: Platform;
  /** Newest first. An answer to an object older than the page is an item of its own. */
  items: readonly FeedItem[];
  /** The start of the next page, where there is one. */
  older: string | undefined;
}>;

export type Feed = Readonly<{
  /** Every account of the workspace, filtered or not. */
  accounts: readonly SandboxAccount[];
  platforms: readonly PlatformFeed[];
}>;

/** Objects per platform, on a page with all platforms and on a page with one. */
const among = 40;
const alone = 200;

/** Nests answers under the object they answer. `newestFirst` is one page of a platform. */
const nested = (newestFirst: readonly SandboxObject[]): FeedItem[] => {
  const older = new Map<string, FeedItem & { beneath: FeedItem[] }>();
  const top: FeedItem[] = [];
  // Oldest first: an object answers earlier objects only, so none is nested under itself.
  for (const object of newestFirst.toReversed()) {
    const item = { object, beneath: [] };
    const answered = object.parentNativeId === null ? undefined : older.get(object.parentNativeId);
    if (answered) answered.beneath.push(item);
    else top.unshift(item);
    older.set(object.nativeId, item);
  }
  return top;
};

/** What the simulated platforms hold of one workspace, limited to a page of each. */
export const readFeed = async (
  store: Pick<SandboxStore, 'accounts' | 'objects'>,
  platforms: readonly Platform[],
  workspaceId: string,
  { platform: wanted, account, before }: FeedFilter,
): Promise<Feed> => {
  const accounts: SandboxAccount[] = [];
  const feeds: PlatformFeed[] = [];
  const limit = wanted === undefined ? among : alone;
  // One platform after the other: an open page must not take all connections of the database at
  // every refresh.
  for (const platform of platforms) {
    const own = await store.accounts(platform, workspaceId);
    accounts.push(...own);
    if (wanted !== undefined && wanted !== platform) continue;
    const page = await store.objects({
      platform,
      workspaceId,
      deleted: true,
      limit: limit + 1,
      ...(account !== undefined && own.some(({ nativeId }) => nativeId === account) && { accountNativeId: account }),
      ...defined({ beforeNativeId: before }),
    });
    const shown = page.slice(0, limit);
    feeds.push({
      platform,
      items: nested(shown),
      older: page.length > limit ? shown.at(-1)?.nativeId : undefined,
    });
  }
  return { accounts, platforms: feeds };
};
