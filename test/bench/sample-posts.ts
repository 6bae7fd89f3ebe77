import type { Platform } from '../../domain/platforms/platform.ts';
import type { Client } from '../support/service-client.ts';

type Sample = Readonly<{
  media?: 'image' | 'video';
  metadata?: Readonly<Record<string, unknown>>;
}>;

/** What is posted to each platform: text, an image or a video, as it comes and as the platform needs it. */
export const samplePosts: Readonly<Record<Platform, Sample>> = {
  TWITTER: {},
  LINKEDIN: { media: 'image' },
  INSTAGRAM: { media: 'image' },
  FACEBOOK: { media: 'image' },
  THREADS: {},
  BLUESKY: { media: 'image' },
  TIKTOK: { media: 'video', metadata: { tiktokPrivacyLevel: 'PUBLIC_TO_EVERYONE' } },
  YOUTUBE: { media: 'video', metadata: { title: 'The film' } },
  PINTEREST: { media: 'image' },
  REDDIT: {},
  SNAPCHAT: { media: 'video' },
  TELEGRAM: { media: 'image' },
  GOOGLE_BUSINESS: {},
  MASTODON: { media: 'video' },
  WHATSAPP: { metadata: { recipientPhone: '+15551234567' } },
};

const types = { image: 'image/jpeg', video: 'video/mp4' } as const;

/** Makes an image and a video known to a workspace: files at other people's addresses, which test mode simulates. */
export const sampleMedia = async (client: Client): Promise<Readonly<Record<'image' | 'video', string>>> => {
  const registered = async (kind: 'image' | 'video'): Promise<string> => {
    const body = { url: `https://files.example.com/sample-${kind}`, contentType: types[kind] };
    return (await client.expect<{ id: string }>(201, 'POST', '/media/register', body)).id;
  };
  return { image: await registered('image'), video: await registered('video') };
};

/** The request for one post to one platform. */
export const samplePost = (
  client: Client,
  platform: Platform,
  media: Readonly<Record<'image' | 'video', string>>,
  content: string,
): object => {
  const sample = samplePosts[platform];
  return {
    content,
    accountIds: client.accounts([platform]),
    contentType: sample.media === undefined ? 'TEXT' : sample.media === 'image' ? 'IMAGE' : 'VIDEO',
    ...(sample.media && { mediaIds: [media[sample.media]] }),
    ...(sample.metadata && { platformMetadata: { [platform]: sample.metadata } }),
  };
};
