import type { ProvisionRequest } from '@social-publishing/platform-sandbox';
import type { Platform } from '../../../../../domain/platforms/platform.ts';
import type { MediaFile, Rendered } from '../../../../../domain/platforms/publisher.ts';
import { rendered, threadOf } from '../lab.ts';
import { sampleFile, samples } from '../sample-media.ts';

/** One post whose every call to the platform is to be broken in every way. */
export type Scenario = Readonly<{
  name: string;
  post: Rendered;
  /** Sent under the post where the platform has first comments. */
  comment?: string;
  oauthVersion?: 'instagram_login' | 'fb_login';
  /** The platform has no way to look up a send: the outcome may stay unknown, visibly. */
  blind?: true;
}>;

const mebibyte = 1024 * 1024;
/** Just more than one part, so that an upload can break in its middle. */
const film = (parts: number): MediaFile => sampleFile('video/mp4', parts * mebibyte + 17);
const words = 'Every word once: see https://example.com/?a=1&b=2';
const comment = 'The first word';

const of = (platform: Platform, name: string, post: Rendered, more: Partial<Scenario> = {}): Scenario => ({
  name,
  post: { ...post, platform },
  ...more,
});
const pictured = (platform: Platform, count = 1): Rendered =>
  rendered(
    platform,
    words,
    Array.from({ length: count }, () => samples.image()),
  );
const threaded = (platform: Platform): Rendered =>
  threadOf(platform, [['The beginning', [samples.image()]], ['The middle'], ['The middle']]);
const filmed = (platform: Platform, parts: number): Rendered => rendered(platform, words, [film(parts)]);

const everyone = { tiktokPrivacyLevel: 'PUBLIC_TO_EVERYONE' };
const recipient = { recipientPhone: '+15551234567' };

/** What is published on each platform; a later scenario adds the calls the earlier ones do not make. */
export const scenarios: Readonly<Record<Platform, readonly Scenario[]>> = {
  TWITTER: [of('TWITTER', 'thread', threaded('TWITTER')), of('TWITTER', 'video', filmed('TWITTER', 5))],
  LINKEDIN: [
    of('LINKEDIN', 'image', pictured('LINKEDIN'), { comment }),
    of('LINKEDIN', 'video', filmed('LINKEDIN', 4)),
  ],
  INSTAGRAM: [
    of('INSTAGRAM', 'carousel', pictured('INSTAGRAM', 2), { comment, oauthVersion: 'fb_login' }),
    of('INSTAGRAM', 'reel', filmed('INSTAGRAM', 1), { oauthVersion: 'fb_login' }),
    of('INSTAGRAM', 'direct', pictured('INSTAGRAM'), { oauthVersion: 'instagram_login' }),
  ],
  FACEBOOK: [
    of('FACEBOOK', 'photos', pictured('FACEBOOK', 2), { comment }),
    of('FACEBOOK', 'video', filmed('FACEBOOK', 4)),
    of('FACEBOOK', 'reel', { ...filmed('FACEBOOK', 1), contentType: 'REEL' }),
    of('FACEBOOK', 'story', { ...pictured('FACEBOOK'), contentType: 'STORY' }),
    of('FACEBOOK', 'film story', { ...filmed('FACEBOOK', 1), contentType: 'STORY' }),
  ],
  THREADS: [
    of('THREADS', 'thread', threaded('THREADS'), { comment }),
    of('THREADS', 'carousel', pictured('THREADS', 2)),
  ],
  BLUESKY: [of('BLUESKY', 'thread', threaded('BLUESKY'))],
  TIKTOK: [
    of('TIKTOK', 'video', { ...filmed('TIKTOK', 10), metadata: everyone }, { comment }),
    of('TIKTOK', 'photos', { ...pictured('TIKTOK', 2), metadata: everyone }, { blind: true }),
  ],
  YOUTUBE: [of('YOUTUBE', 'video', { ...filmed('YOUTUBE', 8), metadata: { title: 'The film' } }, { comment })],
  PINTEREST: [of('PINTEREST', 'image', pictured('PINTEREST')), of('PINTEREST', 'video', filmed('PINTEREST', 1))],
  REDDIT: [
    of('REDDIT', 'image', pictured('REDDIT'), { comment }),
    of('REDDIT', 'video', filmed('REDDIT', 1)),
    of('REDDIT', 'gallery', pictured('REDDIT', 2)),
    of('REDDIT', 'text', rendered('REDDIT', words)),
  ],
  SNAPCHAT: [of('SNAPCHAT', 'spotlight', filmed('SNAPCHAT', 8), { blind: true })],
  TELEGRAM: [of('TELEGRAM', 'album', pictured('TELEGRAM', 2), { blind: true })],
  GOOGLE_BUSINESS: [of('GOOGLE_BUSINESS', 'image', pictured('GOOGLE_BUSINESS'))],
  MASTODON: [of('MASTODON', 'thread', threaded('MASTODON')), of('MASTODON', 'video', filmed('MASTODON', 1))],
  WHATSAPP: [of('WHATSAPP', 'images', { ...pictured('WHATSAPP', 2), metadata: recipient }, { blind: true })],
};

/** What the account of a scenario is like. */
export const wantsOf = ({ oauthVersion }: Scenario): Partial<ProvisionRequest> => ({
  ...(oauthVersion && { oauthVersion }),
});
