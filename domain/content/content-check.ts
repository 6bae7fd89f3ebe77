import type { ContentType, Platform } from '../platforms/platform.ts';
import { contentTypeFor, type MediaFacts } from './media-facts.ts';
import {
  advice,
  checkOf,
  gather,
  located,
  nothingFound,
  problem,
  type Check,
  type Findings,
  type PostCheck,
} from './finding.ts';
import { mediaFindings } from './media-rules.ts';
import { platformRules } from './platform-rules.ts';
import { type PlatformRules } from './content-rules.ts';
import { readings, type Read } from './text-counts.ts';
import { tiktokFindings } from './tiktok-rules.ts';

export type ThreadItemFacts = Readonly<{ sequence: number; text: string; media: readonly MediaFacts[] }>;

/** One post in its form for one platform: overrides applied, media looked up. */
export type ContentInput = Readonly<{
  platform: Platform;
  text: string;
  /**
   * Derived from media and thread items where absent. Naming the derived type explicitly changes
   * nothing.
   */
  contentType?: ContentType | undefined;
  media: readonly MediaFacts[];
  /** In order, item 1 is the root. Its text and media are checked instead of the post's own. */
  threadItems?: readonly ThreadItemFacts[] | undefined;
  /**
   * The platform's metadata merged over the post-level `metadata`. Absent where the request cannot
   * contain any (POST /v1/posts/validate): then missing metadata is a warning, not an error.
   */
  metadata?: Readonly<Record<string, unknown>> | undefined;
  firstComment?: string | undefined;
}>;

const textFindings = (text: string, { name, text: rules }: PlatformRules, what: string, read: Read): Findings => {
  const { limit, unit, bytes } = rules;
  const length = read(unit, text) + (rules.emojiInBytes ? read('emojiSurplus', text) : 0);
  const size = bytes === undefined ? 0 : read('bytes', text);
  if (length > limit)
    return problem('CONTENT_TOO_LONG', `${what} is ${length} characters long; ${name} takes at most ${limit}`);
  if (bytes === undefined || size <= bytes.limit) return nothingFound;
  const message = `${what} is ${size} bytes long; ${name} takes at most ${bytes.limit}`;
  return bytes.blocking ? problem('CONTENT_TOO_LONG', message) : advice('TEXT_MAY_BE_TOO_LONG', message);
};

const hashtagFindings = (text: string, comment: string, { name, hashtags }: PlatformRules, read: Read): Findings => {
  if (hashtags === undefined) return nothingFound;
  const inText = read('hashtags', text);
  const most = Math.max(inText, read('hashtags', comment));
  const [min, max] = hashtags.recommended ?? [1, hashtags.hard ?? Infinity];
  if (hashtags.hard !== undefined && most > hashtags.hard)
    return located(
      problem('TOO_MANY_HASHTAGS', `${most} hashtags; ${name} takes at most ${hashtags.hard}`),
      inText > hashtags.hard ? 'content' : 'firstComment',
    );
  if (most === 0 && min > 0) return advice('NO_HASHTAGS', `No hashtags; on ${name} they help a post to be found`);
  if (hashtags.soft !== undefined && inText > hashtags.soft)
    return advice('TOO_MANY_HASHTAGS', `${inText} hashtags; more than ${hashtags.soft} hurt a post on ${name}`);
  return inText > max
    ? advice('TOO_MANY_HASHTAGS', `${inText} hashtags; for ${name} at most ${max} are recommended`)
    : nothingFound;
};

