import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ending } from '../service/ending.ts';
import { type Answer, Client, type PostBody, trio } from '../support/service-client.ts';
import { until } from '../support/until.ts';
import type { Cluster } from './cluster.ts';

const acceptLimitMs = 120_000;
const requestLimitMs = 8_000;

/** Repeats a keyed request at one API node after the other until it is answered with this status. */
const untilAnswered = async (
  cluster: Cluster,
  client: Client,
  path: string,
  body: unknown,
  statuses: readonly number[],
): Promise<PostBody> => {
  const key = { 'idempotency-key': randomUUID() };
  const nodes = cluster.of('api');
  let turn = Math.floor(Math.random() * nodes.length);
  let last: Answer<PostBody> | undefined;
  const end = performance.now() + acceptLimitMs;
  while (performance.now() < end) {
    const node = nodes[turn++ % nodes.length];
    const at = new Client({ ...client.connection, baseUrl: `${node?.origin}/v1` });
    const answer = await Promise.race([
      at.call<PostBody>('POST', path, body, key).catch(() => undefined),
      pause(requestLimitMs, undefined, { ref: false }),
    ]);
    last = answer ?? last;
    if (answer && statuses.includes(answer.status)) return answer.body;
    // What is away or asks for patience is asked again, with the same key; anything else is a refusal.
    if (answer && answer.status < 500 && answer.status !== 409)
      throw new Error(`POST ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    await pause(100);
  }
  throw new Error(`POST ${path} was never accepted: ${last?.status} ${JSON.stringify(last?.body)}`);
};

/** Creates a post and asks for its publication, each until a node accepts it. Returns the post's id. */
export const accept = async (cluster: Cluster, client: Client, content: string): Promise<string> => {
  const accountIds = client.accounts();
  const { id } = await untilAnswered(cluster, client, '/posts', { content, accountIds }, [201]);
  await untilAnswered(cluster, client, `/posts/${id}/publish`, undefined, [200, 202]);
  return id;
};

/** Every accepted post ends, once on each of its platforms; its webhook arrives; no process instance is left behind. */
export const requireAllPublishedOnce = async (
  cluster: Cluster,
  client: Client,
  accepted: readonly string[],
): Promise<void> => {
  const count = (await client.posts()).length;
  const posts = await ending(client, count);
  const byId = new Map(posts.map((post) => [post.id, post]));
  const problems: string[] = [];
  for (const id of accepted) {
    const { status, platforms } = byId.get(id) ?? { status: 'missing', platforms: [] };
    if (status !== 'published') problems.push(`${id} is ${status}: ${JSON.stringify(platforms)}`);
  }
  for (const platform of trio) {
    const texts = (await client.objects(platform)).filter(({ deleted }) => !deleted).map(({ text }) => text);
    for (const id of accepted) {
      const content = byId.get(id)?.content ?? '';
      const times = texts.filter((text) => text === content).length;
      if (times !== 1) problems.push(`"${content}" is ${times} times on ${platform}`);
    }
  }
  expect(problems.join('\n'), 'what did not hold').to.equal('');
  await webhooksArrive(cluster, client, accepted);
  await instancesRest(cluster, client);
};

/** Advances the clock while deliveries wait for their next try. */
const webhooksArrive = async (cluster: Cluster, client: Client, accepted: readonly string[]): Promise<void> => {
  let waitedSince = performance.now();
  const missing = (): readonly string[] =>
    accepted.filter((id) => !cluster.receiver.received.some(({ body }) => body.includes(id)));
  await until(
    'every webhook has arrived',
    async () => {
      if (missing().length === 0) return true;
      if (performance.now() - waitedSince > 3_000) {
        await client.advance(60);
        waitedSince = performance.now();
      }
      await pause(50);
      return false;
    },
    90_000,
  ).catch((error: unknown) => {
    throw new Error(`${String(error)}: ${missing().join(', ')}`);
  });
};

type Left = { process: string; instance: string; lease_owner: string | null; wake_at: Date | null; last_error: string };

/** Waits until no process instance is leased or due. */
const instancesRest = async (cluster: Cluster, client: Client): Promise<void> => {
  let left: readonly Left[] = [];
  await until(
    'no process instance is leased or due',
    async () => {
      await pause(100);
      left = await cluster.query<Left>(
        `select process, instance, lease_owner, wake_at, last_error from process_instance
         where lease_owner is not null or wake_at <= $1`,
        [await client.now()],
      );
      return left.length === 0;
    },
    60_000,
  ).catch((error: unknown) => {
    throw new Error(`${String(error)}: ${JSON.stringify(left.slice(0, 5))}`);
  });
};
