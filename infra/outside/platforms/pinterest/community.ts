import { z } from 'zod';
import type { Community } from '../../../../domain/platforms/community.ts';
import type { PlatformTools } from '../adapter.ts';
import { answered } from '../answered.ts';
import { shaped } from '../shape.ts';
import { pinterestApi } from './api.ts';

/** Pinterest API v5, PinAnalyticsMetricsResponse: each map holds other metrics, and a figure that is not ready is null. */
const Figures = z.record(z.string(), z.number().nullable()).nullish();
const Analytics = z.object({ all: z.object({ summary_metrics: Figures, lifetime_metrics: Figures }) });
const Me = z.object({ follower_count: z.number().optional(), pin_count: z.number().optional() });

/** Pinterest API v5, pin analytics: the requested metrics, and their names in this API. */
const names = {
  IMPRESSION: 'impressions',
  PIN_CLICK: 'clicks',
  OUTBOUND_CLICK: 'outboundClicks',
  SAVE: 'saves',
  TOTAL_COMMENTS: 'comments',
  TOTAL_REACTIONS: 'likes',
} as const;

const dayMs = 86_400_000;
/** Pinterest answers at most ninety days back. */
const reachDays = 89;
const day = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Figures of pins and of the account. The API has neither comments nor messages. */
export const pinterestCommunity = (tools: PlatformTools): Community => {
  const api = pinterestApi(tools);
  return {
    async postMetrics(object, context) {
      const now = context.now().getTime();
      const query = {
        start_date: day(now - reachDays * dayMs),
        end_date: day(now),
        metric_types: Object.keys(names).join(','),
      };
      const path = `/pins/${object.nativeId}/analytics`;
      const reply = await api({ method: 'GET', path, query, effect: 'read' }, context);
      const { summary_metrics: summary, lifetime_metrics: lifetime } = shaped(Analytics, reply, 'read').all;
      const figure = (name: string) => lifetime?.[name] ?? summary?.[name] ?? undefined;
      return answered(Object.fromEntries(Object.entries(names).map(([theirs, ours]) => [ours, figure(theirs)])));
    },
    async accountMetrics(context) {
      const me = shaped(Me, await api({ method: 'GET', path: '/user_account', effect: 'read' }, context), 'read');
      return answered({ followers: me.follower_count, posts: me.pin_count });
    },
  };
};
