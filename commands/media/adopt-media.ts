import { z } from 'zod';
import { AltText } from '../../domain/content/alt-text.ts';
import { requireView } from '../../domain/kernel/decider.ts';
import { Refused } from '../../domain/kernel/refused.ts';
import { cutText, storable } from '../../domain/kernel/stored-text.ts';
import { media } from '../../domain/media/media.ts';
import { acceptedType } from '../../domain/media/media-types.ts';
import { Media, mediaView, presentMedia } from '../../domain/media/media-view.ts';
import { writeEndpoint } from '../kernel/endpoint.ts';
import type { MediaPorts } from './ports.ts';
import { Filename } from './request-fields.ts';
import { requireStorage } from './require-storage.ts';

const Url = z.string().min(1).max(2048);

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};

/** The last part of an address, as a name for its file. What cannot be stored is left out. */
export const filenameIn = (url: string): string => {
  const last = new URL(url).pathname.split('/').at(-1) ?? '';
  return storable(cutText(decoded(last), 255)) || 'file';
};

const publicAddress = (url: string, { isPublicHttpsUrl }: MediaPorts): string => {
  if (!isPublicHttpsUrl(url))
    throw new Refused('VALIDATION_ERROR', 'url: must be a public HTTPS address', { field: 'url' });
  return url;
};

/** POST /v1/media/register: registers a file that remains at its own public address. */
export const registerMedia = (ports: MediaPorts) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/media/register',
    id: 'registerMedia',
    summary: 'Use a file that is already public; it is not copied',
    description:
      'The file is used from its own address and not copied. In test mode a small real sample is ' +
      'published in its place, so that nothing of a test workspace leaves the machine.',
    body: z.object({
      url: Url,
      contentType: z.string().min(1).max(100),
      filename: Filename.optional(),
      altText: AltText.optional(),
    }),
    reply: Media,
    status: 201,
    errors: ['VALIDATION_ERROR'],
    idempotent: true,
    async run({ body }, context) {
      const url = publicAddress(body.url, ports);
      const mediaId = context.newId('media');
      const command = {
        type: 'register',
        mediaId,
        url,
        filename: body.filename ?? filenameIn(url),
        contentType: acceptedType(body.contentType, 0),
        altText: body.altText,
        createdById: context.caller.userId ?? null,
      } as const;
      const { events } = await context.handle(media, mediaId, command, { fresh: true });
      return { body: presentMedia(requireView(mediaView, events), (key) => ports.storage.publicUrl(key)) };
    },
  });

/** POST /v1/media/import: copies a file from its public address, in the background. */
export const importMedia = (ports: MediaPorts) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/media/import',
    id: 'importMedia',
    summary: 'Copy a file from a public address',
    description:
      'The answer is 201 with the file, PENDING; `metadata.importStatus` is importing, completed or ' +
      'failed. `publicUrl` is empty until the type is known. Where the storage of the plan is full it is 402 ' +
      'LIMIT_EXCEEDED; an import that does not fit into what is left of it becomes FAILED.',
    body: z.object({
      url: Url,
      contentType: z.string().min(1).max(100).optional(),
      filename: Filename.optional(),
      altText: AltText.optional(),
    }),
    reply: Media,
    status: 201,
    errors: ['VALIDATION_ERROR', 'LIMIT_EXCEEDED'],
    idempotent: true,
    async run({ body }, context) {
      const sourceUrl = publicAddress(body.url, ports);
      // The size is not known yet.
      await requireStorage(1, ports, context);
      const mediaId = context.newId('media');
      const command = {
        type: 'start-import',
        mediaId,
        sourceUrl,
        filename: body.filename ?? filenameIn(sourceUrl),
        ...(body.contentType === undefined ? {} : { contentType: acceptedType(body.contentType, 0) }),
        targetPlatforms: [],
        altText: body.altText,
        createdById: context.caller.userId ?? null,
      } as const;
      const { events } = await context.handle(media, mediaId, command, { fresh: true });
      return { body: presentMedia(requireView(mediaView, events), (key) => ports.storage.publicUrl(key)) };
    },
  });
