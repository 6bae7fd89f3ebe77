import type { Mode } from '../kernel/mode.ts';
import type { NativeObject } from '../platforms/publisher.ts';
import type { Metrics } from './metrics.ts';

/** A copy of a post that is live on a platform. */
export type LiveCopy = Readonly<{
  postPlatformId: string;
  postId: string;
  publishedAt: string;
  object: NativeObject;
}>;

export type InsightsFailure = Readonly<{
  kind: 'unauthorized' | 'rate_limited' | 'unavailable';
  code: string;
  message: string;
  retryAfterSeconds?: number;
}>;

/** What one round of calls answered. `failure`: why the round ended before its end. */
export type Measured = Readonly<{
  posts: readonly Readonly<{ postPlatformId: string; metrics: Metrics }>[];
  refused: readonly string[];
  account?: Metrics;
  failure?: InsightsFailure;
}>;

/** The insights calls of the platforms. */
export interface InsightsSource {
  /**
   * Asks the account's platform for the figures of these copies and, where wanted, of the account. A
   * platform without such a call answers no figures. A failure of the platform is in the answer; it
   * is not thrown.
   */
  measure(
    account: Readonly<{ accountId: string; workspaceId: string; mode: Mode }>,
    wanted: Readonly<{ copies: readonly LiveCopy[]; account: boolean }>,
    signal: AbortSignal,
  ): Promise<Measured>;
}
