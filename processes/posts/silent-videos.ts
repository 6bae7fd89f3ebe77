import type { MediaFile, Rendered } from '../../domain/platforms/publisher.ts';
import { lacksAudio } from '../../domain/platforms/video-audio.ts';
import type { PostMedia } from '../../domain/posts/values.ts';
import { effectiveSettings } from '../../domain/workspaces/settings.ts';
import { workspace } from '../../domain/workspaces/workspace.ts';
import type { ActContext } from '../kernel/act-context.ts';
import type { PublishingPorts } from './ports.ts';

/**
 * The rendered post with sound where its platform demands it. Silent videos are replaced by copies
 * with a silent audio track, unless the workspace wants its videos sent unchanged. Where no copy
 * can be made, the platform gets the original video, and decides.
 */
export const withSound = async (
  rendered: Rendered,
  attached: readonly PostMedia[],
  { load, workspaceId, signal }: ActContext,
  { addSilence }: Pick<PublishingPorts, 'addSilence'>,
): Promise<Rendered> => {
  const { platform } = rendered;
  const silent = new Set(attached.filter((file) => lacksAudio(platform, file)).map(({ id }) => id));
  if (silent.size === 0 || !addSilence) return rendered;
  const settings = (await load(workspace, workspaceId))?.state?.settings ?? {};
  if (!effectiveSettings(settings).autoPrepareVideoAudio) return rendered;
  const audible = (files: readonly MediaFile[]): Promise<readonly MediaFile[]> =>
    Promise.all(files.map(async (file) => (silent.has(file.mediaId) ? addSilence(file, workspaceId, signal) : file)));
  const [media, thread] = await Promise.all([
    audible(rendered.media),
    Promise.all(rendered.thread.map(async (item) => ({ ...item, media: await audible(item.media) }))),
  ]);
  return { ...rendered, media, thread };
};
