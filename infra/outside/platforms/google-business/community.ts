import { z } from 'zod';
import type { Community, NativeReview } from '../../../../domain/platforms/community.ts';
import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import type { RunContext } from '../../../../domain/platforms/publisher.ts';
import type { PlatformTools } from '../adapter.ts';
import { shaped } from '../shape.ts';
import { googleApi, locationsOf, type GoogleApi, type Location } from './api.ts';
import { defined } from '../../../../domain/kernel/defined.ts';
import { isKeyOf } from '../../../../domain/kernel/keys-of.ts';

const stars = ['ONE', 'TWO', 'THREE', 'FOUR', 'FIVE'] as const;

const Review = z.object({
  name: z.string(),
  reviewer: z.object({ displayName: z.string().optional(), profilePhotoUrl: z.string().optional() }).optional(),
  starRating: z.string().optional(),
  comment: z.string().optional(),
  createTime: z.string(),
  updateTime: z.string().optional(),
  reviewReply: z.object({ comment: z.string() }).optional(),
});
type Review = z.infer<typeof Review>;
const Reviews = z.object({ reviews: z.array(Review).optional(), nextPageToken: z.string().optional() });

const reviewOf = (review: Review, { path, title }: Location): NativeReview => ({
  nativeId: review.name,
  reviewerName: review.reviewer?.displayName ?? 'A Google user',
  ...(review.reviewer?.profilePhotoUrl !== undefined && { reviewerAvatarUrl: review.reviewer.profilePhotoUrl }),
  rating: stars.findIndex((star) => star === review.starRating) + 1,
  ...defined({ text: review.comment }),
  locationPath: path,
  locationName: title,
  createdAt: review.createTime,
  ...(review.reviewReply && { replyText: review.reviewReply.comment }),
});

const pageSize = 50;
/** The most pages of one location that one reading takes: the latest thousand reviews. */
const maxPages = 20;

/** The reviews of a location that were written or changed since, the latest first. */
const reviewsOf = async (
  api: GoogleApi,
  location: Location,
  since: number,
  context: RunContext,
): Promise<readonly NativeReview[]> => {
  const found: NativeReview[] = [];
  let pageToken: string | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const query = { pageSize, pageToken, orderBy: 'updateTime desc' };
    const path = `/${location.path}/reviews`;
    const listed = shaped(Reviews, await api({ method: 'GET', path, query, effect: 'read' }, context), 'read');
    for (const review of listed.reviews ?? []) {
      if (Date.parse(review.updateTime ?? review.createTime) < since) return found;
      found.push(reviewOf(review, location));
    }
    pageToken = listed.nextPageToken || undefined;
    if (pageToken === undefined) break;
  }
  return found;
};

/** Business Profile Performance API: daily metrics, and their names in this API. */
const figures = {
  BUSINESS_IMPRESSIONS_DESKTOP_MAPS: 'impressions',
  BUSINESS_IMPRESSIONS_DESKTOP_SEARCH: 'impressions',
  BUSINESS_IMPRESSIONS_MOBILE_MAPS: 'impressions',
  BUSINESS_IMPRESSIONS_MOBILE_SEARCH: 'impressions',
  WEBSITE_CLICKS: 'clicks',
  CALL_CLICKS: 'calls',
  BUSINESS_DIRECTION_REQUESTS: 'directionRequests',
} as const;

const Series = z.object({
  multiDailyMetricTimeSeries: z
    .array(
      z.object({
        dailyMetricTimeSeries: z
          .array(
            z.object({
              dailyMetric: z.string(),
              timeSeries: z.object({ datedValues: z.array(z.object({ value: z.string().optional() })).optional() }),
            }),
          )
          .optional(),
      }),
    )
    .optional(),
});

const reachDays = 28;

const dailyRange = (now: Date): Record<string, string> => {
  const part = (name: 'startDate' | 'endDate', date: Date) => ({
    [`dailyRange.${name}.year`]: String(date.getUTCFullYear()),
    [`dailyRange.${name}.month`]: String(date.getUTCMonth() + 1),
    [`dailyRange.${name}.day`]: String(date.getUTCDate()),
  });
  return {
    ...part('startDate', new Date(now.getTime() - reachDays * 86_400_000)),
    ...part('endDate', now),
  };
};

/** Reviews of every location, answers to them, and the figures of the chosen location. Google has no figures of single posts. */
export const googleBusinessCommunity = (tools: PlatformTools): Community => {
  const api = googleApi(tools);
  return {
    async reviews({ since }, context) {
      const locations = await locationsOf(api, context);
      const from = since === undefined ? -Infinity : Date.parse(since);
      const items: NativeReview[] = [];
      for (const location of locations) items.push(...(await reviewsOf(api, location, from, context)));
      return { items };
    },
    async replyToReview(reviewNativeId, text, context) {
      const path = `/${reviewNativeId}/reply`;
      await api({ method: 'PUT', path, json: { comment: text }, effect: 'send' }, context);
    },
    /** Of the last four weeks. */
    async accountMetrics(context) {
      const location = /locations\/[^/]+$/.exec(context.account.page?.id ?? '')?.[0];
      if (location === undefined)
        throw new PlatformError('refused', 'NO_PAGE_SELECTED', 'select the location whose figures are wanted');
      const asked = Object.keys(figures)
        .map((name) => `dailyMetrics=${name}`)
        .join('&');
      const path = `/${location}:fetchMultiDailyMetricsTimeSeries?${asked}`;
      const query = dailyRange(context.now());
      const reply = await api({ method: 'GET', of: 'performance', path, query, effect: 'read' }, context);
      const sums: Record<string, number> = { impressions: 0, clicks: 0, calls: 0, directionRequests: 0 };
      for (const { dailyMetricTimeSeries = [] } of shaped(Series, reply, 'read').multiDailyMetricTimeSeries ?? [])
        for (const { dailyMetric, timeSeries } of dailyMetricTimeSeries) {
          if (!isKeyOf(figures, dailyMetric)) continue;
          const name = figures[dailyMetric];
          for (const { value } of timeSeries.datedValues ?? []) sums[name] = (sums[name] ?? 0) + Number(value ?? 0);
        }
      return sums;
    },
  };
};
