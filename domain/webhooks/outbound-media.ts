import { unreachable } from '../kernel/decider.ts';
import type { MediaEvent } from '../media/media-events.ts';
import type { Outbound } from './outbound.ts';

const handles = ['MediaReady', 'MediaRegistered'] as const;

/**
 * Usable files, as webhooks publish them. Failures are not published (reference, "Event types").
 */
export const outboundMedia: Outbound<Extract<MediaEvent, { type: (typeof handles)[number] }>> = {
  handles,
  typesOf: () => ['media.uploaded'],
  dataOf: (_, event) => {
    switch (event.type) {
      case 'MediaReady': {
        const { mediaId, filename, contentType, sizeBytes } = event.data;
        return { mediaId, filename, contentType, sizeBytes };
      }
      case 'MediaRegistered': {
        const { mediaId, filename, contentType } = event.data;
        // A registered file is not measured: its size is null, as in the Media resource.
        return { mediaId, filename, contentType, sizeBytes: null };
      }
      default:
        return unreachable(event);
    }
  },
};
