import path from 'node:path';
import { createClient, type Schemas, type ServiceClient } from '../client.ts';
import { orThrow, PermissionError } from '../api-error.ts';
import { liveFeed } from '../live-feed.ts';
import { paginate } from '../paginate.ts';
import type { CommandName } from './command-table.ts';
import { completionOf } from './completion.ts';
import { UsageError } from './fault.ts';
import { listenForWebhooks } from './listen-for-webhooks.ts';
import { loginFile, loginOf, removeLogin, storeLogin } from './login-file.ts';
import { accountsOf, createPost } from './post-command.ts';
import { print, printJson, printTable, readInput, readSecret } from './terminal.ts';

export type Given = Readonly<{
  values: Readonly<Record<string, string | boolean | readonly string[] | undefined>>;
  words: readonly string[];
}>;

const textOf = ({ values }: Given, name: string): string | undefined => {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
};
const listOf = ({ values }: Given, name: string): readonly string[] => {
  const value = values[name];
  return typeof value === 'object' ? value : [];
};
const isSet = ({ values }: Given, name: string): boolean => values[name] === true;

const countOf = (given: Given, name: string, byDefault: number): number => {
  const text = textOf(given, name);
  if (text === undefined) return byDefault;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new UsageError(`--${name} ${text} is no number of 1 or more`);
  return Number(text);
};

const connected = (): ServiceClient => {
  const { url, key } = loginOf(process.env);
  return createClient({ baseUrl: url, apiKey: key });
};

/** Asks for something with the key: one that lacks the scope for it is genuine, too. */
const tryKey = async (client: ServiceClient): Promise<void> => {
  try {
    orThrow(await client.GET('/v1/accounts', { params: { query: { limit: 1 } } }));
  } catch (fault) {
    if (!(fault instanceof PermissionError)) throw fault;
  }
};

const login = async (given: Given): Promise<void> => {
  const url = textOf(given, 'url') ?? process.env['SOCIAL_URL'];
  if (url === undefined || !URL.canParse(url)) throw new UsageError('--url takes the address of the service');
  const key = process.env['SOCIAL_KEY'] ?? (await readSecret('API key: '));
  if (key === '') throw new UsageError('No key came from standard input');
  await tryKey(createClient({ baseUrl: url, apiKey: key }));
  const file = storeLogin({ url, key }, process.env);
  if (isSet(given, 'json')) return printJson({ url, file });
  print(`The address and the key are in ${file}`);
};

const logout = (given: Given): void => {
  removeLogin(process.env);
  if (isSet(given, 'json')) return printJson({ removed: true });
  print('The address and the key were removed');
};

const accounts = async (given: Given): Promise<void> => {
  const found = await accountsOf(connected());
  if (isSet(given, 'json')) return printJson(found);
  printTable(
    ['platform', 'username', 'status', 'id'],
    found.map(({ platform, username, status, id }) => [platform, username, status, id]),
  );
};

type Post = Schemas['Post'];

const printPost = (post: Post): void => {
  print(`${post.id} ${post.status}${post.scheduledFor ? ` for ${post.scheduledFor}` : ''}`);
  for (const { platform, platformPostUrl } of post.platforms)
    if (platformPostUrl) print(`${platform} ${platformPostUrl}`);
};

const post = async (given: Given): Promise<void> => {
  const [text, ...others] = given.words;
  if (text === undefined) throw new UsageError('Which text? - reads it from standard input');
  if (others.length > 0) throw new UsageError('The text is one argument: put it in quotation marks');
  const made = await createPost(connected(), {
    text: text === '-' ? (await readInput()).trimEnd() : text,
    to: listOf(given, 'to'),
    media: listOf(given, 'media'),
    at: textOf(given, 'at'),
    draft: isSet(given, 'draft'),
    wait: isSet(given, 'wait'),
    timeoutMs: countOf(given, 'timeout', 600) * 1_000,
    idempotencyKey: textOf(given, 'key'),
    onProgress: ({ filename, sentBytes, totalBytes }) => {
      if (!process.stderr.isTTY || totalBytes === 0) return;
      const end = sentBytes === totalBytes ? '\n' : '';
      process.stderr.write(`\r${filename} ${Math.floor((100 * sentBytes) / totalBytes)} %${end}`);
    },
  });
  if (isSet(given, 'json')) printJson(made);
  else printPost(made);
};

const posts = async (given: Given): Promise<void> => {
  const client = connected();
  const status = textOf(given, 'status') as Post['status'] | undefined;
  const limit = countOf(given, 'limit', 20);
  const query = { limit: Math.min(limit, 100), ...(status === undefined ? {} : { status }) };
  const found: Post[] = [];
  for await (const each of paginate((at) => client.GET('/v1/posts', { params: { query: { ...query, ...at } } })))
    if (found.push(each) >= limit) break;
  if (isSet(given, 'json')) return printJson(found);
  const line = (content: string): string => content.replace(/\s+/g, ' ').slice(0, 60);
  printTable(
    ['id', 'status', 'scheduled', 'content'],
    found.map(({ id, status: state, scheduledFor, content }) => [id, state, scheduledFor ?? '', line(content)]),
  );
};

const watch = async (given: Given): Promise<void> => {
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort());
  const [categories, types, after] = [listOf(given, 'category'), listOf(given, 'type'), textOf(given, 'after')];
  let left = countOf(given, 'count', Number.MAX_SAFE_INTEGER);
  const events = liveFeed(connected(), {
    ...(categories.length > 0 ? { categories } : {}),
    ...(types.length > 0 ? { types } : {}),
    ...(after === undefined ? {} : { after }),
    signal: ending.signal,
    onOpen: () => process.stderr.isTTY && process.stderr.write('Listening\n'),
  });
  for await (const event of events) {
    print(isSet(given, 'json') ? JSON.stringify(event) : `${event.occurredAt} ${event.type} ${event.stream}`);
    if (--left <= 0) return;
  }
};

const webhooks = async (given: Given): Promise<void> => {
  if (given.words[0] !== 'listen') throw new UsageError('What about webhooks? social webhooks listen');
  const forwardTo = textOf(given, 'forward-to');
  if (forwardTo === undefined || !URL.canParse(forwardTo)) throw new UsageError('--forward-to takes an address');
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort());
  const asJson = isSet(given, 'json');
  await listenForWebhooks(connected(), {
    url: loginOf(process.env).url,
    forwardTo,
    events: listOf(given, 'event'),
    count: countOf(given, 'count', Number.MAX_SAFE_INTEGER),
    folder: path.dirname(loginFile(process.env)),
    signal: ending.signal,
    onReady: ({ certificate, secret }) =>
      process.stderr.write(
        `Start the service with WEBHOOK_ALLOWED_CIDRS=127.0.0.0/8,::1/128 NODE_EXTRA_CA_CERTS=${certificate}\n` +
          `Deliveries are signed with ${secret}\nListening\n`,
      ),
    onDelivery: (delivery) => print(asJson ? JSON.stringify(delivery) : `${delivery.event} ${delivery.status}`),
  });
};

const completion = ({ words: [shell = ''] }: Given): void => {
  const script = completionOf(shell);
  if (script === undefined) throw new UsageError('Which shell? bash, zsh or fish');
  process.stdout.write(script);
};

export const commands: Readonly<Record<CommandName, (given: Given) => Promise<void> | void>> = {
  login,
  logout,
  accounts,
  post,
  posts,
  watch,
  webhooks,
  completion,
};
