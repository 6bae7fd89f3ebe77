import { z } from 'zod';

/** What a TikTok creator may post and how (TikTok docs: "Query Creator Info"), in the words of this API. */
export const CreatorInfo = z
  .object({
    /** TikTok's own constants, for example PUBLIC_TO_EVERYONE or SELF_ONLY. */
    privacyLevelOptions: z.array(z.string()),
    commentDisabled: z.boolean(),
    duetDisabled: z.boolean(),
    stitchDisabled: z.boolean(),
    maxVideoPostDurationSec: z.number().optional(),
    /** False while TikTok lets the creator post nothing through applications. */
    canPost: z.boolean(),
    /** TikTok's reason where `canPost` is false. */
    reason: z.string().optional(),
    creatorUsername: z.string().optional(),
    creatorNickname: z.string().optional(),
    creatorAvatarUrl: z.string().optional(),
  })
  .meta({ id: 'TikTokCreatorInfo' });
export type CreatorInfo = Readonly<z.infer<typeof CreatorInfo>>;
