import type { ReadEndpoint } from '../kernel/endpoint.ts';
import { getAccountInsights } from './account-insights.ts';
import { getPostInsights, getPostInsightsHistory } from './post-insights.ts';
import { publishingAnalytics } from './publishing-reads.ts';
import { getAggregateInsights, getInsightsOverview } from './workspace-insights.ts';

/** The read endpoints of analytics. */
export const analyticsReads: readonly ReadEndpoint[] = [
  ...publishingAnalytics,
  getPostInsights,
  getPostInsightsHistory,
  getAccountInsights,
  getAggregateInsights,
  getInsightsOverview,
];
