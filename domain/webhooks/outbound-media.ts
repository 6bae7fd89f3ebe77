import { unreachable } from '../kernel/decider.ts';
import type { Recorded } from '../kernel/event.ts';
import type { MediaEvent } from '../media/media-events.ts';
import type { Outbound } from './outbound.ts';

const handles = ['MediaReady', 'MediaRegistered', 'MediaDeleted'] as const;

/** The name of a file, from whichever event says it last. */
const filenameIn = (history: readonly Recorded<MediaEvent>[]): string | null =>
  history.reduce<string | null>((name, { data }) => ('filename' in data ? data.filename : name), null);

/**
 * Usable and deleted files, as webhooks publish them. Failures are not published (reference, "Event types").
 */
export const outboundMedia: Outbound<Extract<MediaEvent, { type: (typeof handles)[number] }>> = {
  handles,
  typesOf: ({ type }) => [type === 'MediaDeleted' ? 'media.deleted' : 'media.uploaded'],
  dataOf: (_, event, history) => {
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
      case 'MediaDeleted':
        return { mediaId: event.data.mediaId, filename: filenameIn(history) };
      default:
        return unreachable(event);
    }
  },
};
