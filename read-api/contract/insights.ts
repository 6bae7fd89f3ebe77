import { z } from 'zod';
import { Metrics, sumOf } from '../../domain/analytics/metrics.ts';
import { Id } from './fields.ts';

/** What a platform's insights call answered about one copy of a post. */
export type CopyInsights = Readonly<{
  platform: string;
  accountId: string;
  postPlatformId: string;
  metrics: Readonly<Record<string, number>> | null;
  fetchedAt: string | null;
}>;

export const MetricsReply = Metrics.meta({
  id: 'Metrics',
  description:
    'Figures by name, for example impressions, likes and clicks. A figure that the platform does not ' +
    'offer is absent.',
});
export const FetchedAt = z.string().nullable().meta({ description: 'null: the platform was not asked yet' });

export const PostInsightsReply = z.object({
  postId: Id,
  fetchedAt: FetchedAt,
  platforms: z.record(
    z.string(),
    z.object({
      metrics: MetricsReply,
      fetchedAt: FetchedAt,
      accounts: z
        .array(z.object({ postPlatformId: Id, accountId: Id, metrics: MetricsReply, fetchedAt: FetchedAt }))
        .meta({ description: 'Each copy by itself; `metrics` above adds them up' }),
    }),
  ),
});

const latest = (copies: readonly CopyInsights[]): string | null =>
  copies
    .flatMap(({ fetchedAt }) => fetchedAt ?? [])
    .sort()
    .at(-1) ?? null;

/** The insights of a post by platform, as clients see them. */
export const presentPostInsights = (
  postId: string,
  copies: readonly CopyInsights[],
): z.input<typeof PostInsightsReply> => ({
  postId,
  fetchedAt: latest(copies),
  platforms: Object.fromEntries(
    [...new Set(copies.map(({ platform }) => platform))].sort().map((platform) => {
      const own = copies.filter((copy) => copy.platform === platform);
      return [
        platform,
        {
          metrics: sumOf(own.map(({ metrics }) => metrics ?? {})),
          fetchedAt: latest(own),
          accounts: own.map(({ postPlatformId, accountId, metrics, fetchedAt }) => ({
            postPlatformId,
            accountId,
            fetchedAt,
            metrics: metrics ?? {},
          })),
        },
      ];
    }),
  ),
});
