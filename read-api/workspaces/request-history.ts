import { z } from 'zod';
import { Id } from '../contract/fields.ts';
import { readEndpoint, type ReadEndpoint } from '../kernel/endpoint.ts';
import { Refused } from '../../domain/kernel/refused.ts';
import { beginningOf, endAfter, InstantOrDay } from '../kernel/instant-query.ts';
import { cursorPage, cursorQuery, decodeCursor, limitOf } from '../kernel/page.ts';
import type { RecordedRequest, RequestRecords } from './request-records.ts';

const Shown = z.object({
  id: z.string(),
  timestamp: z.string(),
  method: z.string(),
  path: z.string(),
  statusCode: z.int(),
  responseTimeMs: z.int(),
  requestId: z.string(),
  apiKeyId: z.string().nullable(),
  actorType: z.enum(['api_key', 'user']),
  actorId: z.string(),
  ipAddress: z.string().nullable(),
});

const view = ({ at, status, milliseconds, ...same }: RecordedRequest): z.input<typeof Shown> => ({
  ...same,
  timestamp: at,
  statusCode: status,
  responseTimeMs: milliseconds,
});

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const Method = z
  .string()
  .transform((text) => text.toUpperCase())
  .pipe(z.enum(methods))
  .meta({ override: { type: 'string', enum: [...methods] } });

const Status = z
  .string()
  .regex(/^[1-5]\d\d$/, 'a status has 3 digits')
  .transform(Number)
  .meta({ override: { type: 'string', pattern: '^[1-5][0-9]{2}$' } });

/** The requests of a workspace's keys and members, the latest first. */
export const requestHistory = (records: RequestRecords): ReadEndpoint =>
  readEndpoint({
    method: 'GET',
    path: '/v1/workspaces/:id/request-history',
    id: 'listRequestHistory',
    summary: 'The requests to the API, the latest first; at most 30 times a minute',
    description:
      'Answers to authenticated callers on existing endpoints, for 90 days; daily counts are kept for 400. ' +
      "`path` is a substring, compared exactly. `endDate` is inclusive: a day counts whole. The caller's " +
      'own latest requests are in the next answer of the same process, elsewhere within a second.',
    params: z.object({ id: Id }),
    query: z.object({
      ...cursorQuery,
      limit: limitOf(50),
      method: Method.optional(),
      path: z.string().min(1).max(500).optional().meta({ description: 'A part of the path' }),
      status: Status.optional(),
      apiKeyId: Id.optional(),
      startDate: InstantOrDay.optional().meta({
        description: 'At this time or later: an ISO 8601 instant, or a day in UTC',
      }),
      endDate: InstantOrDay.optional().meta({
        description: 'At this time or earlier: an ISO 8601 instant, or a whole day in UTC',
      }),
    }),
    reply: z.object({
      data: z.array(Shown),
      pagination: z.object({ has_more: z.boolean(), next_cursor: z.string().nullable(), limit: z.int() }),
    }),
    errors: ['VALIDATION_ERROR', 'RATE_LIMITED'],
    run: async ({ query: { limit, cursor, method, path, status, apiKeyId, startDate, endDate } }, { caller }) => {
      const before = decodeCursor(Id, cursor);
      const from = startDate === undefined ? undefined : beginningOf(startDate);
      const until = endDate === undefined ? undefined : endAfter(endDate);
      if (from !== undefined && until !== undefined && Date.parse(from) >= Date.parse(until)) {
        throw new Refused('VALIDATION_ERROR', 'endDate is before startDate', { field: 'endDate' });
      }
      const filter = { method, path, status, apiKeyId, from, until };
      const rows = await records.latest(caller.workspaceId, filter, before, limit + 1);
      const { items, nextCursor, hasMore } = cursorPage(rows, limit, ({ id }) => id);
      return {
        body: { data: items.map(view), pagination: { has_more: hasMore, next_cursor: nextCursor, limit } },
      };
    },
  });
