import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readSandboxApps } from '@social-publishing/platform-sandbox';
import { startNodeChild } from '@social-publishing/child-process';
import type { Client } from '../support/service-client.ts';
import type { ServiceProcess } from '../support/service-process.ts';
import { cpuByPart, cpuSince } from './processor-time.ts';
import type { Sending, Sent } from './webhook-sender.ts';

/** The webhooks are carried out until none was for so long: those that were kept for later begin after a minute. */
const stalledMs = 90_000;
const preparedWithinMs = 60_000;

/** Sends webhooks from a process of their own, and answers what came of them. */
export const sendAll = async (sending: Sending): Promise<Sent> => {
  let sent: (outcome: Sent) => void = () => undefined;
  const outcome = new Promise<Sent>((resolve) => (sent = resolve));
  const sender = await startNodeChild<{ ready: true }>({
    name: 'sender',
    script: path.join(import.meta.dirname, 'webhook-sender.ts'),
    args: [JSON.stringify(sending)],
    readyWithinMs: preparedWithinMs,
    onLine: (line) => {
      if (line.startsWith('{"sent"')) sent((JSON.parse(line) as { sent: Sent }).sent);
    },
  });
  try {
    return await outcome;
  } finally {
    await sender.stop();
  }
};

/** A live post of a Facebook Page, and the secret with which the Page's platform signs what is said under it. */
export const postForComments = async (
  service: ServiceProcess,
): Promise<Readonly<{ client: Client; secret: string; postId: string }>> => {
  const secret = (await readSandboxApps(service.dataDir)).FACEBOOK.clientSecret;
  const client: Client = await service.workspace(['FACEBOOK']);
  const accountIds = client.accounts(['FACEBOOK']);
  const made = await client.expect<{ id: string }>(201, 'POST', '/posts', {
    content: 'What do you think?',
    accountIds,
  });
  const live = await client.expect<{ platforms: { platformPostId: string }[] }>(
    ...([200, 'POST', `/posts/${made.id}/publish?sync=true&timeout=60`] as const),
  );
  return { client, secret, postId: live.platforms[0]?.platformPostId ?? '' };
};

/** How many comments a person who is signed in sees; undefined while the service has no answer. */
export const commentsSeen = async ({ connection }: Client): Promise<number | undefined> => {
  const stats = await fetch(`${connection.baseUrl}/inbox/comments/stats`, {
    headers: { authorization: `Bearer ${connection.sessionToken}` },
  });
  if (stats.status === 503) return undefined;
  if (stats.status !== 200) throw new Error(`the comments: ${stats.status}`);
  return ((await stats.json()) as { total: number }).total;
};

/** Platform webhooks at a rate, against a receiver with one insert; and whether each of them becomes a comment. */
export const webhookFlood = async (
  service: ServiceProcess,
  databaseUrl: string,
  { rate, seconds, requests }: Readonly<{ rate: number; seconds: number; requests: number }>,
) => {
  const { client, secret, postId } = await postForComments(service);
  const ours = `${client.connection.baseUrl}/platform-webhooks/test/facebook`;
  const plain = await startNodeChild<{ ready: true; port: number }>({
    name: 'plain',
    script: path.join(import.meta.dirname, 'webhook-server.ts'),
    args: [databaseUrl, secret],
  });
  const through = async (url: string): Promise<number> => {
    const { accepted, perSecond } = await sendAll({
      url,
      secret,
      postId,
      name: 'w',
      count: requests,
      openAtMost: 64,
    });
    if (accepted < requests) throw new Error(`${url} accepted ${accepted} of ${requests} webhooks`);
    return perSecond;
  };
  const bare = await through(`http://127.0.0.1:${plain.ready.port}/facebook`);
  const warm = await through(ours);
  await plain.stop();
  const used = cpuByPart(service.pid);
  const flood = await sendAll({
    url: ours,
    secret,
    postId,
    name: 'f',
    count: rate * seconds,
    openAtMost: 256,
    rate,
  });
  const cpu = cpuSince(used, flood.accepted, service.pid);
  const wanted = flood.accepted + requests;
  const ended = performance.now();
  let recorded = 0;
  let grewAt = ended;
  while (recorded < wanted && performance.now() - grewAt < stalledMs) {
    const total = (await commentsSeen(client)) ?? recorded;
    if (total > recorded) grewAt = performance.now();
    recorded = total;
    await pause(1_000);
  }
  return {
    webhooks: rate * seconds,
    accepted: flood.accepted,
    acceptedPerSecond: flood.perSecond,
    p99Ms: flood.p99Ms,
    lost: wanted - recorded,
    inboxAfterMs: Math.round(performance.now() - ended),
    /** Microseconds of processor time a webhook, by part, until the last was accepted. */
    cpuService: cpu['service'],
    cpuEventStore: cpu['event store'],
    cpuPostgres: cpu['Postgres'],
    ourPerSecond: warm,
    plainPerSecond: bare,
  };
};
