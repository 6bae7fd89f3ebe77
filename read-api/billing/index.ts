import type { ReadEndpoint } from '../kernel/endpoint.ts';
import { billingReads as planReads } from './billing-reads.ts';
import { creditReads } from './credit-reads.ts';
import { subscriptionReads } from './subscription-reads.ts';

export const billingReads: readonly ReadEndpoint[] = [...planReads, ...creditReads, ...subscriptionReads];
