import { keysOf } from '../../../../domain/kernel/keys-of.ts';
import type { Schemas } from './api.ts';

type Listed = Exclude<Schemas['Post']['status'], 'archived'>;

/** The states of a post, in the order of its life: the compiler names one that is absent. An archived post is no longer in lists. */
export const statuses = keysOf({
  draft: true,
  pending_approval: true,
  approved: true,
  scheduled: true,
  publishing: true,
  published: true,
  partial: true,
  failed: true,
  cancelled: true,
  unpublished: true,
  payment_paused: true,
} satisfies Readonly<Record<Listed, true>>);
