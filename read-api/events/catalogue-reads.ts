import { z } from 'zod';
import { readEndpoint, type ReadEndpoint } from '../kernel/endpoint.ts';
import type { EventCatalogue } from './event-catalogue.ts';

const CataloguedEvent = z
  .object({
    type: z.string(),
    says: z.string().meta({ description: 'What happened, in one sentence' }),
    emittedBy: z
      .array(z.string())
      .meta({ description: 'The categories of its streams, which are named <category>-<id>' }),
    personal: z
      .object({ subject: z.string(), fields: z.array(z.string()) })
      .nullable()
      .meta({ description: 'The fields about a person, and the field that names the person' }),
    versions: z.array(
      z.object({
        version: z.int(),
        since: z.string().nullable().meta({ description: 'The first release that has it; null before any' }),
        schema: z
          .record(z.string(), z.unknown())
          .nullable()
          .meta({ description: 'A JSON Schema of the data; null where the version was replaced before any release' }),
        example: z.unknown(),
      }),
    ),
  })
  .meta({ id: 'CataloguedEvent' });

/**
 * The event types of the log, for readers of events: the stream, exports, their own projections.
 */
export const catalogueReads = (catalogue: EventCatalogue): readonly ReadEndpoint[] => [
  readEndpoint({
    method: 'GET',
    path: '/v1/events/catalogue',
    id: 'getEventCatalogue',
    summary: 'Every event type: the JSON Schema and an example of each version, its source, and its personal fields',
    description:
      'Schemas of earlier versions come from the released catalogue. A released event changes only by a ' +
      'new version.',
    query: z.object({ type: z.string().max(100).optional().meta({ description: 'Only this type' }) }),
    reply: z.object({ data: z.array(CataloguedEvent) }),
    errors: ['VALIDATION_ERROR'],
    run: async ({ query: { type } }) => ({
      body: { data: catalogue.events.filter((event) => type === undefined || event.type === type) },
    }),
  }),
];
