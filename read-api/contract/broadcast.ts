import { z } from 'zod';
import { BroadcastStatus, SegmentRules } from '../../domain/broadcasts/broadcast-fields.ts';
import type { BroadcastView } from '../../domain/broadcasts/broadcast-view.ts';
import { Platform } from '../../domain/platforms/platform.ts';
import { Plan, requireFeature } from '../../domain/plans/plan.ts';
import type { Caller } from './caller.ts';

/** A broadcast in the form of every answer. */
export const BroadcastReply = z
  .object({
    id: z.string(),
    workspaceId: z.string(),
    name: z.string(),
    messageTemplate: z.string(),
    platforms: z.array(Platform),
    socialAccountId: z.string().nullable(),
    segmentRules: SegmentRules,
    status: BroadcastStatus,
    totalContacts: z.int(),
    error: z
      .object({ code: z.string(), message: z.string() })
      .nullable()
      .meta({ description: 'Why it could not be sent at its time; POST send sends it now' }),
    deliveredCount: z.int().meta({ description: 'Those that were read included' }),
    failedCount: z.int(),
    readCount: z.int(),
    scheduledFor: z.string().nullable(),
    sentAt: z.string().nullable(),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'Broadcast' });

/** Refuses a workspace whose plan lacks broadcasts. */
export const requireBroadcasts = ({ plan }: Caller): void => requireFeature(Plan.parse(plan), 'broadcasts');

/** What became of the deliveries of a broadcast. */
export type DeliveryCounts = Readonly<{ delivered: number; failed: number; read: number }>;

const none: DeliveryCounts = { delivered: 0, failed: 0, read: 0 };

export const presentBroadcast = (
  { totalContacts, error, scheduledFor, sentAt, createdAt, updatedAt, ...view }: BroadcastView,
  { delivered, failed, read }: DeliveryCounts = none,
) => ({
  ...view,
  platforms: [...view.platforms],
  segmentRules: { ...view.segmentRules },
  totalContacts,
  error: error && { ...error },
  // A read message was delivered before.
  deliveredCount: delivered + read,
  failedCount: failed,
  readCount: read,
  scheduledFor,
  sentAt,
  createdAt,
  updatedAt,
});
