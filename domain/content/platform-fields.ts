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
/** A field with the words that the OpenAPI document has of it. */
const about = <Field extends z.ZodType>(field: Field, description: string): Field => field.meta({ description });
/** E.164, the form of WhatsApp's recipients. */
const phone = z.string().regex(/^\+?[1-9]\d{6,14}$/, 'must be a phone number in E.164 form, for example +15551234567');

/**
 * The `platformMetadata` fields of each platform, all optional. A request with any other is refused. An
 * earlier version stored others, and a publisher leaves them out. Length limits here only bound requests;
 * the content check enforces the platforms' limits.
 */
export const platformFields = {
  TWITTER: z.looseObject({
    replySettings: about(
      z.enum(['following', 'mentionedUsers', 'subscribers', 'verified']),
      'Who may reply; everyone where it is left out',
    ),
    quoteTweetId: about(z.string().regex(/^\d{1,19}$/), 'The id of the post that this one quotes'),
    communityId: about(z.string().regex(/^\d{1,19}$/), 'The community that the post goes to'),
    madeWithAi: about(flag, 'Whether the post is labelled as made with AI'),
    paidPartnership: about(flag, 'Whether the post is labelled as a paid partnership'),
    altText,
  }),
  LINKEDIN: z.looseObject({
    visibility: about(z.enum(['PUBLIC', 'CONNECTIONS', 'LOGGED_IN']), 'Who sees the post; PUBLIC where it is left out'),
    link: about(web, 'The page that the post shows as a card'),
    linkTitle: about(text(400), 'The title of the card'),
    linkDescription: about(text(4000), 'The text of the card'),
    documentTitle: about(text(400), 'The title of an attached document'),
    disableReshare: about(flag, 'Whether sharing the post again is switched off'),
    altText,
  }),
  INSTAGRAM: z.looseObject({
    locationId: about(text(100), 'The place of the post, by its id on the platform'),
    collaborators: about(z.array(text(100)).max(3), 'Names of accounts that are asked to share the post as theirs'),
    coverUrl: about(web, 'The address of the cover of a reel'),
    thumbOffsetMs: about(z.int().min(0), 'The moment of the video that becomes its cover, in milliseconds'),
    shareToFeed: about(flag, 'Whether a reel appears in the feed too'),
    altText,
  }),
  FACEBOOK: z.looseObject({
    link: about(web, 'The page that the post shows as a card'),
    title: about(title, 'The title of a video'),
    altText,
  }),
  THREADS: z.looseObject({
    replyControl: about(
      z.enum(['everyone', 'accounts_you_follow', 'mentioned_only', 'parent_post_author_only', 'followers_only']),
      'Who may reply; everyone where it is left out',
    ),
    link: about(web, 'The page that the post shows as a card'),
    topicTag: about(text(50), 'The topic of the post, without its sign'),
    quotePostId: about(text(100), 'The id of the post that this one quotes'),
    altText,
  }),
  BLUESKY: z.looseObject({
    languages: about(z.array(text(35)).max(3), 'The languages of the post, as BCP 47 tags'),
    labels: about(z.array(z.enum(['sexual', 'nudity', 'porn', 'graphic-media'])).max(4), 'What the post warns of'),
    link: about(web, 'The page that the post shows as a card'),
    linkTitle: about(text(300), 'The title of the card'),
    linkDescription: about(text(1000), 'The text of the card'),
    altText,
  }),
  TIKTOK: z.looseObject({
    tiktokPrivacyLevel: about(text(100), "Who sees the post: one of the account's `privacyLevelOptions`. Required"),
    tiktokAllowComment: about(flag, 'Whether people may comment'),
    tiktokAllowDuet: about(flag, 'Whether people may make duets'),
    tiktokAllowStitch: about(flag, 'Whether people may make stitches'),
    tiktokCommercialContent: about(flag, 'Whether the post is disclosed as commercial'),
    tiktokBrandOrganic: about(flag, 'Commercial: whether it promotes the own business'),
    tiktokBrandedContent: about(flag, 'Commercial: whether it promotes the business of others'),
    tiktokAutoAddMusic: about(flag, 'Whether the platform adds music to pictures'),
    tiktokAiGenerated: about(flag, 'Whether the post is labelled as made with AI'),
    tiktokCoverTimestampMs: about(z.int().min(0), 'The moment of the video that becomes its cover, in milliseconds'),
    title: about(title, 'The title of a post of pictures'),
  }),
  YOUTUBE: z.looseObject({
    title: about(title, "The title; the text's first line where it is left out"),
    privacyStatus: about(z.enum(['public', 'unlisted', 'private']), 'Who sees the video; public where it is left out'),
    tags: about(z.array(text(100)).max(100), 'Words that the video is found by'),
    categoryId: about(z.string().regex(/^\d{1,3}$/), "The platform's id of the category"),
    madeForKids: about(flag, 'Whether the video is made for children'),
    language: about(text(35), 'The language of the video, as a BCP 47 tag'),
    notifySubscribers: about(flag, 'Whether subscribers hear of it'),
    embeddable: about(flag, 'Whether other pages may show it'),
    license: about(z.enum(['youtube', 'creativeCommon']), 'The licence of the video'),
    containsSyntheticMedia: about(flag, 'Whether the video is labelled as changed or made by AI'),
  }),
  PINTEREST: z.looseObject({
    title: about(title, 'The title of the Pin'),
    boardId: about(z.string().regex(/^\d{1,30}$/), 'The board; that of the account where it is left out'),
    boardSectionId: about(z.string().regex(/^\d{1,30}$/), 'The section of the board'),
    link: about(web, 'The page that the Pin leads to'),
    coverImageUrl: about(web, 'The address of the cover of a video'),
    coverKeyFrameSeconds: about(z.number().min(0), 'The moment of the video that becomes its cover, in seconds'),
    altText,
  }),
  REDDIT: z.looseObject({
    title: about(title, "The title; the text's first line where it is left out"),
    subreddit: about(
      z.string().regex(/^(r\/|u_)?\w{2,30}$/),
      'Where it is posted: a subreddit, or a profile as u_name',
    ),
    link: about(web, 'The page that the post links to'),
    flairId: about(text(100), 'The flair, by its id in the subreddit'),
    flairText: about(text(64), 'The words of a flair that can be edited'),
    nsfw: about(flag, 'Whether it is marked as not safe for work'),
    spoiler: about(flag, 'Whether it is marked as a spoiler'),
    sendReplies: about(flag, 'Whether replies go to the inbox of the account'),
  }),
  SNAPCHAT: z.looseObject({
    placement: about(z.enum(['STORY', 'SPOTLIGHT', 'SAVED_STORY']), 'Where it appears'),
    title: about(title, 'The title of a saved story'),
    locale: about(text(35), 'The language of the post, as a BCP 47 tag'),
    skipSaveToProfile: about(flag, 'Whether a Spotlight is left out of the profile'),
  }),
  TELEGRAM: z.looseObject({
    parseMode: about(
      z.enum(['HTML', 'MarkdownV2', 'Markdown']),
      'How the text is marked up; plain where it is left out',
    ),
    disablePreview: about(flag, 'Whether links have no preview'),
    disableNotification: about(flag, 'Whether it arrives without a sound'),
    protectContent: about(flag, 'Whether it cannot be forwarded or saved'),
    messageThreadId: about(z.int().min(1), 'The topic of a forum that it goes to'),
  }),
  GOOGLE_BUSINESS: z.looseObject({
    topicType: about(z.enum(['STANDARD', 'EVENT', 'OFFER']), 'Which kind of local post it is'),
    languageCode: about(text(35), 'The language of the post, as a BCP 47 tag'),
    callToAction: about(
      z.object({
        actionType: about(z.enum(['BOOK', 'ORDER', 'SHOP', 'LEARN_MORE', 'SIGN_UP', 'CALL']), 'What the button does'),
        url: about(web, 'Where the button leads; CALL has none').optional(),
      }),
      'The button below the post',
    ),
    event: about(
      z.object({
        title: about(text(200), 'The name of the event'),
        startsAt: about(z.iso.datetime({ offset: true }), 'When it begins'),
        endsAt: about(z.iso.datetime({ offset: true }), 'When it ends'),
      }),
      'What takes place, and when',
    ),
    offer: about(
      z.object({
        couponCode: about(text(58), 'The code that people give').optional(),
        redeemUrl: about(web, 'Where the offer is taken').optional(),
        terms: about(text(5000), 'The conditions').optional(),
      }),
      'What is offered',
    ),
  }),
  MASTODON: z.looseObject({
    visibility: about(
      z.enum(['public', 'unlisted', 'private', 'direct']),
      "Who sees the post; the account's own setting where it is left out",
    ),
    spoilerText: about(text(500), 'The warning that covers the text'),
    language: about(text(35), 'The language of the post, as an ISO 639 code'),
    sensitive: about(flag, 'Whether the media are covered'),
    altText,
  }),
  WHATSAPP: z.looseObject({
    recipientPhone: about(
      z.union([phone, z.string().regex(/^[A-Z]{2}\.(?:ENT\.)?[A-Za-z0-9]{1,128}$/)], {
        error: 'must be a phone number in E.164 form, for example +15551234567, or a business-scoped user id',
      }),
      'The person it goes to: a phone number in E.164 form, or a business-scoped user id',
    ),
    template: about(
      z.object({
        name: about(text(512), 'Its name on the platform'),
        language: about(text(35), 'Its language, for example en_US'),
        components: about(
          z.array(z.record(z.string(), z.unknown())).max(20),
          'The values of its placeholders, in the form of the platform',
        ).optional(),
      }),
      'The approved template that is sent instead of the text',
    ),
    previewUrl: about(flag, 'Whether a link has a preview'),
  }),
} as const satisfies Record<Platform, z.ZodObject>;

/** The known fields of one platform, as a publisher reads them: each may be absent. */
export type PlatformFields<P extends Platform> = Readonly<Partial<z.infer<(typeof platformFields)[P]>>>;
