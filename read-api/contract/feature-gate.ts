import { Plan, requireFeature, type Feature } from '../../domain/plans/plan.ts';
import type { Caller } from './caller.ts';

/** The `gate` of an endpoint: refuses a caller whose workspace's plan lacks the feature. */
export const featureGate =
  (feature: Feature) =>
  ({ plan }: Caller): void =>
    requireFeature(Plan.parse(plan), feature);
