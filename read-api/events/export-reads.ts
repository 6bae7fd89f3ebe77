import { z } from 'zod';
import { exampleEvent } from './example-event.ts';
import { readEndpoint, type ReadEndpoint } from '../kernel/endpoint.ts';
import { Refused } from '../../domain/kernel/refused.ts';
import { beginningOf, InstantOrDay } from '../kernel/instant-query.ts';
import { exportFormats, personalChoices, type EventExport, type ExportFormat } from './event-export.ts';
import { eventFilter, positionAsked } from './stream-reads.ts';

/** RFC 6838 names; Apache registered the one of Parquet. */
const mediaTypes: Readonly<Record<ExportFormat, string>> = {
  ndjson: 'application/x-ndjson',
  parquet: 'application/vnd.apache.parquet',
};

/** The stored events of a workspace, as a file. */
export const exportReads = (stored: EventExport): readonly ReadEndpoint[] => [
  readEndpoint({
    method: 'GET',
    path: '/v1/events/export',
    id: 'exportEvents',
    summary:
      'The stored events of the workspace in the order of the log, as lines of JSON or as Parquet. An ' +
      'answer that is cut off is incomplete',
    description:
      'NDJSON, or Parquet with format=parquet. Personal fields are left out (personal=drop) or stay ' +
      'sealed (personal=sealed). An export that fails in the middle ends the connection without the ' +
      'last chunk. Unknown types and categories are 400.',
    query: z.object({
      format: z
        .enum(exportFormats)
        .default('ndjson')
        .meta({ description: 'A JSON object a line, or Apache Parquet with `data` as a JSON column' }),
      type: eventFilter.type,
      after: z.string().max(64).optional().meta({ description: 'After this position: the end of an earlier export' }),
      from: InstantOrDay.optional().meta({
        description: 'Occurred at this time or later; a date means the start of that day',
      }),
      to: InstantOrDay.optional().meta({
        description: 'Occurred before this time; a date means the start of that day',
      }),
      personal: z
        .enum(personalChoices)
        .default('drop')
        .meta({ description: 'Leaves personal data out, or includes them sealed, which is unreadable' }),
    }),
    streams: [mediaTypes.ndjson, mediaTypes.parquet],
    streamExample: `${JSON.stringify(exampleEvent)}\n`,
    status: 200,
    errors: ['VALIDATION_ERROR', 'RATE_LIMITED'],
    run: async ({ query: { type, after, from, to, format, personal } }, { caller: { workspaceId } }) => {
      const between = { from: from && beginningOf(from), to: to && beginningOf(to) };
      if (between.from && between.to && between.from >= between.to)
        throw new Refused('VALIDATION_ERROR', 'to: must be after from', { field: 'to' });
      const position = after === undefined ? undefined : positionAsked(after, 'after');
      const filter = { workspaceId, types: type, after: position, ...between, personal };
      return { type: mediaTypes[format], stream: (signal) => stored.bytes(filter, format, signal) };
    },
  }),
];
