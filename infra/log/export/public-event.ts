import type { Catalogue } from '../../../domain/kernel/catalogue.ts';
import type { EventMeta, Recorded } from '../../../domain/kernel/event.ts';
import { positionText } from '../../../domain/kernel/position.ts';

/** An event as clients get it, in live feeds and exports. */
export type PublicEvent = Readonly<{
  id: string;
  type: string;
  /** The schema version of `data`: the newest, because older events are lifted. */
  version: number;
  stream: string;
  revision: number;
  position: string;
  occurredAt: string;
  workspaceId: string;
  mode: EventMeta['mode'];
  actor: EventMeta['actor'];
  correlationId: string;
  causationId: string;
  data: unknown;
}>;

/** The event as clients get it. Its personal data stay as given: open, sealed or dropped. */
export const publicEvent = (
  { id, type, stream, revision, position, data, meta }: Recorded,
  catalogue: Catalogue,
): PublicEvent => ({
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
});
