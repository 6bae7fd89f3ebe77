import { z } from 'zod';
import { AnyObject } from '../body.ts';
import { newSecret } from '../grants.ts';
import type { SandboxWorld } from '../platform.ts';
import type { JsonObject, SandboxAccount, SandboxMedia } from '../store.ts';
import { newPostId } from './accounts.ts';

const Publishing = z.object({
  id: z.string(),
  account: z.string(),
  kind: z.enum(['video', 'photo']),
  text: z.string(),
  privacy: z.string(),
  request: AnyObject,
  /** Of a video: its size, the size of a part, the number of parts, and what has arrived. */
  size: z.number(),
  chunk: z.number(),
  chunks: z.number(),
  uploaded: z.number(),
  uploadToken: z.string(),
  uploadEndsAt: z.string(),
  type: z.string(),
  /** ISO 8601; null while bytes are missing. */
  readyAt: z.string().nullable(),
  failReason: z.string().nullable(),
  /** The resulting post. */
  nativeId: z.string().nullable(),
});
export type Publishing = z.infer<typeof Publishing>;

const processingMs = 1000;
const uploadLifeMs = 3600_000;

export const save = (world: SandboxWorld, publishing: Publishing): Promise<void> =>
  world.store.putRecord('TIKTOK', 'publishing', publishing.id, publishing);

export const publishingOf = async (world: SandboxWorld, id: string): Promise<Publishing | undefined> =>
  Publishing.safeParse(await world.store.record('TIKTOK', 'publishing', id)).data;

export const begin = (
  world: SandboxWorld,
  account: SandboxAccount,
  about: Pick<Publishing, 'kind' | 'text' | 'privacy' | 'size' | 'chunk' | 'chunks' | 'failReason'>,
  request: JsonObject,
): Publishing => ({
  ...about,
  id: `${about.kind === 'video' ? 'v_pub_file' : 'p_pub_url'}~v2-1.${newSecret(16)}`,
  account: account.nativeId,
  request,
  uploaded: 0,
  uploadToken: newSecret(24),
  uploadEndsAt: new Date(world.now().getTime() + uploadLifeMs).toISOString(),
  type: 'application/octet-stream',
  readyAt: null,
  nativeId: null,
});

/**
 * All bytes have arrived: the post appears unless it fails. A post that is not public has no id in
 * any answer.
 */
export const settle = async (
  world: SandboxWorld,
  publishing: Publishing,
  media: readonly SandboxMedia[],
): Promise<void> => {
  const now = world.now();
  const readyAt = new Date(now.getTime() + processingMs).toISOString();
  if (publishing.failReason !== null) return save(world, { ...publishing, readyAt });
  const isPublic = publishing.privacy === 'PUBLIC_TO_EVERYONE';
  // One publishing makes one post, even when the sandbox died before it recorded the result.
  const { object } = await world.store.insertObject(
    {
      platform: 'TIKTOK',
      nativeId: isPublic ? await newPostId(world) : publishing.id,
      accountNativeId: publishing.account,
      kind: 'post',
      direction: 'made',
      parentNativeId: null,
      text: publishing.text,
      media,
      request: publishing.request,
      createdAt: now.toISOString(),
      deletedAt: null,
      data: { privacy: publishing.privacy, kind: publishing.kind, publishId: publishing.id },
    },
    { key: `publishing ${publishing.id}` },
  );
  await save(world, { ...publishing, readyAt, nativeId: object.nativeId });
};
