import type { AccountFacts } from '../../domain/content/account-eligibility.ts';
import type { PostMedia } from '../../domain/posts/values.ts';
import type { PostView } from '../../domain/posts/view.ts';
import type { Mode } from '../../domain/kernel/mode.ts';

export type KnownMedia = Readonly<{ media: PostMedia; ready: boolean }>;

/** Facts of other aggregates, as their read models have them. Rules that must hold are kept by deciders, not by these. */
export interface PostDirectory {
  accounts(workspaceId: string, ids: readonly string[]): Promise<ReadonlyMap<string, AccountFacts>>;
  media(workspaceId: string, ids: readonly string[]): Promise<ReadonlyMap<string, KnownMedia>>;
  /** What is known of a file by its public address alone. */
  mediaAt(url: string, id: string, mode: Mode): Promise<PostMedia>;
  scheduledPosts(workspaceId: string): Promise<number>;
  /** Waits, a bounded time, until the posts' read model has seen the workspace's last write: before refusing by what it says. */
  settled(workspaceId: string): Promise<void>;
  /** Those of these posts that wait for their time. */
  waitingPosts(workspaceId: string, ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** The next free slot of the workspace's queue (ISO 8601) that is none of `passed`; undefined when it has no slots. */
  nextQueueSlot(workspaceId: string, now: string, passed: readonly string[]): Promise<string | undefined>;
  /** Whether a persona of the workspace has this id. */
  hasPersona(workspaceId: string, personaId: string): Promise<boolean>;
}

export interface PostWaiter {
  /**
   * Looks at the post whenever the log has grown, until it is as wanted or the time is up; answers what it saw last. Requests that
   * wait for the same post share each look.
   */
  until(
    postId: string,
    withinMilliseconds: number,
    wanted: (shown: PostView) => boolean,
    look: () => Promise<PostView>,
  ): Promise<PostView>;
}

export type PostPorts = Readonly<{
  directory: PostDirectory;
  waiter: PostWaiter;
  /** Whether a URL is HTTPS and names no private target. */
  isPublicHttpsUrl(url: string): boolean;
}>;
