import type { KnownPosts } from '../../domain/calendar/seen-on-platform.ts';
import type { Mode } from '../../domain/kernel/mode.ts';
import type { NativePost } from '../../domain/platforms/community.ts';
import type { Platform } from '../../domain/platforms/platform.ts';

export type CalendarAccount = Readonly<{ id: string; platform: Platform }>;

/** The posts of an account on its platform: every one since `since` is among them. */
export type RecentPosts = Readonly<{ posts: readonly NativePost[]; since: string }>;

/** What a sync of the calendar reads. */
export interface CalendarSources {
  /** The connected accounts whose posts can be imported: the newest hundred. */
  accounts(workspaceId: string): Promise<readonly CalendarAccount[]>;
  /** Throws `PlatformError` only. */
  recent(
    account: CalendarAccount,
    scope: Readonly<{ workspaceId: string; mode: Mode }>,
    since: string,
  ): Promise<RecentPosts>;
  /** What this service knows of the account's posts since a moment. */
  known(account: CalendarAccount, workspaceId: string, since: string): Promise<KnownPosts>;
}
