import { setTimeout as pause } from 'node:timers/promises';
import type { Receiver } from '../../processes/webhooks/receiver.ts';
import { trio } from '../../support/service-client.ts';
import type { ServiceProcess } from '../../support/service-process.ts';
import { until } from '../../support/until.ts';
import { openAccepted, untilAlmost } from '../accepted.ts';
import { createAll, load, manyWorkspaces } from '../many-workspaces.ts';
import { betweenLooksMs } from './settled.ts';
import { commentsSeen, postForComments, sendAll } from '../webhook-flood.ts';

/** What a journey runs on. */
export type Ground = Readonly<{ service: ServiceProcess; receiver: Receiver }>;

/** A way through the service: `prepare` answers what sends so many things on their way and waits until they have arrived. */
export type Journey = Readonly<{
  /** What the figures are for. */
  thing: string;
  prepare(ground: Ground, count: number): Promise<() => Promise<void>>;
}>;

const atOnce = 16;
const inOneRequest = 25;
/** Long enough to store the posts, and too short for a token to expire. */
const untilDueSeconds = 120;
const arrivedWithinMs = 120_000;

/** Drafts: each is one request, one decision and one append. */
const command: Journey = {
  thing: 'a command',
  prepare: async ({ service }, count) => {
    const clients = await manyWorkspaces(service.demo, Math.min(atOnce, count), ['TWITTER']);
    return async () => {
      await load(count, atOnce, async (index) => {
        const client = clients[index % clients.length] ?? service.demo;
        await client.createPost(`draft ${index}`, { accountIds: client.accounts(['TWITTER']) });
      });
    };
  },
};

/** Posts with three destinations that are due in the same second. */
const destination: Journey = {
  thing: 'a published destination',
  prepare: async ({ service }, count) => {
    const posts = Math.ceil(count / trio.length);
    const clients = await manyWorkspaces(service.demo, Math.ceil(posts / (2 * inOneRequest)), trio);
    const due = new Date(await service.demo.in(untilDueSeconds));
    await load(Math.ceil(posts / inOneRequest), 4, async (request) => {
      const client = clients[request % clients.length] ?? service.demo;
      const first = request * inOneRequest;
      const wanted = Array.from({ length: Math.min(inOneRequest, posts - first) }, (_, index) => ({
        content: `due ${first + index}`,
        accountIds: client.accounts(trio),
        scheduledFor: due.toISOString(),
      }));
      await createAll(client, wanted);
    });
    return async () => {
      const accepted = await openAccepted(service);
      try {
        await untilAlmost(service.demo, due);
        await accepted.until(posts * trio.length, due);
      } finally {
        await accepted.close();
      }
    };
  },
};

let endpoints = 0;

/** Drafts as above, in workspaces that have a webhook for them: the webhook costs what these cost more. */
const webhook: Journey = {
  thing: 'a command and its webhook',
  prepare: async ({ service, receiver }, count) => {
    const clients = await manyWorkspaces(service.demo, Math.min(atOnce, count), ['TWITTER']);
    const place = `/path-${++endpoints}`;
    for (const client of clients)
      await client.expect(201, 'POST', '/webhooks', { url: receiver.url(place), events: ['post.created'] });
    return async () => {
      await load(count, atOnce, async (index) => {
        const client = clients[index % clients.length] ?? service.demo;
        await client.createPost(`reported ${index}`, { accountIds: client.accounts(['TWITTER']) });
      });
      await until('the receiver has all webhooks', () => receiver.at(place).length >= count, arrivedWithinMs);
    };
  },
};

/** Comments that the platform reports, each by a webhook of its own. */
const comment: Journey = {
  thing: 'an inbound comment',
  prepare: async ({ service }, count) => {
    const { client, secret, postId } = await postForComments(service);
    const url = `${client.connection.baseUrl}/platform-webhooks/test/facebook`;
    return async () => {
      const { accepted } = await sendAll({ url, secret, postId, name: 'p', count, openAtMost: atOnce });
      if (accepted < count) throw new Error(`${accepted} of ${count} comments were accepted`);
      const haveArrived = async (): Promise<boolean> => {
        await pause(betweenLooksMs);
        return (await commentsSeen(client)) === count;
      };
      await until('all comments are in the inbox', haveArrived, arrivedWithinMs);
    };
  },
};

const message: Journey = {
  thing: 'a broadcast message',
  prepare: async ({ service }, count) => {
    const client = await service.workspace(['FACEBOOK']);
    const [accountId] = client.accounts(['FACEBOOK']);
    await client.expect(201, 'POST', '/sandbox/contacts', { accountId, count });
    const draft = { name: 'All', messageTemplate: 'A message to all', platforms: ['FACEBOOK'] };
    const { id } = await client.expect<{ id: string }>(201, 'POST', '/broadcasts', draft);
    type Sent = Readonly<{ broadcast: { status: string } }>;
    return async () => {
      await client.expect(200, 'POST', `/broadcasts/${id}/send`);
      while ((await client.expect<Sent>(200, 'GET', `/broadcasts/${id}`)).broadcast.status !== 'SENT')
        await pause(betweenLooksMs);
    };
  },
};

export const journeys: readonly Journey[] = [command, destination, webhook, comment, message];
