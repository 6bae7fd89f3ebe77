import { writePost } from '../../commands/ai/write-post.ts';
import type { BulkPorts } from '../../commands/bulk-generation/bulk-endpoints.ts';
import { bulkPostCommand } from '../../commands/bulk-generation/bulk-post-id.ts';
import { createRequested } from '../../commands/posts/create-post.ts';
import type { PostPorts } from '../../commands/posts/ports.ts';
import { AiFailure } from '../../domain/ai/ai-provider.ts';
import { Refused } from '../../domain/kernel/refused.ts';
import { post } from '../../domain/posts/post.ts';
import { workspace } from '../../domain/workspaces/workspace.ts';
import type { BulkGenerationPorts, BulkPost, Written } from '../../processes/bulk-generation/bulk-generation.ts';
import { accountsOfPosts } from '../adapters/accounts/accounts-of-posts.ts';
import { mediaAtAddress, mediaOfPosts } from '../adapters/media/post-media.ts';
import { postDirectory } from '../adapters/posts/directory.ts';
import type { ObjectStorage } from '../../domain/media/object-storage.ts';
import type { FetchFile } from '../../domain/media/processing.ts';
import type { LastWrites } from '../edge/http/last-writes.ts';
import { RequestWrites } from '../edge/http/write-context.ts';
import { isPublicHttpsUrl } from '../outside/http/address-guard.ts';
import type { Access } from './access.ts';
import { openAi } from './ai.ts';
import { openCredits } from './credits.ts';
import type { Infrastructure } from './infrastructure.ts';

const attempts = 3;
const settledWithinMs = 2_000;
const system = 'You write posts for social media. Answer with the text of one post only, ready to be published.';

type Parts = Readonly<{ storage: ObjectStorage; fetch: FetchFile; lastWrites: LastWrites }>;

/** What the endpoints of bulk generation need. */
export const bulkPorts = ({ commands }: Pick<Access, 'commands'>): BulkPorts => ({
  credits: openCredits({ commands }),
  platformOf: async (accountId, streams) => (await accountsOfPosts([accountId], streams)).get(accountId)?.platform,
});

/** Creates posts as a request of the person would, under the id that the job has fixed. */
export const bulkGenerationPorts = (
  { config, db }: Pick<Infrastructure, 'config' | 'db'>,
  { commands, freshness }: Pick<Access, 'commands' | 'freshness'>,
  { storage, fetch, lastWrites }: Parts,
): Pick<BulkGenerationPorts, 'bulkPosts'> => {
  const ai = openAi(config);
  const posts: PostPorts = {
    directory: postDirectory(db, {
      accounts: accountsOfPosts,
      media: mediaOfPosts((key) => storage.publicUrl(key)),
      mediaAt: mediaAtAddress(fetch),
      settled: async (workspaceId) => {
        const written = await lastWrites.of(workspaceId);
        if (written !== undefined) await freshness.wait(['posts'], written, settledWithinMs);
      },
    }),
    waiter: { until: (_postId, _withinMs, _wanted, look) => look() },
    isPublicHttpsUrl: (url) => isPublicHttpsUrl(url, config.webhookAllowedRanges),
  };
  const write = async (asked: BulkPost, signal: AbortSignal): Promise<Written> => {
    const provider = ai.of(asked);
    if (!provider) return { outcome: 'fatal', reason: 'No AI provider is configured' };
    const { topicHint, platform, index, count } = asked;
    const prompt = {
      ...{ systemPrompt: system, userPrompt: 'Write a post that is unlike the others of this series.' },
      ...{ platform, number: index + 1, count, ...(topicHint !== null && { topic: topicHint }) },
    };
    for (let attempt = 1; ; attempt++) {
      try {
        return { outcome: 'done', text: (await writePost(provider, prompt, signal)).content };
      } catch (error) {
        if (!(error instanceof AiFailure) || error.kind === 'cancelled') throw error;
        if (error.kind === 'key') return { outcome: 'fatal', reason: error.message };
        if (!error.isPassing || attempt === attempts) return { outcome: 'failed', reason: error.message };
      }
    }
  };
  return {
    bulkPosts: {
      exists: async ({ postId, workspaceId }) => (await commands.load(post, postId, workspaceId)) !== undefined,
      write,
      schedule: async (asked, text) => {
        const { jobId, index, workspaceId, mode, userId, accountId, personaId, scheduledFor, now } = asked;
        const plan = (await commands.load(workspace, workspaceId, workspaceId))?.state?.plan ?? 'free';
        const caller = { kind: 'session', workspaceId, mode, plan, userId, role: 'OWNER', scopes: ['*'] } as const;
        const writes = new RequestWrites(
          commands,
          bulkPostCommand(jobId, index),
          { ...caller, keyId: undefined, address: undefined },
          now,
          jobId,
        );
        try {
          await createRequested({ content: text, accountIds: [accountId], personaId, scheduledFor }, writes, posts);
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
