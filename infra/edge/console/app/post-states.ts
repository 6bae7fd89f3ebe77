import type { Schemas } from './api.ts';

/** The states of a post, in the order of its life. An archived post is no longer in lists. */
export const statuses = [
  'draft',
  'pending_approval',
  'approved',
  'scheduled',
  'publishing',
  'published',
  'partial',
  'failed',
  'cancelled',
  'unpublished',
  'payment_paused',
] as const satisfies readonly Schemas['Post']['status'][];
