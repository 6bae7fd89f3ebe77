import type { PostPorts } from '../../../commands/posts/ports.ts';
import type { WriteContext, WriteEndpoint } from '../../../commands/kernel/endpoint.ts';
import type { AccountFacts } from '../../../domain/content/account-eligibility.ts';
import type { PostMedia } from '../../../domain/posts/values.ts';
import { keyedRequests } from '../../support/keyed-request.ts';

export const onBluesky = 'an account on Bluesky';
export const onMastodon = 'an account on Mastodon';

const image = (id: string): PostMedia => ({
  id,
  filename: `${id}.jpg`,
  contentType: 'image/jpeg',
  sizeBytes: 1000,
  publicUrl: `https://media.test/${id}`,
  width: 100,
  height: 100,
});

/** Requests about posts over a log in memory, of a workspace with two accounts. Every id is one of a picture. */
export const postRequests = (accounts: Readonly<Record<string, AccountFacts>> = {}) => {
  const requests = keyedRequests();
  const known = new Map<string, AccountFacts>(
    Object.entries({
      [onBluesky]: { platform: 'BLUESKY', status: 'ACTIVE' },
      [onMastodon]: { platform: 'MASTODON', status: 'ACTIVE' },
      ...accounts,
    }),
  );
  /** Scheduled posts beside those of the log. */
  const more = { scheduled: 0 };
  const ports: PostPorts = {
    directory: {
      accounts: async (ids) => new Map([...known].filter(([id]) => ids.includes(id))),
      media: async (ids) => new Map(ids.map((id) => [id, { media: image(id), ready: true }])),
      mediaAt: () => Promise.reject(new Error('no media')),
      scheduledPosts: async () => more.scheduled,
      settled: async () => undefined,
      waitingPosts: async (_, ids) => new Set(ids),
      nextQueueSlot: async (_, passed) => `2026-04-0${passed.length + 1}T09:00:00.000Z`,
    },
    waiter: { until: (_id, _ms, _wanted, look) => look() },
    isPublicHttpsUrl: () => true,
  };
  /** What an endpoint answers, with its status. */
  const answerOf = async (
    endpoint: WriteEndpoint,
    body: unknown,
    { params = {}, context = requests.contextOf() }: { params?: unknown; context?: WriteContext } = {},
  ) => {
    const parsed = endpoint.body?.parse(body);
    const reply = await endpoint.run({ params, query: {}, body: parsed, header: () => undefined }, context);
    return { status: reply.status ?? endpoint.status ?? 200, body: reply.body as Record<string, unknown> };
  };
  return { ...requests, ports, more, known, answerOf };
};
