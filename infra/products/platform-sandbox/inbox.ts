import type { Platform } from '../../../domain/platforms/platform.ts';
import { sandboxPlatforms } from './all.ts';
import { heardFrom } from './meta/message-window.ts';
import type { SandboxPlatform, SandboxWorld } from './platform.ts';
import type { JsonObject } from './store.ts';

/** An action of another person on a platform, as a test reports it. */
export type Inbound = Readonly<{
  platform: Platform;
  accountNativeId: string;
  kind: 'comment' | 'mention' | 'review' | 'message';
  text: string;
  author: Readonly<{ id: string; username: string }>;
  /** For a comment: the post it belongs to. */
  postNativeId?: string;
  /** For a comment: the comment it answers. */
  parentCommentId?: string;
  /** Fields of this kind only: a review's rating and location. */
  data?: JsonObject;
}>;

const simulatorOf = (platform: Platform, platforms: readonly SandboxPlatform[]): SandboxPlatform => {
  const found = platforms.find((each) => each.platform === platform);
  if (!found) throw new Error(`the sandbox does not simulate ${platform}`);
  return found;
};

/**
 * Stores what others wrote, under an id of the platform's own form. The platform's reading calls
 * return it.
 */
export const receive = async (world: SandboxWorld, inbound: Inbound, platforms = sandboxPlatforms): Promise<string> => {
  const { platform, accountNativeId, kind, text, author, postNativeId, parentCommentId, data = {} } = inbound;
  const nativeId = await simulatorOf(platform, platforms).newId(world, kind, accountNativeId, {
    ...data,
    authorId: author.id,
  });
  const post = postNativeId === undefined ? undefined : await world.store.object(platform, postNativeId);
  await world.store.insertObject({
    platform,
    nativeId,
    accountNativeId,
    kind,
    direction: 'received',
    parentNativeId: parentCommentId ?? postNativeId ?? null,
    text,
    media: [],
    request: null,
    createdAt: world.now().toISOString(),
    deletedAt: null,
    data: {
      ...data,
      authorId: author.id,
      authorUsername: author.username,
      ...(postNativeId !== undefined && {
        post: postNativeId,
        conversation: String(post?.data['conversation'] ?? postNativeId),
      }),
    },
  });
  if (kind === 'message') await heardFrom(world, inbound, author.id, author.username);
  return nativeId;
};
