import { withoutPersonal } from '../../../read-api/event-catalogue/personal-data.ts';
import type { Catalogue } from '../../../domain/kernel/catalogue.ts';
import type { Position, Recorded } from '../../../domain/kernel/event.ts';
import { positionText } from '../../../domain/kernel/position.ts';
import { partsOfStream } from '../../../domain/kernel/stream-names.ts';
import { toldEvent } from '../export/told-event.ts';
import type { TailEntry } from './recent-events.ts';

/**
 * An event as all listeners share it, without what it says about people: put into words once,
 * however many they are.
 */
export const tailEntry = (event: Recorded, catalogue: Catalogue): TailEntry => {
  const { category, id } = partsOfStream(event.stream);
  const told = toldEvent(withoutPersonal(event, catalogue), catalogue);
  return {
    position: event.position,
    workspaceId: event.meta.workspaceId,
    type: event.type,
    category,
    aggregateId: id,
    frame: Buffer.from(`id: ${told.position}\nevent: ${event.type}\ndata: ${JSON.stringify(told)}\n\n`),
  };
};

/** Tells where the listener stands although nothing happened for it: it is resumed from there. */
export const heartbeat = (position: Position): Buffer => Buffer.from(`: heartbeat\nid: ${positionText(position)}\n\n`);
