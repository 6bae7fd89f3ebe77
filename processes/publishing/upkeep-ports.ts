/** What the upkeep of posts asks the read models, which answer as far as the log had come when they were asked. */
export interface PostsAtLarge {
  /** Ids of posts that are published since `until` or longer, the longest first. */
  publishedUntil(workspaceId: string, until: string, limit: number): Promise<readonly string[]>;
  /** When the first of the posts that are still published after `since` was published (ISO 8601). */
  firstPublishedAfter(workspaceId: string, since: string): Promise<string | undefined>;
  scheduledCount(workspaceId: string): Promise<number>;
  /**
   * How many posts are scheduled for before `at` (ISO 8601), or for the same time with a smaller id. Only `latest` leaves out all
   * that went out before the question.
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
