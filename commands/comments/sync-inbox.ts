import { z } from 'zod';
import { syncMessage, type SyncResult } from '../../domain/comments/sync-message.ts';
import { Refused } from '../../domain/kernel/refused.ts';
import { type Platform, PlatformKey } from '../../domain/platforms/platform.ts';
import { writeEndpoint, type WriteContext } from '../kernel/endpoint.ts';
import { forEachConcurrently } from '../kernel/for-each-concurrently.ts';
import type { CommentSources } from './ports.ts';
import { readAccount } from './sync-comments.ts';

/** Each reads four posts of its account at a time. */
const accountsAtOnce = 4;

type Of = Readonly<{ id: string; platform: Platform }>;
type Read = Readonly<{ of: Of; result: SyncResult; failure?: string }>;

/** An account that cannot be read does not prevent the reading of the others. */
const readOrFailure = async (of: Of, sources: CommentSources, context: WriteContext): Promise<Read> => {
  try {
    return { of, result: await readAccount(of, sources, context) };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { of, result: { errors: 1 }, failure: error.message };
  }
};

/** POST /v1/inbox/sync: reads the comments of all accounts from their platforms now. */
export const syncInbox = (sources: CommentSources) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/inbox/sync',
    id: 'syncInbox',
    summary: "Fetch the comments on the latest posts of a workspace's accounts",
    description:
      'Reads every connected account as POST /v1/accounts/:id/comments/sync does, the 100 latest accounts at most. The answer is 200 even where accounts failed: `errors` counts the posts that ' +
      'could not be read, or 1 for an account that cannot be read at all, and `message` has the reason.',
    reply: z.object({
      success: z.literal(true),
      totalSynced: z.int(),
      totalErrors: z.int(),
      accounts: z.array(
        z.object({
          accountId: z.string(),
          platform: PlatformKey,
          synced: z.int(),
          errors: z.int(),
          message: z.string(),
        }),
      ),
    }),
    idempotent: true,
    async run(_asked, context) {
      const all = await sources.accounts(context.caller.workspaceId);
      const reads = new Map<string, Read>();
      await forEachConcurrently(all, accountsAtOnce, async (of) => {
        reads.set(of.id, await readOrFailure(of, sources, context));
      });
      const accounts = [...reads.values()]
        .map(({ of: { id, platform }, result, failure }) => ({
          accountId: id,
          platform: platform.toLowerCase(),
          synced: result.synced ?? 0,
          errors: result.errors ?? 0,
          message: failure ?? syncMessage(platform, result),
        }))
        .sort((one, other) => (one.accountId < other.accountId ? -1 : 1));
      const sum = (of: 'synced' | 'errors'): number => accounts.reduce((total, each) => total + each[of], 0);
      return { body: { success: true as const, totalSynced: sum('synced'), totalErrors: sum('errors'), accounts } };
    },
  });
