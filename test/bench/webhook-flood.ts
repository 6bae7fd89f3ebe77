import { createHmac } from 'node:crypto';
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

/** A comment under a post of a Page, as Facebook reports it. */
const report = (postId: string, name: string, index: number): string => {
  const from = { id: `7${index % people}`, name: `Person ${index % people}` };
  const value = {
    ...{ item: 'comment', verb: 'add', comment_id: `${postId}_${name}${index}`, post_id: postId, from },
    ...{ message: `Comment ${index}`, created_time: Math.floor(Date.now() / 1000) },
  };
  const entry = [{ id: postId.split('_')[0], time: value.created_time, changes: [{ field: 'feed', value }] }];
  return JSON.stringify({ object: 'page', entry });
};

const post = async (url: string, body: string): Promise<boolean> => {
  const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
  const headers = { 'content-type': 'application/json', 'x-hub-signature-256': signature };
  const answer = await fetch(url, { method: 'POST', body, headers });
  await answer.text();
  return answer.status === 200;
};

/** Sends so many a second for so long, and no more than so many at once: a platform waits for answers as well. */
const atRate = async (
  { rate, seconds }: Readonly<{ rate: number; seconds: number }>,
  send: (index: number) => Promise<boolean>,
) => {
  const each: number[] = [];
  const open = new Set<Promise<void>>();
  let accepted = 0;
  const began = performance.now();
  for (let index = 0; index < rate * seconds; index++) {
    const dueIn = began + (index * 1000) / rate - performance.now();
    if (dueIn > 1) await pause(dueIn);
    while (open.size >= openAtMost) await Promise.race(open);
    const start = performance.now();
    const one = send(index).then((isAccepted) => {
      each.push(performance.now() - start);
      if (isAccepted) accepted++;
      open.delete(one);
    });
    open.add(one);
  }
  await Promise.all(open);
  const perSecond = Math.round((accepted / (performance.now() - began)) * 1000);
  return {
    accepted,
    perSecond,
    p99Ms: Math.round(
      percentile(
        [...each].sort((a, b) => a - b),
        0.99,
      ),
    ),
  };
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
  const ours = `${client.connection.baseUrl}/platform-webhooks/test/facebook`;
  const plain = await startNodeChild<{ ready: true; port: number }>({
    ...{ name: 'plain', script: path.join(import.meta.dirname, 'webhook-server.ts'), args: [databaseUrl, secret] },
  });
  const theirs = `http://127.0.0.1:${plain.ready.port}/facebook`;
  const refused = (index: number) => new Error(`webhook ${index} was not accepted`);
  const through = async (url: string, name: string): Promise<number> => {
    const { total } = await load(requests, 64, async (index) => {
      if (!(await post(url, report(postId, name, index)))) throw refused(index);
    });
    return Math.round((requests / total) * 1000);
  };
  const bare = await through(theirs, 'w');
  const warm = await through(ours, 'w');
  await plain.stop();
  const flood = await atRate({ rate, seconds }, (index) => post(ours, report(postId, 'f', index)));
  const wanted = flood.accepted + requests;
  const reader = { ...client.connection, apiKey: client.connection.sessionToken };
  const ended = performance.now();
  let recorded = 0;
  while (recorded < wanted && performance.now() - ended < 300_000) {
    const stats = await fetch(`${reader.baseUrl}/inbox/comments/stats`, {
      headers: { authorization: `Bearer ${reader.apiKey}` },
    });
    if (stats.status === 200) recorded = ((await stats.json()) as { total: number }).total;
    await pause(500);
  }
  return {
    ...{ webhooks: rate * seconds, accepted: flood.accepted, acceptedPerSecond: flood.perSecond, p99Ms: flood.p99Ms },
    ...{ lost: wanted - recorded, inboxAfterMs: Math.round(performance.now() - ended) },
    ...{ ourPerSecond: warm, plainPerSecond: bare },
  };
};
