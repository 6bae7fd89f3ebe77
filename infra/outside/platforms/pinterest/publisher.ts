import { z } from 'zod';
import { titleFor } from '../../../../domain/content/title.ts';
import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import type {
  Found,
  FindRequest,
  FindContext,
  MediaFile,
  NativeObject,
  Publisher,
  PublishRun,
  Removal,
  Rendered,
  RunContext,
} from '../../../../domain/platforms/publisher.ts';
import type { PlatformTools } from '../adapter.ts';
import { firstToTake, unlessTaken } from '../candidates.ts';
import { notSeen } from '../not-seen.ts';
import { storedOrRedone } from '../parted-upload.ts';
import { removeEach } from '../removal.ts';
import { shaped } from '../shape.ts';
import { sendName } from '../thread.ts';
import { boardFor, Pin, pinterestApi, pinUrl, type PinterestApi } from './api.ts';
import { isMissing } from './errors.ts';
import { processed, uploadVideo, videoStep } from './media.ts';
import { cutText } from '../../../../domain/kernel/stored-text.ts';
import { defined } from '../../../../domain/kernel/defined.ts';

/** The options of a person per post (the `PINTEREST` fields of `platformMetadata`). */
const Metadata = z.object({
  boardId: z.string().optional().catch(undefined),
  boardSectionId: z.string().optional().catch(undefined),
  link: z.string().optional().catch(undefined),
  coverImageUrl: z.string().optional().catch(undefined),
  coverKeyFrameSeconds: z.number().optional().catch(undefined),
  altText: z.string().optional().catch(undefined),
});

/** Pinterest API v5, PinCreate. */
const maxAltTextLength = 500;

const isVideo = ({ contentType }: MediaFile): boolean => contentType.startsWith('video/');
const isImage = ({ contentType }: MediaFile): boolean => contentType.startsWith('image/');

/** The picture of a pin; the time of a cover frame is given in whole seconds. Images are given by address, which Pinterest fetches; a video is uploaded before, its cover with it. */
const mediaSource = async (
  tools: PlatformTools,
  api: PinterestApi,
  { media, metadata }: Rendered,
  run: PublishRun,
): Promise<Readonly<Record<string, unknown>>> => {
  const images = media.filter(isImage);
  const video = media.find(isVideo);
  if (video) {
    const { coverImageUrl, coverKeyFrameSeconds } = Metadata.parse(metadata);
    const ready = async (): Promise<string> => {
      const id = await uploadVideo(tools, api, video, run);
      await processed(api, id, run);
      return id;
    };
    const mediaId = await storedOrRedone(run, videoStep, ready, { isFinal: (error) => !isMissing(error.platformCode) });
    const cover = coverImageUrl ?? images[0]?.publicUrl;
    return {
      source_type: 'video_id',
      media_id: mediaId,
      ...(cover === undefined
        ? { cover_image_key_frame_time: Math.floor(coverKeyFrameSeconds ?? 0) }
        : { cover_image_url: cover }),
    };
  }
  const [first] = images;
  if (!first) throw new PlatformError('refused', 'MEDIA_REQUIRED', 'a pin needs an image or a video');
  if (images.length === 1) return { source_type: 'image_url', url: first.publicUrl };
  return { source_type: 'multiple_image_urls', items: images.map(({ publicUrl: url }) => ({ url })) };
};

const publish = async (tools: PlatformTools, rendered: Rendered, run: PublishRun): Promise<NativeObject> => {
  const api = pinterestApi(tools);
  const metadata = Metadata.parse(rendered.metadata);
  const board = await run.step('board', () => boardFor(api, metadata.boardId, run));
  const source = await mediaSource(tools, api, rendered, run);
  const title = titleFor('PINTEREST', rendered.text, rendered.metadata);
  const altText = metadata.altText ?? rendered.media[0]?.altText;
  const json = {
    board_id: board,
    ...defined({ board_section_id: metadata.boardSectionId }),
    ...(title !== '' && { title }),
    ...(rendered.text !== '' && { description: rendered.text }),
    ...defined({ link: metadata.link }),
    ...(altText && { alt_text: cutText(altText, maxAltTextLength) }),
    media_source: source,
  };
  return run.send(sendName(1), async () => {
    try {
      const { id } = shaped(Pin, await api({ method: 'POST', path: '/pins', json, effect: 'send' }, run), 'send');
      return { nativeId: id, url: pinUrl(id), kind: 'post' };
    } catch (error) {
      // The board may be deleted by the next attempt, so that attempt chooses one again.
      if (error instanceof PlatformError && error.kind === 'refused') await run.forget('board');
      throw error;
    }
  });
};

