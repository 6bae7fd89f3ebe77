import type { WriteContext } from '../kernel/endpoint.ts';
import type { AccountFacts } from '../../domain/content/account-eligibility.ts';
import type { PostMedia } from '../../domain/posts/values.ts';
import type { PostView } from '../../domain/posts/view.ts';
import type { Platform } from '../../domain/platforms/platform.ts';
import type { Mode } from '../../domain/kernel/mode.ts';

export type KnownMedia = Readonly<{ media: PostMedia; ready: boolean }>;

/** The streams of the caller's workspace. What is loaded counts in the time that the request has. */
export type CallersStreams = Pick<WriteContext, 'load'>;

/** Facts of other aggregates. Deciders enforce the rules that must hold. */
export interface PostDirectory {
  accounts(ids: readonly string[], streams: CallersStreams): Promise<ReadonlyMap<string, AccountFacts>>;
  media(ids: readonly string[], streams: CallersStreams): Promise<ReadonlyMap<string, KnownMedia>>;
  /** The facts of a file that follow from its public address alone. */
  mediaAt(url: string, id: string, mode: Mode): Promise<PostMedia>;
  scheduledPosts(workspaceId: string): Promise<number>;
  /**
   * Waits, for a limited time, until the posts' read model has reached the workspace's last write:
   * before a refusal that is based on it.
   */
  settled(workspaceId: string): Promise<void>;
  /** Those of these posts that are scheduled. */
  waitingPosts(workspaceId: string, ids: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * The next free slot of the queue of the caller's workspace (ISO 8601) except those in `passed`;
   * undefined when it has no slots.
   */
  nextQueueSlot(
    context: Pick<WriteContext, 'load' | 'caller' | 'now'>,
    passed: readonly string[],
  ): Promise<string | undefined>;
}

export interface PostWaiter {
  /**
   * Reads the post whenever the log has grown, until it fulfils the condition or the time is up.
   * Returns the last post read. Requests that wait for the same post share each read.
   */
  until(
    postId: string,
    withinMilliseconds: number,
    wanted: (view: PostView) => boolean,
    read: () => Promise<PostView>,
  ): Promise<PostView>;
}

export type PostPorts = Readonly<{
  directory: PostDirectory;
  waiter: PostWaiter;
  /** Whether a URL is HTTPS and names no private target. */
  isPublicHttpsUrl(url: string): boolean;
  /** The platforms whose servers the operator runs. */
  ownServers?(mode: Mode): readonly Platform[];
}>;
