/**
 * The read models for the upkeep of posts. They answer with their position at the time of the
 * query.
 */
export interface PostsAtLarge {
  /** Ids of posts that are published since `until` or longer, the longest first. */
  publishedUntil(workspaceId: string, until: string, limit: number): Promise<readonly string[]>;
  /** When the first of the posts that are still published after `since` was published (ISO 8601). */
  firstPublishedAfter(workspaceId: string, since: string): Promise<string | undefined>;
  scheduledCount(workspaceId: string): Promise<number>;
  /**
   * How many posts are scheduled before `at` (ISO 8601), or at the same time with a smaller id.
   * Only `latest` leaves out every post published before the query.
   */
  scheduledAhead(
    workspaceId: string,
    post: Readonly<{ postId: string; at: string }>,
    options: Readonly<{ latest: boolean }>,
  ): Promise<number>;
  /** Ids of scheduled posts, the soonest first, without the first `kept`. */
  scheduledBeyond(workspaceId: string, kept: number, limit: number): Promise<readonly string[]>;
  /** Ids of posts held back for payment since `since` or later, the soonest due first. */
  pausedSince(workspaceId: string, since: string, limit: number): Promise<readonly string[]>;
}
