import type { Attachment } from '../../domain/image-jobs/image-job-events.ts';
import type { Mode } from '../../domain/kernel/mode.ts';
import type { ActContext } from '../kernel/act-context.ts';
import { isStored } from './is-stored.ts';

/** An image of a job for a post. */
export type ImageForPost = Readonly<{
  itemId: string;
  postId: string;
  mediaId: string;
  /** On whose behalf the post is edited. */
  attachBy: string;
}>;

export type AttachPorts = Readonly<{
  /** Adds the image behind the media of the post, once however often it is called. Answers a refusal as such. */
  attachToPost(
    image: ImageForPost,
    by: Readonly<{ workspaceId: string; mode: Mode; now: string }>,
  ): Promise<Attachment>;
}>;

/** Gives a stored image to its post: a post takes files only that have been processed. */
export const attachImage = async (
  image: ImageForPost,
  context: ActContext,
  { attachToPost }: AttachPorts,
): Promise<Attachment> => {
  if (!(await isStored(image.mediaId, context)))
    return { outcome: 'refused', reason: 'The image could not be stored, or was deleted' };
  const { workspaceId, mode } = context;
  return attachToPost(image, { workspaceId, mode, now: context.now().toISOString() });
};
