import type { Platform } from '../platforms/platform.ts';
import type { BroadcastContent } from './broadcast-events.ts';
import type { Recipient } from './batch-ids.ts';

/** The platforms with direct messages. */
export const messagingPlatforms: readonly Platform[] = ['FACEBOOK', 'INSTAGRAM'];

/** Whom a broadcast is for: conditions on contacts. Each of them has to hold. */
export type AudienceQuery = Readonly<{
  workspaceId: string;
  platforms: readonly Platform[];
  /** Null: contacts of any account. */
  accountId: string | null;
  tags: readonly string[];
  /** Whether only those who wrote to an account are meant. */
  hasWritten: boolean;
  /** ISO 8601, on the workspace's clock. */
  now: string;
}>;

/** The audience of a broadcast. Only platforms with direct messages count. */
export const audienceOf = (
  { platforms, sender, segmentRules }: Pick<BroadcastContent, 'platforms' | 'sender' | 'segmentRules'>,
  workspaceId: string,
  now: string,
): AudienceQuery => ({
  workspaceId,
  // An empty list of the rules is no condition.
  platforms: messagingPlatforms.filter(
    (platform) =>
      platforms.includes(platform) && (!segmentRules.platforms?.length || segmentRules.platforms.includes(platform)),
  ),
  accountId: sender?.accountId ?? null,
  tags: segmentRules.tags ?? [],
  hasWritten: segmentRules.hasInteraction === true,
  now,
});

/** The port to the contacts that are eligible for a broadcast. */
export interface Audiences {
  count(query: AudienceQuery): Promise<number>;
  /**
   * Fixes an audience in the order of its batches, unless it is fixed already. Counts only, where it
   * is empty or too large.
   */
  fix(audienceId: string, query: AudienceQuery): Promise<Readonly<{ contacts: number; position: string }>>;
  /** The recipients of some batches of a fixed audience. */
  batches(audienceId: string, numbers: readonly number[]): Promise<ReadonlyMap<number, readonly Recipient[]>>;
}
