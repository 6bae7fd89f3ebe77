import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { setTimeout as pause } from 'node:timers/promises';
import { patience } from './patience.ts';

/** What `connection.json` holds, and what a new test workspace is answered with. */
export type ConnectionFile = Readonly<{
  baseUrl: string;
  workspaceId: string;
  userId: string;
  apiKey: string;
  sessionToken: string;
  accounts: Readonly<Record<string, string>>;
}>;

export type Answer<Body = unknown> = Readonly<{ status: number; body: Body; headers: Headers }>;

export type PostBody = Readonly<{
  id: string;
  content: string;
  status: string;
  scheduledFor: string | null;
  updatedAt: string;
  platforms: readonly Readonly<{
    postPlatformId: string;
    platform: string;
    status: string;
    platformPostId?: string | null;
    error?: { code: string; message: string; platformCode?: string } | null;
    retryCount: number;
    /** While it waits for a retry. */
    nextAttemptAt?: string;
    /** While it is being removed. */
    removal?: { nextAttemptAt?: string };
  }>[];
}>;

export type SandboxObject = Readonly<{ nativeId: string; kind: string; text: string; deleted: boolean }>;

export const trio = ['TWITTER', 'MASTODON', 'BLUESKY'] as const;

const ended: ReadonlySet<string> = new Set(['published', 'partial', 'failed', 'cancelled', 'unpublished', 'archived']);
export const hasEnded = ({ status }: PostBody): boolean => ended.has(status);

/** How long an answer that asks for another try may be the last one. */
const againForMs = 20_000;

const secondsOf = ({ headers }: Pick<Answer, 'headers'>, otherwise: number): number =>
  Number(headers.get('retry-after') ?? otherwise);

/** A 404 of a read model that is behind what this workspace wrote says nothing yet. */
const isBehind = ({ status, headers }: Pick<Response, 'status' | 'headers'>): boolean =>
  status === 404 && headers.get('x-stale') === 'true';

/**
 * One workspace's client, as an integrator would write it: JSON, and patience where the service asks for it (429, and a 404 whose
 * read model is behind).
 */
export class Client {
  readonly connection: ConnectionFile;

  constructor(connection: ConnectionFile) {
    this.connection = connection;
  }

  accounts(platforms: readonly string[] = trio): string[] {
    return platforms.map((platform) => this.connection.accounts[platform] ?? `no ${platform} account`);
  }

  /** Sends a body unchanged: a string is a raw body. */
  async call<Body>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<Body>> {
    const began = performance.now();
    for (;;) {
      const response = await fetch(`${this.connection.baseUrl}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${this.connection.apiKey}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      if (response.status === 429 || (isBehind(response) && performance.now() - began < againForMs * patience)) {
        await pause(secondsOf(response, 1) * 1000);
        continue;
      }
      return {
        status: response.status,
        body: (text === '' ? undefined : JSON.parse(text)) as Body,
        headers: response.headers,
      };
    }
  }

  /**
   * The body of an answer that must have this status. Where tests share the processors with other work, the service may answer 503,
   * and the client asks again, as the answer says.
   */
  async expect<Body>(
    status: number,
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Body> {
    const ask = status !== 503 && patience > 1 ? this.insist.bind(this) : this.call.bind(this);
    const answer = await ask<Body>(method, path, body, headers);
    expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).to.equal(status);
    return answer.body;
  }

  /** A busy machine may answer 503. The request is repeated under its key, so that it acts once. */
  async insist<Body>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<Body>> {
    const keyed = method === 'GET' ? headers : { 'idempotency-key': randomUUID(), ...headers };
    const began = performance.now();
    for (;;) {
      const answer = await this.call<Body>(method, path, body, keyed);
      if (answer.status !== 503 || performance.now() - began > againForMs * patience) return answer;
      await pause(secondsOf(answer, 2) * 1000);
    }
  }

  async createPost(content: string, more: object = {}): Promise<PostBody> {
    const { status, body } = await this.insist<PostBody>('POST', '/posts', {
      content,
      accountIds: this.accounts(),
      ...more,
    });
    expect(status, `POST /posts: ${JSON.stringify(body)}`).to.equal(201);
    return body;
  }

  /** Publishes at once. */
  async publish(content: string, more: object = {}): Promise<PostBody> {
    const { id } = await this.createPost(content, more);
    return this.expect(200, 'POST', `/posts/${id}/publish`);
  }

  post(id: string): Promise<PostBody> {
    return this.expect(200, 'GET', `/posts/${id}`);
  }

  /** Every post of the workspace, page by page. */
  async posts(): Promise<PostBody[]> {
    const all: PostBody[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      type Page = { posts: PostBody[]; nextCursor: string | null };
      const page: Page = await this.expect(200, 'GET', `/posts?limit=100${cursor && `&cursor=${cursor}`}`);
      all.push(...page.posts);
      cursor = page.nextCursor;
    }
    return all;
  }

  async objects(platform: string): Promise<readonly SandboxObject[]> {
    type Objects = { objects: readonly SandboxObject[] };
    return (await this.expect<Objects>(200, 'GET', `/sandbox/platforms/${platform}/objects`)).objects;
  }

  fault(platform: string, fault: string, times = 1, operation = 'publish'): Promise<unknown> {
    return this.expect(201, 'POST', '/sandbox/faults', { platform, operation, fault, times });
  }

  /** Now on the clock of test workspaces. */
  async now(): Promise<Date> {
    return new Date((await this.expect<{ now: string }>(200, 'GET', '/sandbox/clock')).now);
  }

  async in(seconds: number): Promise<string> {
    return new Date((await this.now()).getTime() + seconds * 1000).toISOString();
  }

  advance(seconds: number): Promise<{ now: string }> {
    return this.expect(200, 'POST', '/sandbox/clock/advance', { seconds });
  }
}

/** Runs a task for each of many, at most so many at once. */
export const forEachOf = async <Item>(
  items: readonly Item[],
  atOnce: number,
  task: (item: Item, index: number) => Promise<unknown>,
): Promise<void> => {
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < items.length) {
      const index = next++;
      await task(items[index] as Item, index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, lane));
};
