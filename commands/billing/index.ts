import type { WriteEndpoint } from '../kernel/endpoint.ts';
import { billingEndpoints } from './billing-endpoints.ts';
import type { BillingPorts } from './ports.ts';
import { subscriptionEndpoints } from './subscription-endpoints.ts';

export const billingWrites = (ports: BillingPorts): readonly WriteEndpoint[] => [
  ...billingEndpoints(ports),
  ...subscriptionEndpoints(ports),
];
