import { createInterface } from 'node:readline';
import {
  ApiError,
  createClient,
  type FeedEvent,
  liveFeed,
  orThrow,
  paginate,
  paginateNumbered,
  type ServiceClient,
  uploadAvatar,
  uploadMedia,
  type UploadProgress,
  uploadVideos,
  uploadVideosFor,
  verifyWebhook,
  waitUntilPublished,
} from '@social-publishing/client';

/** The driver of the TypeScript client; README.md has the commands. */
type Command = Readonly<{
  do: string;
  baseUrl: string;
  apiKey: string;
  retries?: number;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  params: object;
  query: object;
  body?: object;
  idempotencyKey?: string;
  pages: 'cursor' | 'numbered';
  way: string;
  files: readonly string[];
  platforms: readonly string[];
  postId: string;
  timeoutMs: number;
  after: string;
  categories: readonly string[];
  count: number;
  signature: string;
  secret: string;
  toleranceSeconds?: number;
  now: number;
}>;
type Page = Readonly<{
  data: readonly unknown[];
  pagination: { cursor: string | null; page: number; totalPages: number };
}>;
type Untyped = (url: string, options: object) => Promise<{ data?: Page; error?: unknown; response: Response }>;

let client: ServiceClient;

const call = ({ method, path, params, query, body, idempotencyKey }: Command, at: object = {}): ReturnType<Untyped> => {
  const send = client[method] as unknown as Untyped;
  return send(path, {
    params: { path: params, query: { ...query, ...at } },
    ...(body === undefined ? {} : { body }),
    ...(idempotencyKey === undefined ? {} : { headers: { 'idempotency-key': idempotencyKey } }),
  });
};

const collected = async <Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> => {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
};

const upload = async ({ way, files, platforms }: Command): Promise<unknown> => {
  const progress = new Map<string, UploadProgress>();
  const options = { onProgress: (made: UploadProgress) => void progress.set(made.filename, made) };
  const ways: Readonly<Record<string, () => Promise<unknown>>> = {
    media: async () => [await uploadMedia(client, files[0] ?? '', options)],
    avatar: async () => [await uploadAvatar(client, files[0] ?? '', options)],
    videos: () => uploadVideos(client, files, options),
    videosFor: () => uploadVideosFor(client, platforms, files, options),
  };
  return { uploaded: await ways[way]?.(), progress: [...progress.values()] };
};

const commands: Readonly<Record<string, (command: Command) => Promise<unknown>>> = {
  connect: async ({ baseUrl, apiKey, retries }) => {
    client = createClient({ baseUrl, apiKey, ...(retries === undefined ? {} : { retries }) });
    return null;
  },
  call: async (command) => orThrow(await call(command)),
  list: (command) =>
    collected<unknown>(
      command.pages === 'cursor' ? paginate((at) => call(command, at)) : paginateNumbered((at) => call(command, at)),
    ),
  verify: async ({ body, signature, secret, toleranceSeconds, now }) =>
    verifyWebhook({
      body: body as unknown as string,
      signature,
      secret,
      ...(toleranceSeconds === undefined ? {} : { toleranceSeconds }),
      now: new Date(now * 1000),
    }),
  upload,
  waitUntilPublished: ({ postId, timeoutMs }) => waitUntilPublished(client, postId, { timeoutMs }),
  feed: async ({ after, categories, count }) => {
    const found: FeedEvent[] = [];
    for await (const event of liveFeed(client, { after, categories })) if (found.push(event) >= count) break;
    return found;
  },
};

const replyTo = async (command: Command): Promise<object> => {
  try {
    return { value: await commands[command.do]?.(command) };
  } catch (fault) {
    const error = fault as Error;
    const { code, details, requestId, documentationUrl } = error instanceof ApiError ? error : ({} as ApiError);
    return { error: { class: error.name, message: error.message, code, details, requestId, documentationUrl } };
  }
};

for await (const line of createInterface({ input: process.stdin }))
  process.stdout.write(`${JSON.stringify(await replyTo(JSON.parse(line) as Command))}\n`);
