import type { EventMeta, NewEvent, Recorded } from '../../domain/kernel/event.ts';

/** Events as the log of a test workspace has them: one after another in one stream, each at its own position. */
export const recordedFrom = <Event extends NewEvent>(
  events: readonly Event[],
  meta: Partial<EventMeta> = {},
): readonly Recorded<Event>[] =>
  events.map((event, index) => ({
    ...event,
    id: `event-${index}`,
    stream: 'stream-1',
    revision: index,
    position: { commit: BigInt(index), prepare: BigInt(index) },
    meta: {
      workspaceId: 'workspace',
      mode: 'test',
      actor: { kind: 'system', id: 'test' },
      $correlationId: 'request',
      $causationId: `command-${index}`,
      occurredAt: '2026-03-01T10:00:00.000Z',
      ...meta,
    },
  }));
