import { apiError } from './api-error.ts';
import { isLost, passing, retryAfterOf } from './passing.ts';
import { pause } from './pause.ts';
import type { ServiceClient } from './typed-calls.ts';

/** An event of the log of the workspace. GET /v1/events/catalogue describes the data of each type. */
export type FeedEvent = Readonly<{
  id: string;
  type: string;
  /** The version of the schema of `data`. */
  version: number;
  /** `post-<id>` for example. */
  stream: string;
  revision: number;
  /** Where it is in the log: `after` goes on behind it. */
  position: string;
  occurredAt: string;
  workspaceId: string;
  mode: 'live' | 'test';
  actor: Readonly<Record<string, unknown>>;
  /** The `X-Request-Id` of the request that led to it. */
  correlationId: string;
  causationId: string;
  data: Readonly<Record<string, unknown>>;
}>;

export type FeedOptions = Readonly<{
  /** Only events of these types, `PostCreated` for example. */
  types?: readonly string[];
  /** Only events of streams of these categories, `post` for example. */
  categories?: readonly string[];
  /** Only events of these posts, accounts and so on. */
  ids?: readonly string[];
  /** `start`, or the position of an event or a write; from now on by default. */
  after?: string;
  signal?: AbortSignal;
  /** Called each time the service listens for this feed: events from then on are not missed. */
  onOpen?: () => void;
  /** Called each time the connection ends. What happens until the next `onOpen` comes after that. */
  onLost?: () => void;
}>;

/** The service writes at least every 15 seconds: after this silence the connection is taken for lost. */
const silenceMs = 45_000;
const pauseMs = 1_000;
const maxPauseMs = 60_000;

/** As long as the service asks, within bounds: a feed has no last attempt, so an answer of a proxy could make it ask without a pause. */
const pauseAfter = (response: Response): number =>
  Math.min(Math.max(retryAfterOf(response) ?? pauseMs, pauseMs), maxPauseMs);

type Line = Readonly<{ field: string; value: string }>;

const lineOf = (text: string): Line => {
  const at = text.indexOf(':');
  return at < 0
    ? { field: text, value: '' }
    : { field: text.slice(0, at), value: text.slice(at + 1).replace(/^ /, '') };
};

/** The blocks of a stream of server-sent events, as lines. */
async function* blocksOf(
  body: ReadableStream<Uint8Array>,
  silence: AbortController,
): AsyncGenerator<readonly Line[], void, undefined> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  const lost = (): void => silence.abort(new DOMException('the feed is silent', 'TimeoutError'));
  let timer = setTimeout(lost, silenceMs);
  try {
    for (let text = ''; ;) {
      const { done, value } = await reader.read();
      clearTimeout(timer);
      if (done) return;
      timer = setTimeout(lost, silenceMs);
      text += decoder.decode(value, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) yield block.split('\n').map(lineOf);
    }
  } finally {
    clearTimeout(timer);
    await reader.cancel().catch(() => {});
  }
}

const listOf = (values: readonly string[]): string => values.join(',');

/**
 * The events of the workspace as they happen, without an end. A connection that breaks is opened again behind the last
 * event, so that none is missed or repeated. The feed waits while the service is away, or has no place for it (429, 502, 503, 504);
 * another refusal ends it. Takes a key with `audit-logs:read`. It runs in Node and in browsers.
 *
 * for await (const event of liveFeed(client, { categories: ['post'] }))
 */
export async function* liveFeed(
  client: ServiceClient,
  { types, categories, ids, after, signal, onOpen, onLost }: FeedOptions = {},
): AsyncGenerator<FeedEvent, void, undefined> {
  const filter = {
    ...(types ? { type: listOf(types) } : {}),
    ...(categories ? { category: listOf(categories) } : {}),
    ...(ids ? { aggregateId: listOf(ids) } : {}),
  };
  for (let last = after; !signal?.aborted;) {
    const silence = new AbortController();
    let isOpen = false;
    let waitMs = pauseMs;
    try {
      const { data, error, response } = await client.GET('/v1/events/stream', {
        params: { query: { ...filter, ...(last === undefined ? {} : { after: last }) } },
        headers: { accept: 'text/event-stream' },
        signal: signal ? AbortSignal.any([signal, silence.signal]) : silence.signal,
        parseAs: 'stream',
      });
      if (response.ok && data)
        for await (const lines of blocksOf(data as ReadableStream<Uint8Array>, silence)) {
          const found = lines.find(({ field }) => field === 'data');
          if (found) yield JSON.parse(found.value) as FeedEvent;
          last = lines.find(({ field }) => field === 'id')?.value ?? last;
          if (!isOpen) onOpen?.();
          isOpen = true;
        }
      else if (passing.has(response.status)) waitMs = pauseAfter(response);
      else throw apiError(response, error);
    } catch (fault) {
      if (signal?.aborted) return;
      if (!isLost(fault)) throw fault;
    } finally {
      if (isOpen) onLost?.();
    }
    await pause(waitMs, signal).catch(() => {});
  }
}
