import type { Recorded } from '../kernel/event.ts';
import type { MediaEvent } from '../media/media-events.ts';
import type { Outbound } from './outbound.ts';

/** Files that can be used, as subscribers hear of them; failures stay inside (reference, "Event types"). */
export const outboundMedia: Outbound = {
  handles: ['MediaReady', 'MediaRegistered'],
  typesOf: () => ['media.uploaded'],
  dataOf: (type, recorded) => {
    const event = recorded as Recorded<MediaEvent>;
    switch (event.type) {
      case 'MediaReady': {
        const { mediaId, filename, contentType, sizeBytes } = event.data;
        return { mediaId, filename, contentType, sizeBytes };
      }
      case 'MediaRegistered': {
        const { mediaId, filename, contentType } = event.data;
        // It stays where it is and is never measured: the size is 0, as the Media resource says as well.
        return { mediaId, filename, contentType, sizeBytes: 0 };
      }
      default:
        throw new Error(`${event.type} is not told as ${type}`);
    }
  },
};
