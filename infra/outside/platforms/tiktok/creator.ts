import { z } from 'zod';
import { tiktokCreatorFindings, tiktokFindings } from '../../../../domain/content/tiktok-rules.ts';
import type { CreatorInfo } from '../../../../domain/platforms/creator-info.ts';
import { PlatformError, type PlatformErrorCode } from '../../../../domain/platforms/platform-error.ts';
import type { Credentials, Rendered } from '../../../../domain/platforms/publisher.ts';
import { shaped } from '../shape.ts';
import type { TiktokApi } from './api.ts';
import { cannotPost } from './errors.ts';
import { defined } from '../../../../domain/kernel/defined.ts';

const Answer = z.object({
  data: z.object({
    creator_avatar_url: z.string().optional(),
    creator_username: z.string().optional(),
    creator_nickname: z.string().optional(),
    privacy_level_options: z.array(z.string()),
    comment_disabled: z.boolean(),
    duet_disabled: z.boolean(),
    stitch_disabled: z.boolean(),
    max_video_post_duration_sec: z.number().optional(),
  }),
});

/**
 * The creator's current posting options (TikTok docs: "Query Creator Info", 20 a minute). A creator
 * without permission is an answer too.
 */
export const askCreator = async (
  api: TiktokApi,
  as: Readonly<{ credentials: Credentials; signal?: AbortSignal }>,
): Promise<CreatorInfo> => {
  try {
    const path = '/post/publish/creator_info/query/';
    const { data } = shaped(Answer, await api({ method: 'POST', path, json: {}, effect: 'read' }, as), 'read');
    return {
      privacyLevelOptions: data.privacy_level_options,
      commentDisabled: data.comment_disabled,
      duetDisabled: data.duet_disabled,
      stitchDisabled: data.stitch_disabled,
      canPost: true,
      ...defined({
        maxVideoPostDurationSec: data.max_video_post_duration_sec,
        creatorUsername: data.creator_username,
        creatorNickname: data.creator_nickname,
        creatorAvatarUrl: data.creator_avatar_url,
      }),
    };
  } catch (error) {
    if (!(error instanceof PlatformError) || !cannotPost.has(error.platformCode ?? '')) throw error;
    return {
      privacyLevelOptions: [],
      commentDisabled: true,
      duetDisabled: true,
      stitchDisabled: true,
      canPost: false,
      reason: error.platformCode ?? error.message,
    };
  }
};

/** Holds the post against TikTok's rules and the creator's own; throws the first breach. */
export const requireAllowed = (rendered: Rendered, creator: CreatorInfo): void => {
  const settings = rendered.metadata;
  const { canPost, privacyLevelOptions: privacyLevels, maxVideoPostDurationSec: maxVideoSeconds } = creator;
  const facts = { canPost, privacyLevels, ...defined({ maxVideoSeconds }) };
  const media = rendered.media.map(({ durationMs }) => (durationMs === undefined ? {} : { durationMs }));
  const violation = creator.canPost
    ? [...tiktokFindings(settings).errors, ...tiktokCreatorFindings(settings, media, facts).errors][0]
    : tiktokCreatorFindings(settings, media, facts).errors[0];
  if (violation)
    throw new PlatformError('refused', violation.code as PlatformErrorCode, violation.message, {
      ...defined({ platformCode: creator.reason }),
    });
};
