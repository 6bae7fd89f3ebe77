import { accountDays } from './account-days.ts';
import { bestHours } from './best-hours.ts';
import { failureClasses } from './failure-classes.ts';
import { postMetrics } from './post-metrics.ts';
import { timeToPublish } from './time-to-publish.ts';

export const analyticsProjections = {
  time_to_publish: timeToPublish,
  failure_classes: failureClasses,
  best_hours: bestHours,
  post_metrics: postMetrics,
  account_days: accountDays,
};
