import fc from 'fast-check';

const https = 'https://example.com/hook';

/** A day and a time that lie ahead on the clock of any test, and some that lie behind it. */
const ahead = ['2030-05-01T12:00:00Z', '2030-05-02T09:30:00+02:00'];
const behind = ['2026-11-01', '2026-11-01T00:00:00Z'];

/**
 * What a property of this name mostly holds: a fuzzer that knows nothing of the words is refused at the door and never sees what is
 * behind it.
 */
const words: Readonly<Record<string, readonly unknown[]>> = {
  platform: ['TWITTER', 'linkedin', 'BLUESKY'],
  platforms: ['TWITTER', 'LINKEDIN', 'BLUESKY'],
  targetPlatforms: ['TWITTER', 'INSTAGRAM'],
  content: ['Hello, world', 'Read more: https://example.com/a #news'],
  text: ['Hello, world'],
  url: [https],
  mediaUrl: ['https://example.com/a.png'],
  redirectUri: [https],
  callbackUrl: [https],
  filename: ['a.png', 'b.mp4'],
  contentType: ['image/png', 'video/mp4', 'TEXT'],
  sizeBytes: [1000],
  size: [1000],
  fileSizeMb: [1],
  scheduledFor: ahead,
  expiresAt: ahead,
  from: behind,
  startDate: behind,
  to: ['2026-11-30', '2026-11-30T00:00:00Z'],
  endDate: ['2026-11-30'],
  scopes: ['posts:read', 'media:write'],
  allowedIps: ['127.0.0.1'],
  events: ['post.published', 'post.failed'],
  timezone: ['UTC', 'Europe/Rome'],
  time: ['09:00', '17:30'],
  metrics: [{ likes: 3 }],
  platformPostId: ['12345'],
  platformPostUrl: ['https://example.com/12345'],
  accessToken: ['a-token'],
  metadata: [{ title: 'A title' }],
  platformMetadata: [{ PINTEREST: { title: 'A title' } }],
};

/** Optional, and more often than not a reason to be refused. */
const rare = new Set([
  'logo',
  'threadItems',
  'media',
  'cursor',
  'version',
  'overrides',
  'platformOverrides',
  'personaId',
  'queue',
  'mediaIds',
  'firstCommentDelay',
  'extra',
  'instanceUrl',
  'oauthVersion',
  'accountType',
  'altText',
  'credentials',
]);

/** Leaves a property out. */
export const leftOut: fc.Arbitrary<unknown> = fc.constant(undefined);

/** Fresh texts where two of the same would meet. */
const fresh: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  email: fc.uuid().map((text) => `${text}@example.com`),
  slug: fc.uuid().map((text) => `s-${text}`),
  name: fc.uuid().map((text) => `Name ${text.slice(0, 8)}`),
};

/** What a property of this name mostly holds; `undefined` where nothing is known of it. */
export const likelyFor = (
  name: string,
  ids: Readonly<Record<string, readonly string[]>>,
): fc.Arbitrary<unknown> | undefined => {
  if (rare.has(name)) return leftOut;
  const known = ids[name.replace(/s$/, '')];
  if (known && known.length > 0) return fc.constantFrom(...known);
  return fresh[name] ?? (words[name] ? fc.constantFrom(...words[name]) : undefined);
};
