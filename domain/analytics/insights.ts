import { z } from 'zod';
import type { Decider } from '../kernel/decider.ts';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { Platform } from '../platforms/platform.ts';
import { Metrics } from './metrics.ts';

const instant = z.iso.datetime();

/** One copy of a post on a platform, with its figures. */
export const MeasuredPost = z.object({
  postPlatformId: z.string(),
  postId: z.string(),
  publishedAt: instant,
  metrics: Metrics,
});
export type MeasuredPost = z.infer<typeof MeasuredPost>;

export const InsightsFetched = defineEvent(
  'InsightsFetched',
  z.object({
    accountId: z.string(),
    platform: Platform,
    cause: z.enum(['schedule', 'refresh']),
    /** When the first call was made. */
    startedAt: instant,
    /** The account's own figures, where they were asked for. */
    account: Metrics.optional(),
    posts: z.array(MeasuredPost),
    /** Copies whose figures the platform refused: most of them were deleted there. */
    refused: z.array(z.string()),
    /** Why the platform was not asked for the rest. */
    failure: z.object({ code: z.string(), message: z.string() }).optional(),
    /** The next round of the schedule; null ends it. */
    nextAt: instant.nullable().optional(),
  }),
  { description: 'A platform answered figures of an account and of its posts.' },
);

export const insightsEvents = [InsightsFetched] as const;
export type InsightsEvent = EventOf<(typeof insightsEvents)[number]>;

export type RecordInsights = Readonly<{ type: 'record-insights' } & z.input<typeof InsightsFetched.schema>>;

/**
 * `insights-<id>`: one round of calls to one account's platform. Each round has a stream of its own,
 * so no command reads the figures of earlier rounds.
 */
export const insights: Decider<'absent' | 'recorded', RecordInsights, InsightsEvent> = {
  category: 'insights',
  initial: 'absent',
  decide: ({ type: _type, ...data }, state) => (state === 'recorded' ? [] : [InsightsFetched(data)]),
  evolve: () => 'recorded',
};
