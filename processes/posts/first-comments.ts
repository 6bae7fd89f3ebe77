import { partsOfStream } from '../../domain/kernel/stream-names.ts';
import { platforms, type Platform } from '../../domain/platforms/platform.ts';
import { firstCommentSend } from '../../domain/posts/destination-state.ts';
import { processOf } from '../kernel/process.ts';
import type { PublishingPorts } from './ports.ts';
import { sendFirstComment, type SendFirstComment } from './send-first-comment.ts';

type DueComment = Readonly<{ postId: string; postPlatformId: string; platform: Platform; at: string }>;

const lane = (platform: Platform): string => `first-comments/${platform}`;

/**
 * Sends first comments on live posts, after their delay. The post stays published whether its
 * comment succeeds or not.
 */
export const firstComments = processOf<DueComment, SendFirstComment, PublishingPorts>()({
  name: 'first-comments',
  description: 'Sends the first comment on each live destination.',
  lanes: platforms.map(lane),
  on: {
    FirstCommentDue: (_, { stream, data: { platform, dueAt } }, postPlatformId) => ({
      postId: partsOfStream(stream).id,
      postPlatformId,
      platform,
      at: dueAt,
    }),
    FirstCommentPublished: () => undefined,
    FirstCommentFailed: () => undefined,
    DestinationSendOutcomeUnknown: (state, { data }) =>
      state && data.send === firstCommentSend ? { ...state, at: data.lookAt } : state,
    DestinationLookFailed: (state, { data, meta }) =>
      state && data.send === firstCommentSend ? { ...state, at: data.lookAt ?? meta.occurredAt } : state,
  },
  instancesOf: ({ data }) => data.postPlatformId,
  next: ({ postId, postPlatformId, platform, at }) => ({
    at,
    action: { postId, postPlatformId },
    lane: lane(platform),
  }),
  act: sendFirstComment,
});
