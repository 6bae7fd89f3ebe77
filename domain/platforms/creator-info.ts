import { z } from 'zod';

/**
 * The posting options of a TikTok creator (TikTok docs: "Query Creator Info"), in this API's names.
 */
export const CreatorInfo = z
  .object({
    /** TikTok's own constants, for example PUBLIC_TO_EVERYONE or SELF_ONLY. */
    privacyLevelOptions: z.array(z.string()),
    commentDisabled: z.boolean(),
    duetDisabled: z.boolean(),
    stitchDisabled: z.boolean(),
    maxVideoPostDurationSec: z.number().optional(),
    /** False while TikTok does not let the creator post through applications. */
    canPost: z.boolean(),
    /** TikTok's reason where `canPost` is false. */
    reason: z.string().optional(),
    creatorUsername: z.string().optional(),
    creatorNickname: z.string().optional(),
    creatorAvatarUrl: z.string().optional(),
  })
  .meta({ id: 'TikTokCreatorInfo' });
export type CreatorInfo = Readonly<z.infer<typeof CreatorInfo>>;