const Pins = z.object({ items: z.array(Pin), bookmark: z.string().nullish() });

const pageSize = 250;
const pages = 8;
const skewMs = 60_000;

/** Pinterest's times carry no zone and mean UTC (API v5: `created_at`, "2020-01-01T20:10:40"). */
const instant = (moment: string): number => Date.parse(/(Z|[+-]\d\d:\d\d)$/.test(moment) ? moment : `${moment}Z`);

/** Searches the pins of the board, which are listed newest first. */
const find = async (api: PinterestApi, request: FindRequest, context: FindContext): Promise<Found> => {
  const metadata = Metadata.parse(request.rendered.metadata);
  const board = request.remembered('board') ?? (await boardFor(api, metadata.boardId, context));
  const mayBeIt = unlessTaken(request.earlier, context);
  const title = titleFor('PINTEREST', request.rendered.text, request.rendered.metadata);
  const oldest = Date.parse(request.sentAt) - skewMs;
  let bookmark: string | undefined;
  for (let page = 0; page < pages; page += 1) {
    const query = { page_size: pageSize, bookmark };
    const reply = await api({ method: 'GET', path: `/boards/${board}/pins`, query, effect: 'read' }, context);
    const listed = shaped(Pins, reply, 'read');
    const alike = listed.items.filter(
      (pin) =>
        instant(pin.created_at) >= oldest &&
        (pin.description ?? '').trim() === request.rendered.text.trim() &&
        (pin.title ?? '').trim() === title,
    );
    const found = await firstToTake(alike, ({ id }) => id, mayBeIt);
    if (found) return { outcome: 'published', object: { nativeId: found.id, url: pinUrl(found.id), kind: 'post' } };
    bookmark = listed.bookmark ?? undefined;
    // A board can be reordered by hand, so pins after an old one may be newer.
    if (bookmark === undefined) return notSeen(request, context);
  }
  return { outcome: 'cannot_tell', message: 'The board has too many pins to look through all of them.' };
};

const remove = async (api: PinterestApi, { nativeId }: NativeObject, context: RunContext): Promise<Removal> => {
  const path = `/pins/${nativeId}`;
  try {
    await api({ method: 'DELETE', path, effect: 'send' }, context);
    return { nativeId, removed: true };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    if (isMissing(error.platformCode)) return { nativeId, removed: true };
    if (error.kind !== 'unknown') throw error;
    return (await exists(api, path, context))
      ? { nativeId, removed: false, reason: 'delete_not_confirmed', detail: error.message }
      : { nativeId, removed: true };
  }
};

const exists = async (api: PinterestApi, path: string, context: RunContext): Promise<boolean> => {
  try {
    await api({ method: 'GET', path, effect: 'read' }, context);
    return true;
  } catch (error) {
    if (error instanceof PlatformError && isMissing(error.platformCode)) return false;
    throw error;
  }
};

/** Pinterest (API v5: pins, media, boards). */
export const pinterestPublisher = (tools: PlatformTools): Publisher => {
  const api = pinterestApi(tools);
  return {
    platform: 'PINTEREST',
    publish: async (rendered, run) => [await publish(tools, rendered, run)],
    commentSupport: () => 'no',
    comment: () =>
      Promise.reject(new PlatformError('refused', 'PUBLISH_ERROR', 'first comments are not offered on Pinterest')),
    find: (request, context) => find(api, request, context),
    unpublish: (objects, context) => removeEach(objects, (object) => remove(api, object, context)),
  };
};
