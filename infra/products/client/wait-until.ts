import { orThrow } from './api-error.ts';
import { isAway } from './passing.ts';
import { pause } from './pause.ts';
import type { components } from './schema.d.ts';
import type { ServiceClient } from './typed-calls.ts';

type Post = components['schemas']['Post'];
type Media = components['schemas']['Media'];

export type WaitOptions = Readonly<{
  /** How long to wait at most, in milliseconds; ten minutes by default. */
  timeoutMs?: number;
  signal?: AbortSignal;
  /** Waits between two questions, or rejects when the signal is aborted. For tests. */
  wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}>;

/** The post ended without being published everywhere; `post` says where and why. */
export class NotPublished extends Error {
  override readonly name = 'NotPublished';
  readonly post: Post;

  constructor(post: Post) {
    const reasons = post.platforms.flatMap(({ platform, error }) => (error ? [`${platform}: ${error.message}`] : []));
    super([`The post is ${post.status}`, ...reasons].join('; '));
    this.post = post;
  }
}

/** The file cannot be posted; `media` says why. */
export class MediaFailed extends Error {
  override readonly name = 'MediaFailed';
  readonly media: Media;

  constructor(media: Media) {
    super(`${media.filename} cannot be used: ${media.error ?? 'it is FAILED'}`);
    this.media = media;
  }
}

/** In these states a post stays until a person or program acts on it. */
const ended: ReadonlySet<string> = new Set(['published', 'partial', 'failed', 'cancelled', 'unpublished', 'archived']);

const firstWaitMs = 500;
const longestWaitMs = 5_000;

/**
 * Asks until the answer is the last one: often at first, then every five seconds. A service that is away for a while is asked again:
 * its fault says nothing of what is waited for.
 */
const poll = async <State>(
  ask: (signal: AbortSignal) => Promise<State>,
  isEnd: (state: State) => boolean,
  { timeoutMs = 600_000, signal, wait = pause }: WaitOptions,
): Promise<State> => {
  const limit = AbortSignal.timeout(timeoutMs);
  const either = signal ? AbortSignal.any([signal, limit]) : limit;
  for (let pauseMs = firstWaitMs; ; pauseMs = Math.min(pauseMs * 1.5, longestWaitMs)) {
    const state = await ask(either).catch((fault: unknown) => {
      if (either.aborted || !isAway(fault)) throw fault;
      return undefined;
    });
    if (state !== undefined && isEnd(state)) return state;
    await wait(pauseMs, either);
    either.throwIfAborted();
  }
};

/**
 * The post once every destination is published. Throws `NotPublished` where it ended otherwise. A post that is not
 * published by itself, such as a draft, is waited for until the time limit, because another program may publish it.
 * It asks for the post instead of following the live feed, which takes a key with `audit-logs:read`.
 */
export const waitUntilPublished = async (
  client: ServiceClient,
  post: Pick<Post, 'id'> | string,
  options: WaitOptions = {},
): Promise<Post> => {
  const id = typeof post === 'string' ? post : post.id;
  const ask = async (signal: AbortSignal): Promise<Post> =>
    orThrow(await client.GET('/v1/posts/{id}', { params: { path: { id } }, signal }));
  const end = await poll(ask, ({ status }) => ended.has(status), options);
  if (end.status !== 'published') throw new NotPublished(end);
  return end;
};

/** The file once it can be posted. Throws `MediaFailed` where it cannot be. */
export const waitUntilReady = async (
  client: ServiceClient,
  mediaId: string,
  options: WaitOptions = {},
): Promise<Media> => {
  const ask = async (signal: AbortSignal): Promise<Media> =>
    orThrow(await client.GET('/v1/media/{id}', { params: { path: { id: mediaId } }, signal }));
  const end = await poll(ask, ({ status }) => status === 'READY' || status === 'FAILED', options);
  if (end.status === 'FAILED') throw new MediaFailed(end);
  return end;
};
