import type { OwnName } from '../../domain/comment-automations/matching.ts';
import type { CommentView } from '../../domain/comments/comment-view.ts';
import type { Platform } from '../../domain/platforms/platform.ts';

/** What the write endpoints of comment automations ask for. */
export type AutomationPorts = Readonly<{
  /** The stored comments that a rule is about, the newest first. */
  pastComments(
    of: Readonly<{ workspaceId: string; accountId: string | null; postId: string | null }>,
    limit: number,
  ): Promise<readonly CommentView[]>;
  /** How a platform names the connected accounts of a workspace. */
  ownNames(workspaceId: string, platform: Platform): Promise<readonly OwnName[]>;
  /** Those among the runs that were begun. */
  begun(runIds: readonly string[]): Promise<ReadonlySet<string>>;
}>;
