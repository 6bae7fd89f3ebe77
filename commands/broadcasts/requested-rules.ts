import { z } from 'zod';
import { audience } from '../../domain/audiences/audience.ts';
import { NamedPlatforms, type SegmentRules } from '../../domain/broadcasts/broadcast-fields.ts';
import { Refused } from '../../domain/kernel/refused.ts';
import type { WriteContext } from '../kernel/endpoint.ts';

/** The rules that choose contacts, as requests give them. */
export const RequestedRules = z
  .object({
    tags: z.array(z.string().trim().min(1).max(100)).max(100).meta({ description: 'A contact must have all' }),
    platforms: z.union([z.array(z.never()).max(0), NamedPlatforms]).meta({
      override: { type: 'array', items: { type: 'string' }, description: 'One of these; empty is any' },
    }),
    hasInteraction: z.boolean().meta({ description: 'true: only contacts that have written to the account' }),
  })
  .partial()
  .meta({ id: 'SegmentRules' });

type Requested = Readonly<{
  audienceId?: string | null | undefined;
  segmentRules?: z.infer<typeof RequestedRules> | null | undefined;
}>;

/** The rules of a request: its own, or a copy of those of a saved audience. Undefined where it has neither. */
export const rulesOf = async (
  { audienceId, segmentRules }: Requested,
  context: Pick<WriteContext, 'load'>,
): Promise<SegmentRules | undefined> => {
  if (audienceId === undefined || audienceId === null) return segmentRules === null ? {} : segmentRules;
  if (segmentRules !== undefined && segmentRules !== null) {
    const message = 'audienceId and segmentRules exclude each other: give one of them';
    throw new Refused('VALIDATION_ERROR', message, { field: 'audienceId' });
  }
  const state = (await context.load(audience, audienceId))?.state;
  if (state?.kind !== 'existing')
    throw new Refused('VALIDATION_ERROR', 'audienceId: not an audience of this workspace', { field: 'audienceId' });
  return state.content.segmentRules;
};
