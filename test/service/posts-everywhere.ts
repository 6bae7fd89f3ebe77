import { platformRules } from '../../domain/content/platform-rules.ts';
import { platforms, type Platform } from '../../domain/platforms/platform.ts';
import { until } from '../support/until.ts';
import { muxed } from '../infra/adapters/media/sample-videos.ts';
import type { Client } from '../support/service-client.ts';

/** What each platform needs beside words and media. */
const metadata: Readonly<Partial<Record<Platform, Readonly<Record<string, unknown>>>>> = {
  TIKTOK: { tiktokPrivacyLevel: 'PUBLIC_TO_EVERYONE' },
  YOUTUBE: { title: 'The film' },
  WHATSAPP: { recipientPhone: '+15551234567' },
};

type Kind = 'words' | 'picture' | 'film';

const kindsOf = (platform: Platform): readonly Kind[] => {
  const { contentTypes } = platformRules[platform];
  // A picture on Snapchat is a story, which carries no text to know it by.
  const wordless = platform === 'SNAPCHAT' || !contentTypes.includes('IMAGE');
  return [
    ...(contentTypes.includes('TEXT') ? (['words'] as const) : []),
    ...(wordless ? [] : (['picture'] as const)),
    // Google Business Profile takes no video in a post.
    ...(contentTypes.includes('VIDEO') && platform !== 'GOOGLE_BUSINESS' ? (['film'] as const) : []),
  ];
};

const types = { words: 'TEXT', picture: 'IMAGE', film: 'VIDEO' } as const;

/** A film of some eleven megabytes, as a person uploads it: several parts on the platforms that take parts. */
const uploadedFilm = async (client: Client): Promise<string> => {
  const bytes = await muxed('mp4', { width: 720, height: 1280, frames: 70, frameBytes: 155_000 });
  const asked = { filename: 'film.mp4', contentType: 'video/mp4', sizeBytes: bytes.length };
  type Upload = { mediaId: string; uploadUrl: string; uploadHeaders: Record<string, string> };
  const upload = await client.expect<Upload>(201, 'POST', '/media/upload', asked);
  const sent = await fetch(upload.uploadUrl, {
    method: 'PUT',
    headers: upload.uploadHeaders,
    body: Uint8Array.from(bytes),
  });
  if (!sent.ok) throw new Error(`the film was not taken: ${sent.status} ${await sent.text()}`);
  const path = `/media/${upload.mediaId}`;
  const isReady = async () => (await client.expect<{ status: string }>(200, 'GET', path)).status === 'READY';
  await until('the film is ready', isReady, 30_000);
  return upload.mediaId;
};

/** `wave`: which of the given times it is scheduled for. */
export type PostEverywhere = Readonly<{ id: string; platform: Platform; content: string; wave: number }>;

/**
 * Schedules words, a picture and a film on every platform, as far as it takes them: a post of its own each, spread over the given
 * times (ISO 8601) by chance, the first of each platform with a first comment where it has those.
 */
export const scheduleEverywhere = async (
  client: Client,
  times: readonly string[],
): Promise<readonly PostEverywhere[]> => {
  const given = { url: 'https://files.example.com/picture.jpg', contentType: 'image/jpeg' };
  const picture = (await client.expect<{ id: string }>(201, 'POST', '/media/register', given)).id;
  const media = { words: [], picture: [picture], film: [await uploadedFilm(client)] };
  const wanted = platforms
    .flatMap((platform) => kindsOf(platform).map((kind, nth) => ({ platform, kind, nth, lot: Math.random() })))
    .sort((one, other) => one.lot - other.lot);
  // WhatsApp takes free words for people who have written within a day.
  const author = { id: '15551234567', username: 'zoe' };
  const [accountId] = client.accounts(['WHATSAPP']);
  await client.expect(201, 'POST', '/sandbox/inbox/messages', { accountId, text: 'Hello', author });
  const posts: PostEverywhere[] = [];
  for (const [index, { platform, kind, nth }] of wanted.entries()) {
    const content = `A ${kind} for ${platform.toLowerCase()}`;
    // A lost answer about TikTok photos has no look, and no comment follows. Its comments are in the fault matrix.
    const comments = nth === 0 && platformRules[platform].firstComment.supported && platform !== 'TIKTOK';
    const wave = index % times.length;
    const { id } = await client.createPost(content, {
      accountIds: client.accounts([platform]),
      contentType: types[kind],
      mediaIds: media[kind],
      scheduledFor: times[wave],
      ...(metadata[platform] && { platformMetadata: { [platform]: metadata[platform] } }),
      ...(comments && { firstComment: `Under ${content}`, firstCommentDelay: 0 }),
    });
    posts.push({ id, platform, content, wave });
  }
  return posts;
};
