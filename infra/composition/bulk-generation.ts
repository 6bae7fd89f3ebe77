import { isConnected } from '../../domain/content/account-eligibility.ts';
import type { BulkPorts } from '../../commands/bulk-generation/bulk-endpoints.ts';
import { bulkPostCommand } from '../../commands/bulk-generation/bulk-post-id.ts';
import { commandIdFor } from '../../commands/kernel/deterministic-ids.ts';
import { attachMedia } from '../../commands/posts/attach-media.ts';
import { createRequested } from '../../commands/posts/create-post.ts';
import type { PostPorts } from '../../commands/posts/ports.ts';
import { Refused } from '../../domain/kernel/refused.ts';
import { timeOfId } from '../../domain/kernel/ids.ts';
import { persona } from '../../domain/personas/persona.ts';
import { bytesLeft, storageFull } from '../../domain/media/storage-room.ts';
import { post } from '../../domain/posts/post.ts';
import { workspace } from '../../domain/workspaces/workspace.ts';
import type { BulkGenerationPorts } from '../../processes/bulk-generation/ports.ts';
import type { AttachPorts } from '../../processes/image-jobs/attach-image.ts';
import { bulkTexts } from '../adapters/ai/bulk-texts.ts';
import { accountsOfPosts } from '../adapters/accounts/accounts-of-posts.ts';
import type { LastWrites } from '../edge/http/last-writes.ts';
import { RequestWrites } from '../../commands/kernel/request-writes.ts';
import { isPublicHttpsUrl } from '../outside/http/address-guard.ts';
import type { Access } from './access.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { Parts } from './parts.ts';

/** The workspace schedules approved posts only: the post is a draft with its time, which its approval schedules. */
const needsApproval = (error: unknown): boolean =>
  error instanceof Refused && error.details?.['reason'] === 'approval_required';

/** A refusal that says nothing about the post: the step is repeated. */
const isForNow = ({ code, details }: Refused): boolean =>
  code === 'SERVICE_UNAVAILABLE' || details?.['reason'] === 'version';

/** What the endpoints of bulk generation need. */
export const bulkPorts = ({ credits }: Pick<Parts, 'credits'>): BulkPorts => ({
  credits,
  accountOf: async (accountId, streams) => {
    const account = (await accountsOfPosts([accountId], streams)).get(accountId);
    return account && isConnected(account) ? account : undefined;
  },
});

/** Creates posts as a request of the person would, under the id that the job has fixed. */
export const bulkGenerationPorts = (
  { config }: Pick<Infrastructure, 'config'>,
  { commands }: Pick<Access, 'commands'>,
  { ai, postDirectory, storedBytes }: Pick<Parts, 'ai' | 'postDirectory' | 'storedBytes'>,
  lastWrites: LastWrites,
): Pick<BulkGenerationPorts, 'bulkPosts'> & AttachPorts => {
  const posts: PostPorts = {
    directory: postDirectory,
    waiter: { until: (_postId, _withinMs, _wanted, look) => look() },
    isPublicHttpsUrl: (url) => isPublicHttpsUrl(url, config.webhookAllowedRanges),
  };
  const { write, picture } = bulkTexts({
    provider: ai.of,
    personaOf: async (personaId, workspaceId) => {
      const voice = (await commands.load(persona, personaId, workspaceId))?.state;
      return typeof voice === 'object' ? voice : undefined;
    },
  });
  return {
    attachToPost: async ({ itemId, postId, mediaId, attachBy }, { workspaceId, mode, now }) => {
      const plan = (await commands.load(workspace, workspaceId, workspaceId))?.state?.plan ?? 'free';
      const caller = {
        kind: 'session',
        workspaceId,
        mode,
        plan,
        userId: attachBy,
        role: 'OWNER',
        scopes: ['*'],
      } as const;
      const writes = new RequestWrites(commands, {
        command: { commandId: commandIdFor('attach-image', itemId, mediaId), askedAt: timeOfId(itemId) },
        caller: { ...caller, keyId: undefined, address: undefined },
        now,
        correlationId: itemId,
      });
      try {
        await attachMedia(postId, mediaId, writes, posts);
        await writes.report(lastWrites);
        return { outcome: 'attached', reason: null };
      } catch (error) {
        if (error instanceof Refused && !isForNow(error)) return { outcome: 'refused', reason: error.message };
        throw error;
      }
    },
    bulkPosts: {
      exists: async ({ postId, workspaceId }) => (await commands.load(post, postId, workspaceId)) !== undefined,
      write,
      picture: async (of, text, signal) => {
        const plan = (await commands.load(workspace, of.workspaceId, of.workspaceId))?.state?.plan;
        const left = plan === undefined ? 0 : bytesLeft(plan, await storedBytes(of.workspaceId));
        return left === 0 ? { outcome: 'failed', reason: storageFull } : picture(of, text, signal);
      },
      schedule: async (asked, text, mediaIds) => {
        const { jobId, index, workspaceId, mode, userId, accountId, personaId, scheduledFor, now } = asked;
        const plan = (await commands.load(workspace, workspaceId, workspaceId))?.state?.plan ?? 'free';
        const caller = { kind: 'session', workspaceId, mode, plan, userId, role: 'OWNER', scopes: ['*'] } as const;
        const writes = new RequestWrites(commands, {
          command: bulkPostCommand(jobId, index),
          caller: { ...caller, keyId: undefined, address: undefined },
          now,
          correlationId: jobId,
        });
        try {
          const content = { content: text, accountIds: [accountId], personaId, scheduledFor };
          const requested = { ...content, mediaIds: [...mediaIds] };
          await createRequested(requested, writes, posts).catch((error: unknown) => {
            if (!needsApproval(error)) throw error;
            return createRequested({ ...requested, saveAsDraft: true }, writes, posts);
          });
          await writes.report(lastWrites);
          return { outcome: 'done' };
        } catch (error) {
          if (error instanceof Refused) return { outcome: 'failed', reason: error.message };
          throw error;
        }
      },
    },
  };
};
