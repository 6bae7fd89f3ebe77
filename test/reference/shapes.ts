import type { Kind, Shape } from './shape.ts';

const text: readonly Kind[] = ['string'];
const whole: readonly Kind[] = ['integer'];
const yesOrNo: readonly Kind[] = ['boolean'];
const moment: readonly Kind[] = ['moment'];
const maybeMoment: readonly Kind[] = ['moment', 'null'];
const maybeText: readonly Kind[] = ['string', 'null'];
const maybeWhole: readonly Kind[] = ['integer', 'null'];

export const errorShape: Shape = { has: { code: ['uppercase'], message: text }, may: { platformCode: text } };

const videoFields = { videoDuration: whole, videoCodec: text, videoWidth: whole, videoHeight: whole };

/** Resources, Media: what its entry in a post carries. A length that is not known is null. */
export const mediaInPostShape: Shape = {
  has: {
    validationResults: ['object'],
    id: text,
    filename: text,
    contentType: text,
    sizeBytes: maybeWhole,
    status: ['uppercase'],
    publicUrl: text,
    validationStatus: ['lowercase'],
    thumbnailUrl: maybeText,
    createdAt: moment,
  },
  may: {
    dimensions: [{ has: { width: whole, height: whole } }],
    durationMs: whole,
    metadataPending: yesOrNo,
    ...videoFields,
  },
};
/** Resources, PostPlatform. Added: the counts of retries, what a skipped one was skipped for, how far its removal is, and the media of a fix. */
export const postPlatformShape: Shape = {
  has: {
    postPlatformId: text,
    platform: ['lowercase'],
    accountId: text,
    status: ['lowercase'],
    error: [errorShape, 'null'],
    retryCount: whole,
  },
  may: {
    platformPostId: text,
    platformPostUrl: text,
    publishedAt: moment,
    skipReason: text,
    exhausted: yesOrNo,
    nextAttemptAt: moment,
    firstComment: [{ has: { status: ['lowercase'] } }],
    media: [[mediaInPostShape]],
    removal: [
      {
        has: { status: ['lowercase'], deleted: whole, targets: whole },
        may: { nextAttemptAt: moment, error: [errorShape] },
      },
    ],
  },
};

/** Resources, Media. */
export const mediaShape: Shape = {
  has: mediaInPostShape.has,
  may: { ...mediaInPostShape.may, metadata: ['object'] },
};

const findingShape: Shape = { has: { code: ['uppercase'], message: text } };
export const platformCheckShape: Shape = {
  has: { valid: yesOrNo, errors: [[findingShape]], warnings: [[findingShape]] },
};

/** Resources, Post. Added: `mediaIds`, `accountIds`, `publishedAt`, `createdById`; `validation` after writing. */
export const postShape: Shape = {
  has: {
    id: text,
    content: text,
    status: ['lowercase'],
    contentType: ['uppercase'],
    scheduledFor: maybeMoment,
    platforms: [[postPlatformShape]],
    media: [[mediaInPostShape]],
    personaId: maybeText,
    createdAt: moment,
    updatedAt: moment,
    accountIds: [['string']],
    mediaIds: [['string']],
    publishedAt: maybeMoment,
    createdById: maybeText,
  },
  may: {
    platformMetadata: ['object'],
    metadata: ['object'],
    platformOverrides: ['object'],
    threadItems: [[{ has: { sequence: whole, content: text, mediaIds: [['string']] } }]],
    firstComment: text,
    firstCommentDelay: whole,
    validation: [{ has: { valid: yesOrNo, platforms: ['object'] } }],
  },
};
export const postListShape: Shape = {
  has: {
    posts: [[postShape]],
    data: [[postShape]],
    nextCursor: maybeText,
    hasMore: yesOrNo,
    pagination: [{ has: { cursor: maybeText, hasMore: yesOrNo } }],
  },
};

/** Added: how what others do on the platform comes in. */
const incomingShape: Shape = {
  has: { by: text, arrived: yesOrNo, checkedAt: moment },
  may: { reason: text, message: text, remedy: text, missedSince: moment },
};

/** Added: what is about to end. */
const accountWarningShape: Shape = { has: { code: text, at: moment, message: text, remedy: text } };

/**
 * Resources, Account. Added: its picture, its server, what went wrong with it or will, the Page chosen, what comes in, and whether
 * messages do.
 */
export const accountShape: Shape = {
  has: {
    id: text,
    platform: ['lowercase'],
    username: text,
    displayName: text,
    status: ['uppercase', 'lowercase'],
    connectedAt: moment,
  },
  may: {
    accountType: text,
    tokenExpiresAt: moment,
    canAutoRefresh: yesOrNo,
    oauthVersion: text,
    avatarUrl: text,
    instanceUrl: text,
    error: text,
    selectedPage: [{ has: { id: text, name: maybeText } }],
    incoming: [incomingShape],
    warning: [accountWarningShape],
    messages: text,
  },
};
export const accountListShape: Shape = {
  has: {
    accounts: [[accountShape]],
    data: [[accountShape]],
    pagination: [{ has: { has_more: yesOrNo, next_cursor: maybeText } }],
  },
};

