import { createHmac } from 'node:crypto';
import http from 'node:http';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startNodeChild } from '../../infra/products/child-process/node-child.ts';
import type { Client } from '../support/service-client.ts';
import type { ServiceProcess } from '../support/service-process.ts';
import { load, percentile } from './many-workspaces.ts';

/** The registration of the sandbox. */
const secret = 'sandbox-facebook-secret';
const people = 1_000;
/** Requests that a platform has open at most. */
const openAtMost = 256;
/** The webhooks are carried out until none was for so long: those that were kept for later begin after a minute. */
const stalledMs = 90_000;

type Signed = Readonly<{ body: Buffer; signature: string }>;

/** A comment under a post of a Page, as Facebook reports it. */
const report = (postId: string, name: string, index: number): Signed => {
  const from = { id: `7${index % people}`, name: `Person ${index % people}` };
  const value = {
    ...{ item: 'comment', verb: 'add', comment_id: `${postId}_${name}${index}`, post_id: postId, from },
    ...{ message: `Comment ${index}`, created_time: Math.floor(Date.now() / 1000) },
  };
  const entry = [{ id: postId.split('_')[0], time: value.created_time, changes: [{ field: 'feed', value }] }];
  const body = Buffer.from(JSON.stringify({ object: 'page', entry }));
  return { body, signature: `sha256=${createHmac('sha256', secret).update(body).digest('hex')}` };
};

/** Made before anything is measured: the generator shares the processors with the service. */
const reports = (postId: string, name: string, count: number): readonly Signed[] =>
  Array.from({ length: count }, (_, index) => report(postId, name, index));

const agent = new http.Agent({ keepAlive: true, maxSockets: openAtMost });

const post = (url: URL, { body, signature }: Signed): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const headers = {
      ...{ 'content-type': 'application/json', 'content-length': body.length, 'x-hub-signature-256': signature },
    };
    const request = http.request(url, { method: 'POST', agent, headers }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve(answer.statusCode === 200));
      answer.once('error', reject);
    });
    request.once('error', reject);
    request.end(body);
  });

/** Sends so many a second for so long, and no more than so many at once: a platform waits for answers as well. */
const atRate = async (
  { rate, seconds }: Readonly<{ rate: number; seconds: number }>,
  send: (index: number) => Promise<boolean>,
) => {
  const each: number[] = [];
  let open = 0;
  let accepted = 0;
  let ended: () => void = () => undefined;
  const room = async (below: number): Promise<void> => {
    while (open >= below) await new Promise<void>((resolve) => (ended = resolve));
  };
  const one = async (index: number): Promise<void> => {
    const start = performance.now();
    if (await send(index).catch(() => false)) accepted++;
    each.push(performance.now() - start);
    open--;
    ended();
  };
  const began = performance.now();
  for (let index = 0; index < rate * seconds; index++) {
    const dueIn = began + (index * 1000) / rate - performance.now();
    if (dueIn > 1) await pause(dueIn);
    await room(openAtMost);
    open++;
    void one(index);
  }
  await room(1);
  const perSecond = Math.round((accepted / (performance.now() - began)) * 1000);
  const p99Ms = Math.round(
    percentile(
      each.toSorted((a, b) => a - b),
      0.99,
    ),
  );
  return { accepted, perSecond, p99Ms };
};

/** Platform webhooks at a rate, against a receiver with one insert; and whether each of them becomes a comment. */
export const webhookFlood = async (
  service: ServiceProcess,
  databaseUrl: string,
  { rate, seconds, requests }: Readonly<{ rate: number; seconds: number; requests: number }>,
) => {
  const client: Client = await service.workspace(['FACEBOOK']);
  const accountIds = client.accounts(['FACEBOOK']);
  const made = await client.expect<{ id: string }>(201, 'POST', '/posts', {
    content: 'What do you think?',
    accountIds,
  });
  const live = await client.expect<{ platforms: { platformPostId: string }[] }>(
    ...([200, 'POST', `/posts/${made.id}/publish?sync=true&timeout=60`] as const),
  );
  const postId = live.platforms[0]?.platformPostId ?? '';
  const ours = new URL(`${client.connection.baseUrl}/platform-webhooks/test/facebook`);
  const plain = await startNodeChild<{ ready: true; port: number }>({
    ...{ name: 'plain', script: path.join(import.meta.dirname, 'webhook-server.ts'), args: [databaseUrl, secret] },
  });
  const theirs = new URL(`http://127.0.0.1:${plain.ready.port}/facebook`);
  const refused = (index: number) => new Error(`webhook ${index} was not accepted`);
  const first = reports(postId, 'w', requests);
  const through = async (url: URL): Promise<number> => {
    const { total } = await load(requests, 64, async (index) => {
      const one = first[index];
      if (!one || !(await post(url, one))) throw refused(index);
    });
    return Math.round((requests / total) * 1000);
  };
  const bare = await through(theirs);
  const warm = await through(ours);
  await plain.stop();
  const many = reports(postId, 'f', rate * seconds);
  const flood = await atRate({ rate, seconds }, async (index) => {
    const one = many[index];
    return one !== undefined && post(ours, one);
  });
  agent.destroy();
  const wanted = flood.accepted + requests;
  const ended = performance.now();
  let recorded = 0;
  let grewAt = ended;
  while (recorded < wanted && performance.now() - grewAt < stalledMs) {
    const stats = await fetch(`${client.connection.baseUrl}/inbox/comments/stats`, {
      headers: { authorization: `Bearer ${client.connection.sessionToken}` },
    });
    const total = stats.status === 200 ? ((await stats.json()) as { total: number }).total : recorded;
    if (total > recorded) grewAt = performance.now();
    recorded = total;
    await pause(1_000);
  }
  return {
    ...{ webhooks: rate * seconds, accepted: flood.accepted, acceptedPerSecond: flood.perSecond, p99Ms: flood.p99Ms },
    ...{ lost: wanted - recorded, inboxAfterMs: Math.round(performance.now() - ended) },
    ...{ ourPerSecond: warm, plainPerSecond: bare },
  };
};