const referenceFindings = (text: string, { name, mentions, links }: PlatformRules, read: Read): Findings => {
  const found: Findings[] = [];
  const mentioned = mentions === undefined ? 0 : read('mentions', text);
  if (mentions !== undefined && mentioned > mentions.max)
    found.push(problem('TOO_MANY_MENTIONS', `${mentioned} mentions; ${name} takes at most ${mentions.max}`));
  if (links !== undefined) {
    const linked = read('links', text);
    if (links.clickable === false && linked > 0)
      found.push(advice('LINKS_NOT_CLICKABLE', `Links in the text cannot be clicked on ${name}`));
    if (links.advisedMax !== undefined && linked > links.advisedMax)
      found.push(advice('TOO_MANY_LINKS', `${linked} links; ${name} documents at most ${links.advisedMax}`));
  }
  return gather(found);
};

/** Where the token that posts may have no right to comment. */
const tokenForComments: Readonly<Partial<Record<Platform, string>>> = {
  TIKTOK: 'with a business token',
  LINKEDIN: 'that came by the organization login, not by the member login',
};

const commentFindings = (platform: Platform, comment: string, { name, firstComment }: PlatformRules): Findings => {
  if (comment === '') return nothingFound;
  if (!firstComment.supported)
    return advice('FIRST_COMMENT_NOT_SUPPORTED', `${name} has no first comments; it will not be sent there`);
  if (firstComment.limit !== undefined && comment.length > firstComment.limit)
    return advice(
      'FIRST_COMMENT_TOO_LONG',
      `The first comment is ${comment.length} characters long; ${name} takes ${firstComment.limit}`,
    );
  const needed = tokenForComments[platform];
  return needed === undefined
    ? nothingFound
    : advice('FIRST_COMMENT_NEEDS_OTHER_TOKEN', `${name} takes first comments only from accounts ${needed}`);
};

const metadataFindings = (input: ContentInput, { name, title }: PlatformRules): Findings => {
  const { metadata, platform } = input;
  const found: Findings[] = platform === 'TIKTOK' ? [tiktokFindings(metadata)] : [];
  if (platform === 'WHATSAPP') found.push(recipientFindings(metadata));
  if (metadata === undefined) return gather(found);
  const given = metadata['title'];
  if (title !== undefined) {
    if (typeof given !== 'string' || given.trim() === '')
      found.push(advice('TITLE_FROM_TEXT', `No title for ${name}; the first line of the text will be used`));
    else if (given.trim().length > title.limit)
      found.push(
        located(
          problem(
            'CONTENT_TOO_LONG',
            `The title is ${given.trim().length} characters long; ${name} takes ${title.limit}`,
          ),
          'title',
        ),
      );
  }
  if (platform === 'WHATSAPP' && metadata['template'] === undefined)
    found.push(
      advice(
        'WHATSAPP_WINDOW',
        'WhatsApp delivers free text only within 24 hours of the last message of the recipient; a template goes out at any time, ' +
          'as does a text with at most one file where the account has a template `post_text` (`post_image`, `post_video`)',
      ),
    );
  return gather(found);
};

/** A message without a recipient is never sent; the recipient can be given until the post is due. */
const recipientFindings = (metadata: ContentInput['metadata']): Findings => {
  if (typeof metadata?.['recipientPhone'] === 'string') return nothingFound;
  return advice('RECIPIENT_REQUIRED', 'WhatsApp sends to platformMetadata.WHATSAPP.recipientPhone; none is given');
};

const typeFindings = (input: ContentInput, contentType: ContentType, rules: PlatformRules): Findings => {
  const items = input.threadItems?.length ?? 0;
  const empty = input.text.trim() === '' && input.media.length === 0 && items === 0;
  // An explicit type that equals the derived one is not checked on its own: where the media do not
  // fit, the rules of the media have the better message.
  const asked = contentType === 'THREAD' || contentType !== contentTypeFor({ media: input.media });
  return gather([
    empty && rules.mediaRequired === 'none'
      ? located(problem('CONTENT_TYPE_REQUIRED', 'The post is empty: give it a text or media'), 'content')
      : nothingFound,
    !asked || contentType === 'TEXT' || rules.contentTypes.includes(contentType)
      ? nothingFound
      : problem('CONTENT_TYPE_NOT_SUPPORTED', `${rules.name} does not support ${contentType} posts`),
    contentType === 'THREAD' && items === 0 && rules.contentTypes.includes('THREAD')
      ? advice('THREAD_WITHOUT_ITEMS', 'A THREAD without threadItems is a single post')
      : nothingFound,
    contentType !== 'THREAD' && items > 0
      ? advice('THREAD_ITEMS_IGNORED', `threadItems are used only by THREAD posts, not by ${contentType}`)
      : nothingFound,
  ]);
};