/** Resources, Webhook endpoint. Added: its description and its last failure. */
export const webhookShape: Shape = {
  has: {
    id: text,
    url: text,
    events: [['string']],
    enabled: yesOrNo,
    failureCount: whole,
    consecutiveFailures: whole,
    autoDisabledAt: maybeMoment,
    lastDeliveryAt: maybeMoment,
    createdAt: moment,
    updatedAt: moment,
    description: maybeText,
    lastFailureAt: maybeMoment,
  },
};

/** Resources, Webhook delivery record. Added: whose it is, its state and its tries. */
export const deliveryShape: Shape = {
  has: {
    success: yesOrNo,
    retryCount: whole,
    statusCode: maybeWhole,
    responseBody: maybeText,
    latencyMs: maybeWhole,
    error: maybeText,
    deliveredAt: maybeMoment,
    id: text,
    endpointId: maybeText,
    event: text,
    eventId: text,
    status: ['uppercase'],
    createdAt: moment,
    nextAttemptAt: maybeMoment,
    redeliveryOf: maybeText,
    replayId: maybeText,
    attempts: [['object']],
  },
};

/** Endpoints, Posts: validate. */
export const validationShape: Shape = { has: { valid: yesOrNo, platforms: ['object'] } };

/** Endpoints, Posts: unpublish; one entry of `results` for a platform. */
export const removalShape: Shape = {
  has: { success: yesOrNo, deleted: whole, targets: whole },
  may: { reason: text, detail: text },
};

/** Errors: the envelope every refusal comes in. */
export const refusalShape: Shape = {
  has: {
    error: [
      {
        has: { code: ['uppercase'], message: text, requestId: text },
        may: { details: ['object'], documentationUrl: text },
      },
    ],
  },
};

/** Endpoints, Media. Added to the bulk answers: the headers each upload needs. */
export const uploadShapes = {
  upload: { has: { mediaId: text, uploadUrl: text, uploadHeaders: ['object'], expiresAt: moment } },
  renewed: { has: { presignedUrl: text, uploadHeaders: ['object'], expiresAt: moment } },
  bulk: { has: { mediaId: text, presignedUrl: text, uploadHeaders: ['object'], key: text, expiresAt: moment } },
  bulkVideo: { has: { mediaId: text, uploadUrl: text, uploadHeaders: ['object'], s3Key: text, expiresAt: moment } },
  mediaList: { has: { data: [[mediaShape]], hasMore: yesOrNo, nextCursor: maybeText } },
  validationStatus: {
    has: {
      id: text,
      validationStatus: ['lowercase'],
      validationResults: ['object'],
      videoDuration: maybeWhole,
      videoCodec: maybeText,
      videoWidth: maybeWhole,
      videoHeight: maybeWhole,
    },
  },
  mediaResult: { has: { valid: yesOrNo, errors: [['string']] }, may: { warnings: [['string']] } },
} as const satisfies Record<string, Shape>;

/** Endpoints, Accounts: what TikTok lets a creator do. */
export const creatorInfoShape: Shape = {
  has: {
    privacyLevelOptions: [['uppercase']],
    commentDisabled: yesOrNo,
    duetDisabled: yesOrNo,
    stitchDisabled: yesOrNo,
    canPost: yesOrNo,
  },
  may: {
    maxVideoPostDurationSec: whole,
    creatorUsername: text,
    creatorNickname: text,
    creatorAvatarUrl: text,
    reason: text,
  },
};

/** Inbox items, Comment (formatted), and the list of them. */
const commentShape: Shape = {
  has: {
    id: text,
    accountId: text,
    postId: maybeText,
    platformPostId: text,
    platformCommentId: text,
    platform: ['lowercase'],
    author: [{ has: { id: text, username: text }, may: { avatarUrl: text } }],
    content: text,
    createdAt: moment,
    platformCreatedAt: moment,
    isReply: yesOrNo,
    parentCommentId: maybeText,
    replied: yesOrNo,
    permalinkUrl: maybeText,
    account: [{ has: { id: text, username: text, displayName: text, avatarUrl: maybeText, platform: ['lowercase'] } }],
  },
  may: {
    repliedAt: moment,
    post: [
      {
        has: {
          id: text,
          content: text,
          status: ['lowercase'],
          scheduledFor: maybeMoment,
          publishedAt: maybeMoment,
          mediaUrl: maybeText,
          mediaContentType: maybeText,
        },
      },
    ],
  },
};
export const commentListShape: Shape = {
  has: { data: [[commentShape]], pagination: [{ has: { hasMore: yesOrNo }, may: { nextCursor: text } }] },
};
