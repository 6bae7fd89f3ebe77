import { z } from 'zod';
import { AnsweredInstant } from '../../domain/kernel/answered-times.ts';
import { Id } from '../contract/fields.ts';
import { readEndpoint, type ReadEndpoint } from '../kernel/endpoint.ts';
import { notFound } from '../../domain/kernel/refused.ts';
import { Plan } from '../../domain/plans/plan.ts';
import { usagePeriodAt, usageReport, usageStatuses } from '../../domain/plans/usage.ts';
import { dayRangeOf, dayRangeQuery, daysOf } from './day-range.ts';
import type { Counted, RequestRecords } from './request-records.ts';
import { requireManaging } from './workspace-reads.ts';

const Named = z.object({ id: Id });
/** More endpoints than the API has. */
const maxEndpoints = 500;

const Days = z.object({ start: z.iso.date(), end: z.iso.date() }).meta({ description: 'Both inclusive, in UTC' });
const AverageMs = z.int().nullable().meta({ description: 'Milliseconds; null where there were no requests' });
const EndpointUsage = z.object({
  method: z.string(),
  path: z.string().meta({ description: "The endpoint's pattern, /v1/posts/:id for example" }),
  count: z.int(),
  errorCount: z.int().meta({ description: 'Answered with 400 or more' }),
  averageResponseTimeMs: AverageMs,
});

const rounded = ({ averageMs }: Counted): number | null => (averageMs === null ? null : Math.round(averageMs));

const endpointUsage = (row: Counted & Readonly<{ method: string; path: string }>): z.input<typeof EndpointUsage> => ({
  method: row.method,
  path: row.path,
  count: row.requests,
  errorCount: row.errors,
  averageResponseTimeMs: rounded(row),
});

const getUsage = (records: RequestRecords) =>
  readEndpoint({
    method: 'GET',
    path: '/v1/workspaces/:id/api-usage',
    id: 'getApiUsage',
    summary: 'The API requests of the month, against the limit of the plan',
    description:
      "The period is the calendar month in UTC, on the workspace's clock. Percentages are whole and " +
      'rounded down; over the limit `used` passes 100 and `remaining` is 0. A workspace ' +
      'over its limit is refused with 429 RATE_LIMITED until the period ends; `details` has the fields of this ' +
      'answer and `reason` monthly_limit. Billing, subscription, workspaces, users, invitations and settings stay ' +
      'open. A request over the limit is refused within a second on every node. Refused requests count.',
    params: Named,
    reply: z.object({
      data: z.object({
        requests: z.object({ total: z.int(), limit: z.int(), remaining: z.int() }),
        percentage: z.object({ remaining: z.int(), used: z.int() }),
        status: z.enum(usageStatuses),
        period: z.object({ start: AnsweredInstant, end: AnsweredInstant }),
        plan: z.object({ slug: Plan, name: z.string() }),
      }),
    }),
    run: async (_asked, { caller, now }) => {
      const plan = Plan.parse(caller.plan);
      const period = usagePeriodAt(now);
      const { requests } = await records.total({
        workspaceId: caller.workspaceId,
        ...dayRangeOf({ startDate: period.start.slice(0, 10) }, now),
      });
      return { body: { data: usageReport(plan, requests, now) } };
    },
  });

const getUsageOverTime = (records: RequestRecords) =>
  readEndpoint({
    method: 'GET',
    path: '/v1/workspaces/:id/api-usage/timeseries',
    id: 'getApiUsageTimeseries',
    summary: 'API requests by day, by default in the current month',
    description:
      '`startDate` and `endDate` are whole days in UTC, both inclusive, at most 366; days without ' +
      'requests are listed with 0.',
    params: Named,
    query: z.object(dayRangeQuery),
    reply: z.object({
      data: z.array(
        z.object({ date: z.iso.date(), requests: z.int(), errors: z.int(), averageResponseTimeMs: AverageMs }),
      ),
      period: Days,
    }),
    errors: ['VALIDATION_ERROR'],
    run: async ({ query }, { caller, now }) => {
      const range = dayRangeOf(query, now);
      const counted = await records.byDay({ workspaceId: caller.workspaceId, ...range });
      const byDay = new Map(counted.map((row) => [row.day, row]));
      const data = daysOf(range).map((date) => {
        const row = byDay.get(date);
        if (!row) return { date, requests: 0, errors: 0, averageResponseTimeMs: null };
        return { date, requests: row.requests, errors: row.errors, averageResponseTimeMs: rounded(row) };
      });
      return { body: { data, period: { start: range.from, end: range.to } } };
    },
  });

const getUsageByEndpoint = (records: RequestRecords) =>
  readEndpoint({
    method: 'GET',
    path: '/v1/workspaces/:id/api-usage/endpoints',
    id: 'getApiUsageByEndpoint',
    summary: 'API requests by method and path, the most frequent first, by default in the current month',
    description:
      "`path` is the endpoint's pattern, so that a resource has no line of its own. `startDate` and " +
      '`endDate` are whole days in UTC, both inclusive, at most 366.',
    params: Named,
    query: z.object(dayRangeQuery),
    reply: z.object({ data: z.array(EndpointUsage), period: Days }),
    errors: ['VALIDATION_ERROR'],
    run: async ({ query }, { caller, now }) => {
      const range = dayRangeOf(query, now);
      const rows = await records.byEndpoint({ workspaceId: caller.workspaceId, ...range }, maxEndpoints);
      return { body: { data: rows.map(endpointUsage), period: { start: range.from, end: range.to } } };
    },
  });

const getApiKeyUsage = (records: RequestRecords) =>
  readEndpoint({
    method: 'GET',
    path: '/v1/workspaces/:id/api-keys/:keyId/usage',
    id: 'getApiKeyUsage',
    summary: 'The use of an API key, by default in the current month',
    description:
      'It needs a session of the owner or an administrator. `startDate` and `endDate` are whole days in ' +
      'UTC, both inclusive, at most 366.',
    params: z.object({ id: Id, keyId: Id }),
    query: z.object(dayRangeQuery),
    reply: z.object({
      data: z.object({
        totalRequests: z.int(),
        lastUsedAt: z.string().nullable().meta({ description: 'Within the given days' }),
        averageResponseTimeMs: AverageMs,
        endpoints: z.array(EndpointUsage),
        period: Days,
      }),
    }),
    access: 'session',
    errors: ['FORBIDDEN', 'NOT_FOUND', 'VALIDATION_ERROR'],
    reads: ['api_keys'],
    run: async ({ params: { keyId: apiKeyId }, query }, context) => {
      requireManaging(context);
      const { db, caller, now } = context;
      const range = dayRangeOf(query, now);
      const key = await db
        .selectFrom('api_keys')
        .select('id')
        .where('id', '=', apiKeyId)
        .where('workspace_id', '=', caller.workspaceId)
        .executeTakeFirst();
      if (!key) throw notFound('API key');
      const question = { workspaceId: caller.workspaceId, apiKeyId, ...range };
      const [total, rows] = await Promise.all([records.total(question), records.byEndpoint(question, maxEndpoints)]);
      const data = {
        totalRequests: total.requests,
        lastUsedAt: total.lastAt,
        averageResponseTimeMs: rounded(total),
        endpoints: rows.map(endpointUsage),
        period: { start: range.from, end: range.to },
      };
      return { body: { data } };
    },
  });

/** A workspace's use of the API. */
export const usageReads = (records: RequestRecords): readonly ReadEndpoint[] => [
  getUsage(records),
  getUsageOverTime(records),
  getUsageByEndpoint(records),
  getApiKeyUsage(records),
];
