import { z } from 'zod';
import { defineEvent, type EventMeta, type EventOf } from '../../domain/kernel/event.ts';
import type { EventStoreDb } from '../../infra/stores/eventstoredb/store.ts';
import { projectionOf } from '../../projections/authoring/projection-of.ts';

export const Counted = defineEvent('Counted', z.object({ by: z.number(), poison: z.boolean().optional() }), {
  description: 'Counted.',
});
export type CountedEvent = EventOf<typeof Counted>;
export type CounterRow = { id: string; total: number; last_revision: number; at: string; tags: string[] };

type Counters = Readonly<{ version?: number; name?: string; sharing?: 'stream' | 'all'; takesPoison?: boolean }>;

/** A read model that shows whether every event was counted once and in order. */
export const counters = ({ version = 1, name = 'counters', sharing = 'stream', takesPoison = false }: Counters = {}) =>
  projectionOf<CounterRow, CountedEvent>({
    name,
    version,
    sharing,
    description: 'A sum for each counter.',
    table: {
      key: 'id',
      columns: { id: 'text', total: 'double precision', last_revision: 'integer', at: 'instant', tags: 'text[]' },
      indexes: ['total desc, id'],
    },
    on: {
      Counted: {
        keys: ({ stream }) => stream,
        fold: (row, { data, stream, revision, meta }) => {
          if (data.poison && !takesPoison) throw new Error('this event cannot be folded');
          return {
            id: stream,
            total: (row?.total ?? 0) + data.by * version,
            last_revision: revision,
            at: meta.occurredAt,
            tags: [...(row?.tags ?? []), `r${revision}`].slice(-3),
          };
        },
      },
    },
  });

const meta: EventMeta = {
  workspaceId: 'w',
  mode: 'test',
  actor: { kind: 'system', id: 'test' },
  $correlationId: 'c',
  $causationId: 'c',
  occurredAt: '2026-03-01T10:00:00.123Z',
};

let sequence = 0;

/** Appends to the end of a counter's stream. */
export const count = async (store: EventStoreDb, stream: string, ...data: CountedEvent['data'][]) => {
  const { revision } = await store.read(stream);
  const events = data.map((one) => ({
    ...Counted(one),
    id: `00000000-0000-4000-8000-${String(++sequence).padStart(12, '0')}`,
    meta,
  }));
  return (await store.append(stream, revision, events)).position;
};
