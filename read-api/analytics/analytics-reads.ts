import type { ReadEndpoint } from '../kernel/endpoint.ts';
import { getPostInsights, getPostInsightsHistory } from './post-insights.ts';
import { publishingAnalytics } from './publishing-analytics.ts';

/** The read endpoints of analytics. */
export const analyticsReads: readonly ReadEndpoint[] = [
  ...publishingAnalytics,
  getPostInsights,
  getPostInsightsHistory,
];
