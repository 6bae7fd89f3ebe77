import type { NativeComment, Page } from '../../domain/platforms/community.ts';
import type { Platform } from '../../domain/platforms/platform.ts';
import type { LivePost } from '../../domain/comments/received-comment.ts';
import type { Mode } from '../../domain/kernel/mode.ts';

/** Asks for one page of the comments under a post, and begins where the page before it ended. Throws `PlatformError` and nothing else. */
export type ReadComments = (post: LivePost, after: string | undefined) => Promise<Page<NativeComment>>;

/** Where comments come from, and which are here already. */
export interface CommentSources {
  /** Whether the platform shows comments to anybody. */
  has(platform: Platform, mode: Mode): boolean;
  /** The account with its tokens opened and renewed where they had run out. Throws `PlatformError` where that cannot be. */
  open(
    account: Readonly<{ id: string; platform: Platform }>,
    scope: Readonly<{ workspaceId: string; mode: Mode }>,
  ): Promise<ReadComments>;
  /** The account's posts that are live, the latest first: those that went out, or were to, since an instant. */
  livePosts(
    account: Readonly<{ id: string; workspaceId: string }>,
    bounds: Readonly<{ since: string; limit: number }>,
  ): Promise<readonly LivePost[]>;
  /** The text of those of these comments that the workspace has, by id. It may lag: what is not in it may be here all the same. */
  known(workspaceId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}
