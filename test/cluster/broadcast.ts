import { expect } from 'chai';
import type { Client } from '../support/service-client.ts';
import { until } from '../support/until.ts';
import type { Cluster } from './cluster.ts';

const contacts = 240;
const [optedOut, deleted] = [3, 2];

type Contact = Readonly<{ id: string; platformId: string }>;
type Delivery = Readonly<{ contactId: string; status: string; errorCode: string | null }>;
type Broadcast = Readonly<{ id: string; status: string }>;

/** How often the platform delivered a text, by recipient. */
const deliveredTo = async (cluster: Cluster, text: string): Promise<ReadonlyMap<string, number>> => {
  const rows = await cluster.query<{ recipient: string; count: number }>(
    `select value->'data'->>'recipient' as recipient, count(*)::int as count from sandbox_object
     where value->>'kind' = 'message' and value->>'direction' = 'made' and value->>'text' = $1 group by 1`,
    [text],
  );
  return new Map(rows.map(({ recipient, count }) => [recipient, count]));
};

/** The lanes of a workspace's broadcasts that a node works on, or that are due. */
const lanesAtWork = async (cluster: Cluster, { connection }: Client): Promise<number> => {
  const [row] = await cluster.query<{ count: number }>(
    `select count(*)::int as count from process_instance
     where process = 'broadcast-lanes' and workspace_id = $1 and (lease_owner is not null
       or wake_at <= now() + (select ahead_ms from test_clock) * interval '1 millisecond')`,
    [connection.workspaceId],
  );
  return row?.count ?? 0;
};

/** The items of a list that has pages by number. */
const every = async <Item>(client: Client, path: string, name: string): Promise<readonly Item[]> => {
  const all: Item[] = [];
  for (let page = 1; ; page++) {
    const body = await client.expect<Record<string, Item[]>>(200, 'GET', `${path}limit=100&page=${page}`);
    const items = body[name] ?? [];
    all.push(...items);
    if (items.length < 100) return all;
  }
};

/** Sends a broadcast by two nodes at once, kills one amid it, and returns what became of it. */
export const broadcastThroughKill = async (cluster: Cluster, client: Client, text: string) => {
  const [accountId] = client.accounts(['FACEBOOK']);
  await client.expect(201, 'POST', '/sandbox/contacts', { accountId, count: contacts });
  const people = await every<Contact>(client, '/contacts?', 'contacts');
  const wanted = { name: text, messageTemplate: text, platforms: ['FACEBOOK'] };
  const { broadcast } = await client.expect<{ broadcast: Broadcast }>(201, 'POST', '/broadcasts', wanted);
  for (const fault of ['reset_after', 'error_after', 'rate_limited', 'token_expired'])
    await client.fault('FACEBOOK', fault, 2, 'message');

  // The audience is fixed while no node sends: some opt out, and some are deleted, before their turn.
  const senders = cluster.of('processes');
  for (const node of senders) node.signal('SIGSTOP');
  await client.expect(200, 'POST', `/broadcasts/${broadcast.id}/send`);
  const stopped = people.slice(0, optedOut);
  for (const { platformId: id } of stopped) {
    const author = { id, username: 'someone' };
    await client.expect(201, 'POST', '/sandbox/inbox/messages', { accountId, text: 'STOP', author });
  }
  const gone = people.slice(optedOut, optedOut + deleted);
  for (const { id } of gone) await client.expect(200, 'DELETE', `/contacts/${id}`);
  for (const node of senders) node.signal('SIGCONT');

  await until('the first messages are out', async () => (await deliveredTo(cluster, text)).size > 0, 30_000);
  const outAtKill = (await deliveredTo(cluster, text)).size;
  await cluster.node('processes-1').end('SIGKILL');
  const restarted = cluster.node('processes-1').start();
  const isSent = async (): Promise<boolean> => {
    const now = await client.expect<{ broadcast: Broadcast }>(200, 'GET', `/broadcasts/${broadcast.id}`);
    if (now.broadcast.status === 'SENT') return true;
    // Calls take real time: the clock moves on only when every lane waits.
    if ((await lanesAtWork(cluster, client)) === 0) await client.advance(60);
    return false;
  };
  await until('the broadcast has ended', isSent, 60_000);
  await restarted;
  const deliveries = await every<Delivery>(client, `/broadcasts/${broadcast.id}/deliveries?`, 'deliveries');
  return { people, stopped, gone, outAtKill, deliveries, delivered: await deliveredTo(cluster, text) };
};

/** No contact gets a second message, none who opted out or was deleted gets one, and no other is left out. */
export const requireOnceEach = ({
  people,
  stopped,
  gone,
  deliveries,
  delivered,
}: Awaited<ReturnType<typeof broadcastThroughKill>>): void => {
  const without = new Map([
    ...stopped.map(({ id }) => [id, 'CONTACT_SUPPRESSED'] as const),
    ...gone.map(({ id }) => [id, 'CONTACT_DELETED'] as const),
  ]);
  expect(deliveries).to.have.length(people.length);
  const wrong = people.flatMap(({ id, platformId }) => {
    const { status, errorCode } = deliveries.find(({ contactId }) => contactId === id) ?? {};
    const messages = delivered.get(platformId) ?? 0;
    const code = without.get(id) ?? null;
    const isAsShown = errorCode === code && status === (code === null ? 'DELIVERED' : 'FAILED');
    return isAsShown && messages === (code === null ? 1 : 0) ? [] : [{ platformId, code, status, errorCode, messages }];
  });
  expect(wrong, 'contacts with a wrong number of messages').to.deep.equal([]);
};
