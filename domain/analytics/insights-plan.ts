import type { LiveCopy } from './insights-source.ts';

/** What the schedule asks an account's platform for. */
export type PlannedRound = Readonly<{
  /** The copies that are due, the longest due first. */
  due: readonly LiveCopy[];
  /** When the next other destination is due; null without one. */
  upcoming: string | null;
  /** When the account's own figures were fetched last. */
  accountAt: string | null;
}>;

/** Finds what is due in the read models, which first catch up with the log. */
export interface InsightsPlan {
  roundOf(
    account: Readonly<{ accountId: string; workspaceId: string }>,
    now: string,
    limit: number,
  ): Promise<PlannedRound>;
}
