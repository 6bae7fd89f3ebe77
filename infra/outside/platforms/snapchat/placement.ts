import { z } from 'zod';
import type { NativeObject, PlatformAccount, Rendered } from '../../../../domain/platforms/publisher.ts';
import { profilePath } from './api.ts';

const Placement = z.enum(['STORY', 'SPOTLIGHT', 'SAVED_STORY']);
export type Placement = z.infer<typeof Placement>;

/** The placement of a post: as chosen, else a video to Spotlight and other media to the story. */
export const placementFor = ({ metadata, contentType, media }: Rendered): Placement => {
  const chosen = Placement.safeParse(metadata['placement']).data;
  if (chosen) return chosen;
  const isVideo = media[0]?.contentType.startsWith('video/') === true;
  return isVideo && contentType !== 'STORY' ? 'SPOTLIGHT' : 'STORY';
};

const spotlight = 'https://www.snapchat.com/spotlight/';

/**
 * A story has no address. The address made here later identifies an object as a story or a
 * spotlight.
 */
export const objectOf = (placement: Placement, id: string, username: string): NativeObject => {
  if (placement === 'STORY') return { nativeId: id, kind: 'post' };
  const url = placement === 'SPOTLIGHT' ? `${spotlight}${id}` : `https://www.snapchat.com/add/${username}`;
  return { nativeId: id, kind: 'post', url };
};

export const placementOf = ({ url }: NativeObject): Placement =>
  url === undefined ? 'STORY' : url.startsWith(spotlight) ? 'SPOTLIGHT' : 'SAVED_STORY';

/** The path of an object of its own; a story has none, Snap answers the request's id only. */
export const assetPath = (object: NativeObject, account: PlatformAccount): string | undefined => {
  const placement = placementOf(object);
  if (placement === 'STORY') return undefined;
  const edge = placement === 'SPOTLIGHT' ? 'spotlights' : 'saved_stories';
  return `${profilePath(account)}/${edge}/${encodeURIComponent(object.nativeId)}`;
};
