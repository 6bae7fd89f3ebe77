import { z } from 'zod';
import type { AudienceView } from '../../domain/audiences/audience-view.ts';
import { SegmentRules } from '../../domain/broadcasts/broadcast-fields.ts';

/** A saved audience in the form of every answer. */
export const AudienceReply = z
  .object({
    id: z.string(),
    workspaceId: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    segmentRules: SegmentRules,
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'Audience' });

export const presentAudience = ({ segmentRules, ...view }: AudienceView) => ({
  ...view,
  segmentRules: { ...segmentRules },
});
