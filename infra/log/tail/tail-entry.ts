import { withoutPersonal } from '../../../read-api/events/personal-data.ts';
import type { Catalogue } from '../../../domain/kernel/catalogue.ts';
import type { Position, Recorded } from '../../../domain/kernel/event.ts';
import { positionText } from '../../../domain/kernel/position.ts';
import { partsOfStream } from '../../../domain/kernel/stream-names.ts';
import { publicEvent } from '../export/public-event.ts';
import type { TailEntry } from './recent-events.ts';

/** An event without personal data, encoded once for all listeners. */
export const tailEntry = (event: Recorded, catalogue: Catalogue): TailEntry => {
  const { category, id } = partsOfStream(event.stream);
  const sent = publicEvent(withoutPersonal(event, catalogue), catalogue);
  return {
    position: event.position,
    workspaceId: event.meta.workspaceId,
    type: event.type,
    category,
    aggregateId: id,
    frame: Buffer.from(`id: ${sent.position}\nevent: ${event.type}\ndata: ${JSON.stringify(sent)}\n\n`),
  };
};

/** Sends the listener its position although no event matched, so that it resumes from there. */
export const heartbeat = (position: Position): Buffer => Buffer.from(`: heartbeat\nid: ${positionText(position)}\n\n`);
