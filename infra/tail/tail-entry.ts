import { withoutPersonal } from '../../domain/catalogue/personal-data.ts';
import type { Catalogue } from '../../domain/kernel/catalogue.ts';
import type { Position, Recorded } from '../../domain/kernel/event.ts';
import { positionText } from '../../domain/kernel/position-text.ts';
import { partsOfStream } from '../../domain/kernel/stream-names.ts';
import type { TailEntry } from './recent-events.ts';

/** An event as those outside are told of it: at its newest version, and without what it says about people. */
export const toldOf = (event: Recorded, catalogue: Catalogue) => {
  const { id, type, stream, revision, position, data, meta } = withoutPersonal(event, catalogue);
  return {
    id,
    type,
    version: catalogue.definitions.get(type)?.version ?? 1,
    stream,
    revision,
    position: positionText(position),
    occurredAt: meta.occurredAt,
    workspaceId: meta.workspaceId,
    mode: meta.mode,
    actor: meta.actor,
    correlationId: meta.$correlationId,
    causationId: meta.$causationId,
    data,
  };
};

/** An event as all listeners share it: put into words once, however many they are. */
export const tailEntry = (event: Recorded, catalogue: Catalogue): TailEntry => {
  const { category, id } = partsOfStream(event.stream);
  const told = toldOf(event, catalogue);
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
