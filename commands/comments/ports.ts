import type { NativeComment, Page } from '../../domain/platforms/community.ts';
import type { Platform } from '../../domain/platforms/platform.ts';
import type { CommentOnPlatform } from '../../domain/comments/comment-on-platform.ts';
import type { SoughtReply } from '../../domain/comments/lost-reply.ts';
import type { DatedPost } from '../../domain/comments/reading-schedule.ts';
import type { LivePost } from '../../domain/comments/received-comment.ts';
import type { Mode } from '../../domain/kernel/mode.ts';
import type { Found, NativeObject } from '../../domain/platforms/publisher.ts';

/**
 * Fetches one page of the comments on a post, starting after the previous page. Throws only
 * `PlatformError`.
 */
export type ReadComments = (post: LivePost, after: string | undefined) => Promise<Page<NativeComment>>;

/** The source of comments, and the comments that are already stored. */
export interface CommentSources {
  /** Whether the platform's API returns comments at all. */
  has(platform: Platform, mode: Mode): boolean;
  /**
   * The account with its tokens, renewed where they had expired. Throws `PlatformError` where that
   * is not possible.
   */
  open(
    account: Readonly<{ id: string; platform: Platform }>,
    scope: Readonly<{ workspaceId: string; mode: Mode }>,
  ): Promise<ReadComments>;
  /** The connected accounts of a workspace, the latest first, 100 at most. */
  accounts(workspaceId: string): Promise<readonly Readonly<{ id: string; platform: Platform }>[]>;
  /** The account's live posts, latest first: those published, or due, since an instant. */
  livePosts(
    account: Readonly<{ id: string; workspaceId: string }>,
    /** `asIs`: without waiting for the read models, which may lack the latest posts. */
    bounds: Readonly<{ since: string; limit: number; asIs?: boolean }>,
  ): Promise<readonly DatedPost[]>;
  /**
   * The texts of the stored comments among these, by id. The read model may lag: a comment that is
   * missing here may still be stored.
   */
  known(workspaceId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

type Scope = Readonly<{ workspaceId: string; mode: Mode }>;

/** What is done to a comment on its platform. Every call throws only `PlatformError`. */
export interface CommentActions {
  /** Whether a comment that is hidden here is hidden on its platform too. */
  hides(platform: Platform, mode: Mode): boolean;
  hide(comment: CommentOnPlatform, wanted: Readonly<{ hidden: boolean }>, scope: Scope): Promise<void>;
  reply(comment: CommentOnPlatform, text: string, scope: Scope): Promise<NativeObject>;
  /** Finds a reply whose answer was lost. Creates nothing. */
  findReply(comment: CommentOnPlatform, sought: SoughtReply, scope: Scope): Promise<Found>;
}
