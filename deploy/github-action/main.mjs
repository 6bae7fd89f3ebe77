// The action has no dependencies, because an action runs from its repository without an installation.
import { appendFileSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** GitHub hands inputs over as variables, in upper case. */
const input = (name) => (process.env[`INPUT_${name.toUpperCase()}`] ?? '').trim();

const required = (name) => {
  const value = input(name);
  if (value === '') throw new Error(`The input "${name}" is missing`);
  return value;
};

/** The release that started the workflow; undefined for other events. */
const release = () => {
  const file = process.env.GITHUB_EVENT_PATH;
  return file ? JSON.parse(readFileSync(file, 'utf8')).release : undefined;
};

const [url, key] = [required('url'), required('key')];
const patienceMs = Number(input('wait-seconds') || '300') * 1000;
const startedAt = Date.now();

/** Sends a request again where the service did not take it. Every POST has a key, so it is carried out once. */
const ask = async (method, path, body, idempotencyKey) => {
  for (let wait = 1000; ; wait *= 2) {
    const answer = await fetch(new URL(path, url), {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body && { 'content-type': 'application/json' }),
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      },
      ...(body && { body: JSON.stringify(body) }),
    }).catch((error) => ({
      status: 503,
      headers: new Headers(),
      json: async () => ({ error: { message: String(error.cause ?? error) } }),
    }));
    const content = await answer.json().catch(() => ({}));
    if (answer.status < 400) return content;
    const isPassing = [429, 502, 503, 504].includes(answer.status);
    if (!isPassing || Date.now() - startedAt + wait > patienceMs)
      throw new Error(
        `${method} ${path}: ${answer.status} ${content.error?.code ?? ''} ${content.error?.message ?? ''}`,
      );
    await pause(Number(answer.headers.get('retry-after') ?? 0) * 1000 || wait);
  }
};

const accounts = async () => {
  const found = [];
  for (let cursor = ''; cursor !== null;) {
    const page = await ask('GET', `/v1/accounts?limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
    found.push(...page.data);
    cursor = page.pagination.next_cursor ?? null;
  }
  return found;
};

/** A platform with several accounts is refused: the action never chooses one. */
const accountIds = async () => {
  const all = await accounts();
  return required('to')
    .split(',')
    .map((word) => word.trim())
    .map((word) => {
      const named = all.filter(({ id, platform }) => id === word || platform === word.toLowerCase());
      if (named.length === 1) return named[0].id;
      throw new Error(`"${word}" names ${named.length} accounts; give the id of one`);
    });
};

const run = async () => {
  const made = release();
  const content = input('content') || (made && `${made.name || made.tag_name}\n${made.html_url}`);
  if (!content) throw new Error('The input "content" is missing, and no release started this workflow');
  // A workflow that is run again publishes nothing twice.
  const work = `${process.env.GITHUB_REPOSITORY ?? 'local'}-${made?.id ?? process.env.GITHUB_RUN_ID}`.replaceAll(
    '/',
    '.',
  );
  const post = await ask('POST', '/v1/posts', { content, accountIds: await accountIds() }, `create-${work}`);
  await ask('POST', `/v1/posts/${post.id}/publish`, {}, `publish-${work}`);
  let state = await ask('GET', `/v1/posts/${post.id}`);
  while (state.status === 'publishing' || state.status === 'draft' || state.status === 'scheduled') {
    if (Date.now() - startedAt > patienceMs)
      throw new Error(`The post is ${state.status} after ${patienceMs / 1000} s`);
    await pause(1000);
    state = await ask('GET', `/v1/posts/${post.id}`);
  }
  const urls = state.platforms.map(({ platformPostUrl }) => platformPostUrl).filter(Boolean);
  if (process.env.GITHUB_OUTPUT)
    appendFileSync(process.env.GITHUB_OUTPUT, `post-id=${post.id}\nurls<<END\n${urls.join('\n')}\nEND\n`);
  const failed = state.platforms.filter(({ status }) => status !== 'published');
  if (failed.length > 0)
    throw new Error(
      failed.map(({ platform, error }) => `${platform}: ${error?.message ?? 'not published'}`).join('; '),
    );
  console.log(urls.join('\n'));
};

run().catch((error) => {
  console.log(`::error::${error.message.replaceAll('\n', ' ')}`);
  process.exitCode = 1;
});
