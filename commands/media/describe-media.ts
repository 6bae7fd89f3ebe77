import { z } from 'zod';
import { AltText } from '../../domain/content/alt-text.ts';
import { requireView } from '../../domain/kernel/decider.ts';
import { media } from '../../domain/media/media.ts';
import { Media, mediaView, presentMedia } from '../../domain/media/media-view.ts';
import { writeEndpoint } from '../kernel/endpoint.ts';
import type { MediaPorts } from './ports.ts';
import { mediaParams } from './request-fields.ts';

/** PATCH /v1/media/:id: sets or clears the description of a file. */
export const describeMedia = (ports: MediaPorts) =>
  writeEndpoint({
    method: 'PATCH',
    path: '/v1/media/:id',
    id: 'describeMedia',
    summary: 'Describe a file for people who cannot see it',
    description:
      'Posts that attach the file from now on are published with this text where the platform has alternative ' +
      'texts, unless they bring their own (`media[].altText`, or `altText` of platformMetadata for the first ' +
      'file). Posts that attached it before keep the text they had. null clears it.',
    params: mediaParams,
    body: z.object({ altText: AltText.nullable() }),
    reply: Media,
    errors: ['VALIDATION_ERROR'],
    idempotent: true,
    async run({ params: { id }, body: { altText } }, context) {
      const { events } = await context.handle(media, id, { type: 'describe', altText: altText ?? '' });
      return { body: presentMedia(requireView(mediaView, events), (key) => ports.storage.publicUrl(key)) };
    },
  });
