import { z } from 'zod';
import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import type { NativeObject, RunContext } from '../../../../domain/platforms/publisher.ts';
import { shaped } from '../shape.ts';
import { postUrl, type TiktokApi } from './api.ts';
import { failureOf } from './errors.ts';
import { defined } from '../../../../domain/kernel/defined.ts';

const Answer = z.object({
  data: z.object({
    status: z.string(),
    fail_reason: z.string().optional(),
    uploaded_bytes: z.number().optional(),
  }),
});

export type PublishStatus = Readonly<{
  status: string;
  failReason: string;
  uploadedBytes: number;
  /** The post's own id, once it is public and moderated. */
  postId?: string;
}>;

/** The state of a publishing (TikTok docs: "Get Post Status", 30 a minute). */
export const statusOf = async (api: TiktokApi, publishId: string, context: RunContext): Promise<PublishStatus> => {
  const path = '/post/publish/status/fetch/';
  const reply = await api({ method: 'POST', path, json: { publish_id: publishId }, effect: 'read' }, context);
  const {
    status,
    fail_reason: failReason = '',
    uploaded_bytes: uploadedBytes = 0,
  } = shaped(Answer, reply, 'read').data;
  // Post ids are 64-bit numbers, sometimes without quotes: taken from the text, where they still have all their digits.
  const postId = /"publicaly_available_post_id"\s*:\s*\[\s*"?(\d+)/.exec(reply.text)?.[1];
  return { status, failReason, uploadedBytes, ...defined({ postId }) };
};

const pollMs = 2000;
const processingLimitMs = 5 * 60_000;
/** A public post's id comes with moderation, mostly within the minute; it is not waited for longer. */
const moderationLimitMs = 30_000;

const failed = (reason: string): PlatformError => {
  const { kind = 'refused', code, retryAfterSeconds } = failureOf(reason);
  return new PlatformError(kind, code, `TikTok could not publish it: ${reason || 'no reason given'}`, {
    platformCode: reason || 'FAILED',
    ...defined({ retryAfterSeconds }),
  });
};

export type Publishing = Readonly<{ publishId: string; kind: 'video' | 'photo'; isPublic: boolean }>;

export const objectOf = ({ publishId, kind }: Publishing, postId: string | undefined, username: string): NativeObject =>
  postId === undefined
    ? { nativeId: publishId, kind: 'post' }
    : { nativeId: postId, kind: 'post', url: postUrl(username, postId, kind) };

/** The end of a publishing, by TikTok's status; `working`: it has not ended yet. */
export type Ending =
  | Readonly<{ is: 'published'; object: NativeObject }>
  | Readonly<{ is: 'failed'; error: PlatformError }>
  | Readonly<{ is: 'working' }>;

/** Waits for the end of a publishing whose bytes TikTok has. */
export const completed = async (api: TiktokApi, publishing: Publishing, context: RunContext): Promise<Ending> => {
  const begun = context.now().getTime();
  let done: number | undefined;
  for (;;) {
    const { status, failReason, postId } = await statusOf(api, publishing.publishId, context);
    const now = context.now().getTime();
    if (status === 'FAILED') return { is: 'failed', error: failed(failReason) };
    if (status === 'PUBLISH_COMPLETE' || status === 'SEND_TO_USER_INBOX') {
      done ??= now;
      if (postId !== undefined || !publishing.isPublic || now - done >= moderationLimitMs)
        return { is: 'published', object: objectOf(publishing, postId, context.account.username) };
    } else if (now - begun >= processingLimitMs) return { is: 'working' };
    await context.wait(pollMs);
  }
};
