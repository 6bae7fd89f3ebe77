import { z } from 'zod';
import { AltText } from './alt-text.ts';
import type { Platform } from '../platforms/platform.ts';

const text = (max: number) => z.string().max(max);
const flag = z.boolean();
const web = z.url({ protocol: /^https?$/ }).max(2048);
const altText = AltText.meta({
  description: 'Description of the first image or video for people who cannot see it',
});
const title = text(1000);
/** E.164, the form of WhatsApp's recipients. */
const phone = z.string().regex(/^\+?[1-9]\d{6,14}$/, 'must be a phone number in E.164 form, for example +15551234567');

/**
 * The `platformMetadata` fields of each platform, all optional. A request with any other is refused. An
 * earlier version stored others, and a publisher leaves them out. Length limits here only bound requests;
 * the content check enforces the platforms' limits.
 */
export const platformFields = {
  TWITTER: z.looseObject({
    replySettings: z.enum(['following', 'mentionedUsers', 'subscribers', 'verified']),
    quoteTweetId: z.string().regex(/^\d{1,19}$/),
    communityId: z.string().regex(/^\d{1,19}$/),
    madeWithAi: flag,
    paidPartnership: flag,
    altText,
  }),
  LINKEDIN: z.looseObject({
    visibility: z.enum(['PUBLIC', 'CONNECTIONS', 'LOGGED_IN']),
    link: web,
    linkTitle: text(400),
    linkDescription: text(4000),
    documentTitle: text(400),
    disableReshare: flag,
    altText,
  }),
  INSTAGRAM: z.looseObject({
    locationId: text(100),
    collaborators: z.array(text(100)).max(3),
    coverUrl: web,
    thumbOffsetMs: z.int().min(0),
    shareToFeed: flag,
    altText,
  }),
  FACEBOOK: z.looseObject({ link: web, title, altText }),
  THREADS: z.looseObject({
    replyControl: z.enum([
      'everyone',
      'accounts_you_follow',
      'mentioned_only',
      'parent_post_author_only',
      'followers_only',
    ]),
    link: web,
    topicTag: text(50),
    quotePostId: text(100),
    altText,
  }),
  BLUESKY: z.looseObject({
    languages: z.array(text(35)).max(3),
    labels: z.array(z.enum(['sexual', 'nudity', 'porn', 'graphic-media'])).max(4),
    link: web,
    linkTitle: text(300),
    linkDescription: text(1000),
    altText,
  }),
  TIKTOK: z.looseObject({
    tiktokPrivacyLevel: text(100),
    tiktokAllowComment: flag,
    tiktokAllowDuet: flag,
    tiktokAllowStitch: flag,
    tiktokCommercialContent: flag,
    tiktokBrandOrganic: flag,
    tiktokBrandedContent: flag,
    tiktokAutoAddMusic: flag,
    tiktokAiGenerated: flag,
    tiktokCoverTimestampMs: z.int().min(0),
    title,
  }),
  YOUTUBE: z.looseObject({
    title,
    privacyStatus: z.enum(['public', 'unlisted', 'private']),
    tags: z.array(text(100)).max(100),
    categoryId: z.string().regex(/^\d{1,3}$/),
    madeForKids: flag,
    language: text(35),
    notifySubscribers: flag,
    embeddable: flag,
    license: z.enum(['youtube', 'creativeCommon']),
    containsSyntheticMedia: flag,
  }),
  PINTEREST: z.looseObject({
    title,
    boardId: z.string().regex(/^\d{1,30}$/),
    boardSectionId: z.string().regex(/^\d{1,30}$/),
    link: web,
    coverImageUrl: web,
    coverKeyFrameSeconds: z.number().min(0),
    altText,
  }),
  REDDIT: z.looseObject({
    title,
    subreddit: z.string().regex(/^(r\/|u_)?\w{2,30}$/),
    link: web,
    flairId: text(100),
    flairText: text(64),
    nsfw: flag,
    spoiler: flag,
    sendReplies: flag,
  }),
  SNAPCHAT: z.looseObject({
    placement: z.enum(['STORY', 'SPOTLIGHT', 'SAVED_STORY']),
    title,
    locale: text(35),
    skipSaveToProfile: flag,
  }),
  TELEGRAM: z.looseObject({
    parseMode: z.enum(['HTML', 'MarkdownV2', 'Markdown']),
    disablePreview: flag,
    disableNotification: flag,
    protectContent: flag,
    messageThreadId: z.int().min(1),
  }),
  GOOGLE_BUSINESS: z.looseObject({
    topicType: z.enum(['STANDARD', 'EVENT', 'OFFER']),
    languageCode: text(35),
    callToAction: z.object({
      actionType: z.enum(['BOOK', 'ORDER', 'SHOP', 'LEARN_MORE', 'SIGN_UP', 'CALL']),
      url: web.optional(),
    }),
    event: z.object({
      title: text(200),
      startsAt: z.iso.datetime({ offset: true }),
      endsAt: z.iso.datetime({ offset: true }),
    }),
    offer: z.object({
      couponCode: text(58).optional(),
      redeemUrl: web.optional(),
      terms: text(5000).optional(),
    }),
  }),
  MASTODON: z.looseObject({
    visibility: z.enum(['public', 'unlisted', 'private', 'direct']),
    spoilerText: text(500),
    language: text(35),
    sensitive: flag,
    altText,
  }),
  WHATSAPP: z.looseObject({
    recipientPhone: z.union([phone, z.string().regex(/^[A-Z]{2}\.(?:ENT\.)?[A-Za-z0-9]{1,128}$/)], {
      error: 'must be a phone number in E.164 form, for example +15551234567, or a business-scoped user id',
    }),
    template: z.object({
      name: text(512),
      language: text(35),
      components: z.array(z.record(z.string(), z.unknown())).max(20).optional(),
    }),
    previewUrl: flag,
  }),
} as const satisfies Record<Platform, z.ZodObject>;

/** The known fields of one platform, as a publisher reads them: each may be absent. */
export type PlatformFields<P extends Platform> = Readonly<Partial<z.infer<(typeof platformFields)[P]>>>;
