import { z } from 'zod';
import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import type { MediaFile, PublishRun, Rendered } from '../../../../domain/platforms/publisher.ts';
import type { PlatformTools } from '../adapter.ts';
import { readyContainer, type ContainerState, type ReadyContainer } from '../meta/containers.ts';
import { Made } from '../meta/nodes.ts';
import { bytesIn, orGone, sendFrom, uploadResumably, UploadingPhase } from '../meta/resumable.ts';
import { shaped } from '../shape.ts';
import type { ActingInstagram } from './api.ts';
import { cutText } from '../../../../domain/kernel/stored-text.ts';

/** The options of a person per post (the `INSTAGRAM` fields of `platformMetadata`). */
const Metadata = z.object({
  locationId: z.string().optional().catch(undefined),
  collaborators: z.array(z.string()).optional().catch(undefined),
  coverUrl: z.string().optional().catch(undefined),
  thumbOffsetMs: z.number().optional().catch(undefined),
  shareToFeed: z.boolean().optional().catch(undefined),
  altText: z.string().optional().catch(undefined),
});

const State = z.object({ status_code: z.string(), status: z.string().optional() });
const Resumable = Made.extend({ uri: z.string() });

/** Meta advises to poll for at most five minutes (Instagram: "Content publishing"). */
const limitMs = 5 * 60_000;
const maxAltTextLength = 1000;

export const postStep = 'container';
const childStep = (index: number): string => `child-${index + 1}`;

/** The step under which it is remembered where the bytes of a container's film go. */
const begunStep = (step: string): string => `${step}-begun`;

/** Every step of a post's containers, to be forgotten together. */
export const stepsOf = ({ media }: Pick<Rendered, 'media'>): readonly string[] =>
  [postStep, ...media.map((_, index) => childStep(index))].flatMap((step) => [step, begunStep(step)]);

export const stateOf = async (acting: ActingInstagram, id: string): Promise<ContainerState> => {
  const parameters = { fields: 'status_code,status' };
  const reply = await acting.call({ method: 'GET', path: id, parameters, effect: 'read' });
  const { status_code: status, status: words } = shaped(State, reply, 'read');
  return { status, words };
};

const isVideo = ({ contentType }: MediaFile): boolean => contentType.startsWith('video/');

type Parameters = Readonly<Record<string, string | number | boolean | undefined | readonly string[]>>;

const Uploading = z.object({
  status_code: z.string(),
  video_status: z.object({ uploading_phase: UploadingPhase.optional() }).optional(),
});

/**
 * How many bytes Instagram has of a video whose container waits for them; a failed or expired
 * container is not continued.
 */
const uploadedOf = async (acting: ActingInstagram, id: string, total: number): Promise<number | undefined> => {
  const parameters = { fields: 'status_code,video_status' };
  const reply = await orGone(acting.call({ method: 'GET', path: id, parameters, effect: 'read' }));
  if (!reply) return undefined;
  const { status_code: status, video_status: video } = shaped(Uploading, reply, 'read');
  if (status === 'FINISHED' || status === 'PUBLISHED') return total;
  return status === 'IN_PROGRESS' ? bytesIn(video?.uploading_phase, total) : undefined;
};

/** A container of a video whose bytes are sent (Meta: "Resumable uploads"); offered by Facebook Login only. */
const sendBytes = (
  { hosts }: PlatformTools,
  acting: ActingInstagram,
  { file, parameters, step }: Readonly<{ file: MediaFile; parameters: Parameters; step: string }>,
  run: PublishRun,
): Promise<string> =>
  uploadResumably(run, file.sizeBytes, {
    step: begunStep(step),
    begin: async () => {
      const begun = await acting.call({
        method: 'POST',
        path: `${acting.id}/media`,
        parameters: { ...parameters, upload_type: 'resumable' },
        effect: 'step',
      });
      const { id, uri: address } = shaped(Resumable, begun, 'step');
      return { id, address };
    },
    has: (id) => uploadedOf(acting, id, file.sizeBytes),
    send: (address, offset) => {
      const to = { url: hosts.uploadUrl('INSTAGRAM', address), token: acting.token, signal: acting.signal };
      return sendFrom(acting.graph, to, file, offset);
    },
  });

const made = async (acting: ActingInstagram, parameters: Parameters): Promise<string> => {
  const reply = await acting.call({ method: 'POST', path: `${acting.id}/media`, parameters, effect: 'step' });
  return shaped(Made, reply, 'step').id;
};

/** The container of one picture or film, alone or as an item of a carousel. */
const single = (
  tools: PlatformTools,
  acting: ActingInstagram,
  { file, more, step }: Readonly<{ file: MediaFile; more: Parameters; step: string }>,
  run: PublishRun,
): Promise<string> => {
  const child = more['is_carousel_item'] === true;
  if (!isVideo(file)) {
    const altText = file.altText === undefined ? undefined : cutText(file.altText, maxAltTextLength);
    return made(acting, { ...more, image_url: file.publicUrl, alt_text: altText });
  }
  const film = { ...more, media_type: child ? 'VIDEO' : 'REELS' };
  return acting.login === 'fb_login'
    ? sendBytes(tools, acting, { file, parameters: film, step }, run)
    : made(acting, { ...film, video_url: file.publicUrl });
};

/** The post's container, ready to be published; a carousel's items come first. */
export const preparedPost = async (
  tools: PlatformTools,
  acting: ActingInstagram,
  { text, media, metadata }: Rendered,
  run: PublishRun,
): Promise<ReadyContainer> => {
  const { locationId, collaborators, coverUrl, thumbOffsetMs, shareToFeed, altText } = Metadata.parse(metadata);
  const files = media.map((file, index) => (index === 0 && altText !== undefined ? { ...file, altText } : file));
  const [only, ...others] = files;
  if (!only) throw new PlatformError('refused', 'MEDIA_REQUIRED', 'an Instagram post needs an image or a video');
  const read = (id: string) => stateOf(acting, id);
  const words = {
    ...(text !== '' && { caption: text }),
    location_id: locationId,
    ...(collaborators && collaborators.length > 0 && { collaborators }),
  };
  if (others.length === 0) {
    const film = isVideo(only) && {
      cover_url: coverUrl,
      ...(coverUrl === undefined && { thumb_offset: thumbOffsetMs }),
      share_to_feed: shareToFeed,
    };
    const create = () => single(tools, acting, { file: only, more: { ...words, ...film }, step: postStep }, run);
    return readyContainer({ step: postStep, create, read, limitMs, parts: [begunStep(postStep)] }, run);
  }
  // Begun together and awaited afterwards: Instagram works on them side by side.
  const begin = (file: MediaFile, index: number) => () =>
    single(tools, acting, { file, more: { is_carousel_item: true }, step: childStep(index) }, run);
  for (const [index, file] of files.entries()) await run.step(childStep(index), begin(file, index));
  const children: string[] = [];
  for (const [index, file] of files.entries()) {
    const step = childStep(index);
    const work = { step, create: begin(file, index), read, limitMs, parts: [postStep, begunStep(step)] };
    children.push((await readyContainer(work, run)).id);
  }
  const create = () => made(acting, { ...words, media_type: 'CAROUSEL', children: children.join(',') });
  return readyContainer({ step: postStep, create, read, limitMs, parts: stepsOf({ media }) }, run);
};
