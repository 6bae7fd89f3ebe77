import type { Mode } from '../../domain/kernel/mode.ts';
import type { ObjectStorage } from '../../domain/media/object-storage.ts';
import type { FetchFile } from '../../domain/media/processing.ts';
import { accountsOfPosts } from '../adapters/accounts/accounts-of-posts.ts';
import { reconcileWithProvider } from '../adapters/billing/reconcile-with-provider.ts';
import { sqlAudiences } from '../adapters/broadcasts/audiences.ts';
import { batchOfDelivery } from '../adapters/broadcasts/broadcast-queries.ts';
import { automationQueries } from '../adapters/comment-automations/automation-queries.ts';
import { commentActions } from '../adapters/comments/comment-actions.ts';
import { commentSources } from '../adapters/comments/comment-sources.ts';
import { communityCalls } from '../adapters/comments/community-calls.ts';
import { messagingBy } from '../adapters/contacts/messaging.ts';
import { mediaAtAddress, mediaOfPosts } from '../adapters/media/post-media.ts';
import { openFileReader } from '../adapters/media/reader/file-reader.ts';
import { storedBytesIn } from '../adapters/media/stored-bytes.ts';
import { postDirectory } from '../adapters/posts/directory.ts';
import { postsAtLarge } from '../adapters/posts/posts-at-large.ts';
import { postsUpToDate } from '../adapters/posts/posts-up-to-date.ts';
import { forgetPersonBy } from '../adapters/users/forget-person.ts';
import type { LastWrites } from '../edge/http/last-writes.ts';
import type { Access } from './access.ts';
import { openAi } from './ai.ts';
import { openCredits } from './credits.ts';
import type { Infrastructure } from './infrastructure.ts';
import { mediaSources } from './media-sources.ts';
import type { Payments } from './payments.ts';
import type { Platforms } from './platforms.ts';
import { openInvitationLinks } from './sign-in.ts';

type Made = Readonly<{
  access: Access;
  platforms: Platforms;
  payments: Payments;
  storage: ObjectStorage;
  fetch: FetchFile;
  lastWrites: LastWrites;
}>;

/** The longest a request waits for a read model before it goes on. */
const settledWithinMs = 2_000;

/**
 * What several capabilities are made of. Each part is made once for all roles of a process, so that a limit of a part is the
 * limit of the process.
 */
export const openParts = async (
  infrastructure: Infrastructure,
  { access: { commands, freshness }, platforms, payments, storage, fetch, lastWrites }: Made,
) => {
  const { config, database, db, store, vault, subjectKeys, keepTombstone, metrics, clocks } = infrastructure;
  const now = (mode: Mode): Date => clocks.now(mode);
  const appended = (workspaceId: string, commit: bigint): void | Promise<void> =>
    lastWrites.record(workspaceId, commit);
  const { adapters, tokens } = platforms;
  const ofPlatforms = { adapters, tokens, metrics, now };
  const readModels = { db, log: store, freshness };
  const community = communityCalls(ofPlatforms);
  const upToDate = postsUpToDate(store, freshness);
  /** Waits until read models have the last write of a workspace, or goes on without it. */
  const settled = async (workspaceId: string, models: readonly string[]): Promise<void> => {
    const written = await lastWrites.of(workspaceId);
    if (written !== undefined) await freshness.wait(models, written, settledWithinMs);
  };
  /** Waits until read models have the end of the log, or goes on without it. */
  const atHead = async (models: readonly string[]): Promise<void> => {
    const head = await store.head();
    if (head) await freshness.wait(models, head.commit, settledWithinMs);
  };
  return {
    now,
    appended,
    /** The read models, with what waits until they have come as far as the log. */
    readModels,
    settled,
    atHead,
    upToDate,
    community,
    messaging: messagingBy(community, tokens),
    commentActions: commentActions(community),
    /** A request goes on with the posts that are known. */
    commentSources: commentSources({ db, ...ofPlatforms, settled: () => atHead(['posts', 'accounts']) }),
    /** A process must not act on less than the events that woke it. */
    completeCommentSources: commentSources({ db, ...ofPlatforms, settled: upToDate }),
    automationQueries: automationQueries(readModels),
    audiences: sqlAudiences({ db: database.kysely, log: store, freshness }),
    batchOfDelivery: batchOfDelivery(readModels),
    credits: openCredits({ commands }),
    ai: openAi(config),
    reader: openFileReader(),
    storedBytes: storedBytesIn(readModels),
    mediaSources: mediaSources(fetch),
    postsAtLarge: postsAtLarge(db, upToDate),
    postDirectory: postDirectory(db, {
      accounts: accountsOfPosts,
      media: mediaOfPosts((key) => storage.publicUrl(key)),
      mediaAt: mediaAtAddress(mediaSources(fetch)),
      settled: (workspaceId) => settled(workspaceId, ['posts']),
    }),
    reconcilePayments: reconcileWithProvider({ commands, provider: payments.provider, now, appended }),
    invitationLinks: await openInvitationLinks(infrastructure),
    forgetInvitation: (invitationId: string): Promise<void> => subjectKeys.destroy(invitationId),
    forgetPerson: forgetPersonBy({ commands, db: database.kysely, subjectKeys, keepTombstone, storage, vault }),
  };
};

export type Parts = Awaited<ReturnType<typeof openParts>>;