/** A part of a post, with its name in sentences, and where its fields are in a request. */
type Part = ThreadItemFacts & Readonly<{ what: string; prefix: string }>;

const partFindings = (platform: Platform, part: Part, contentType: ContentType, read: Read): Findings => {
  const { text, media, what, prefix } = part;
  const isEmpty = text.trim() === '' && media.length === 0 && contentType === 'THREAD';
  const ofText = gather([
    textFindings(text, platformRules[platform], what, read),
    referenceFindings(text, platformRules[platform], read),
    isEmpty ? problem('CONTENT_TYPE_REQUIRED', `${what} is empty: give it a text or media`) : nothingFound,
  ]);
  return gather([
    located(ofText, `${prefix}content`),
    located(mediaFindings(platform, media, contentType), `${prefix}mediaIds`),
  ]);
};

const itemFindings = (input: ContentInput, contentType: ContentType, read: Read): readonly Findings[] => {
  const items = contentType === 'THREAD' ? (input.threadItems ?? []) : [];
  if (items.length > 0)
    return items.map((item) => {
      const part = { ...item, what: `Thread item ${item.sequence}`, prefix: `threadItems.${item.sequence - 1}.` };
      return partFindings(input.platform, part, contentType, read);
    });
  const type = contentType === 'THREAD' ? 'TEXT' : contentType;
  const whole = { sequence: 1, text: input.text, media: input.media, what: 'The text', prefix: '' };
  return [partFindings(input.platform, whole, type, read)];
};

/**
 * The rules of one platform applied to one post, without its accounts; see `checkAccount` for those. `read` remembers
 * what it read of the texts that several platforms get.
 */
export const contentFindings = (input: ContentInput, read: Read = readings()): Findings => {
  const rules = platformRules[input.platform];
  const contentType = contentTypeFor(input);
  const items = contentType === 'THREAD' ? (input.threadItems ?? []) : [];
  const wholeText = items.length > 0 ? items.map((item) => item.text).join('\n') : input.text;
  const comment = input.firstComment ?? '';
  return gather([
    typeFindings(input, contentType, rules),
    ...itemFindings(input, contentType, read),
    hashtagFindings(wholeText, comment, rules, read),
    commentFindings(input.platform, comment, rules),
    metadataFindings(input, rules),
  ]);
};

export const checkContent = (input: ContentInput, read?: Read): Check => checkOf(contentFindings(input, read));

/** `checkContent` for each platform of a post, each with its own rendering. Repeated platforms are checked once. */
export const checkPost = (platforms: readonly Platform[], render: (platform: Platform) => ContentInput): PostCheck => {
  const read = readings();
  const checks = [...new Set(platforms)].map((platform) => [platform, checkContent(render(platform), read)] as const);
  return { valid: checks.every(([, check]) => check.valid), platforms: Object.fromEntries(checks) };
};

/** The check where the operator runs these platforms' servers: what the platform's own servers may refuse does not count. */
export const onOwnServers = (check: PostCheck, own: readonly Platform[]): PostCheck => ({
  ...check,
  platforms: Object.fromEntries(
    Object.entries(check.platforms).map(([platform, one]) => [
      platform,
      own.some((one) => one === platform)
        ? { ...one, warnings: one.warnings.filter(({ code }) => code !== 'MEDIA_MAY_BE_REJECTED') }
        : one,
    ]),
  ),
});
