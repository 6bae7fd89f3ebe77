import type { ModelImage } from '../../domain/ai/ai-provider.ts';
import type { BulkJob } from '../../domain/bulk-generation/bulk-job.ts';
import type { Credits } from '../../domain/credits/credits.ts';
import type { ObjectStorage } from '../../domain/media/object-storage.ts';
import type { ActContext } from '../kernel/act-context.ts';

export type BulkPost = Readonly<{
  jobId: string;
  postId: string;
  index: number;
  count: number;
  workspaceId: string;
  mode: ActContext['mode'];
  userId: string;
  accountId: string;
  personaId: string | null;
  topicHint: string | null;
  platform: BulkJob['platform'];
  scheduledFor: string;
  now: string;
}>;

/** `failed`: the item. `fatal`: the job, because no item could do better. */
export type NotDone = Readonly<{ outcome: 'failed' | 'fatal'; reason: string }>;
export type Scheduled = Readonly<{ outcome: 'done' }> | NotDone;
export type Written = Readonly<{ outcome: 'done'; text: string }> | NotDone;
export type Pictured = Readonly<{ outcome: 'done'; image: ModelImage }> | NotDone;

export type BulkGenerationPorts = Readonly<{
  bulkPosts: Readonly<{
    /** Whether the post exists. */
    exists(post: BulkPost): Promise<boolean>;
    /** The text of a post. Asks the provider three times at most. */
    write(post: BulkPost, signal: AbortSignal): Promise<Written>;
    /** The image that goes with a text. Asks the provider three times at most. */
    picture(post: BulkPost, text: string, signal: AbortSignal): Promise<Pictured>;
    /** Creates the scheduled post, once however often it is called. */
    schedule(post: BulkPost, text: string, mediaIds: readonly string[]): Promise<Scheduled>;
  }>;
  storage: Pick<ObjectStorage, 'put'>;
  credits: Pick<Credits, 'capture' | 'release'>;
}>;
