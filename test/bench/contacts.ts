import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { ContactView } from '../../domain/contacts/contact-view.ts';
import { openDatabase } from '../../infra/stores/postgres/database.ts';
import { contactTotals } from '../../projections/contacts/contact-totals.ts';
import { contacts } from '../../projections/contacts/contacts.ts';
import { fillReadModel } from '../read-api/many-rows.ts';
import { Client, type ConnectionFile } from '../support/service-client.ts';
import { ServiceProcess } from '../support/service-process.ts';
import { load, percentile } from './many-workspaces.ts';
import { withoutIndexes } from './without-indexes.ts';

const many = Number(process.env['BENCH_CONTACTS'] ?? 1_000_000);
const few = 1_000;
const requests = Number(process.env['BENCH_REQUESTS'] ?? 100);
const atOnce = 2;
/** Enough that neither the burst nor the minute of one key's limit is met. */
const keys = 10;
const batch = 100_000;

type Workspace = Readonly<{ client: Client; keys: readonly string[]; first: number; count: number }>;

/** A workspace with several keys. Rows are numbered through, so that ids of both are neighbours in the one table. */
const workspaceOf = async (demo: Client, first: number, count: number): Promise<Workspace> => {
  const made = await demo.expect<ConnectionFile>(201, 'POST', '/sandbox/workspaces', { connectAll: false });
  const owner = new Client({ ...made, apiKey: made.sessionToken });
  const secrets: string[] = [];
  while (secrets.length < keys) {
    const wanted = { name: `Reader ${secrets.length}`, scopes: ['contacts:read'] };
    const answer = await owner.expect<{ data: { key: string } }>(
      ...([201, 'POST', `/workspaces/${made.workspaceId}/api-keys`, wanted] as const),
    );
    secrets.push(answer.data.key);
  }
  return { client: new Client(made), keys: secrets, first, count };
};

const fillContacts = (db: Kysely<unknown>, { client }: Workspace, range: readonly [number, number]): Promise<void> => {
  const { workspaceId } = client.connection;
  const at = '2026-01-01T00:00:00.000Z';
  const view: ContactView = {
    id: '',
    workspaceId,
    platform: 'FACEBOOK',
    platformId: '77',
    displayName: 'Ana Costa',
    username: 'ana',
    avatarUrl: null,
    tags: ['all'],
    customFields: {},
    accountId: null,
    lastSeenAt: null,
    lastInboundAt: null,
    suppressedAt: null,
    suppressionReason: null,
    messagesSentCount: 0,
    createdAt: at,
    updatedAt: at,
  };
  const id = `'c' || lpad(to_hex(n), 24, '0')`;
  // The column of the row, as the view has it.
  const createdAt = `to_char((timestamptz '${at}' + n * interval '1 second') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  return fillReadModel(db, contacts, range, {
    workspace_id: `'${workspaceId}'`,
    platform: `case when n % 2 = 0 then 'FACEBOOK' else 'INSTAGRAM' end`,
    // One of a thousand has the rare tag; each name is one of ten thousand, and all share a word.
    tags: `case when n % 1000 = 0 then array['all','rare'] else array['all'] end`,
    words: `array['costa', 'person' || n % 10000]`,
    last_seen_at: `timestamptz '${at}'`,
    view: `('${JSON.stringify(view)}'::jsonb || jsonb_build_object('id', ${id}, 'createdAt', ${createdAt}))::json`,
  });
};

/** What is asked, by name. */
const questions: Readonly<Record<string, string>> = {
  'first page': '',
  'page of 100': 'limit=100',
  'page 40': 'page=40',
  'a platform': 'platform=FACEBOOK',
  'a tag of all': 'tags=all',
  'a rare tag': 'tags=rare',
  'a rare name': 'search=person77',
  'a name of all': 'search=costa',
  'an unknown name': 'search=zzz',
};

type Times = Readonly<{ large: number[]; small: number[] }>;

const timesOf = async (large: Workspace, small: Workspace, query: string): Promise<Times> => {
  const ask = async (of: Workspace, index: number): Promise<number> => {
    for (;;) {
      const start = performance.now();
      const answer = await fetch(`${of.client.connection.baseUrl}/contacts?${query}`, {
        headers: { authorization: `Bearer ${of.keys[index % keys]}` },
      });
      const body = await answer.text();
      if (answer.status === 200) return performance.now() - start;
      if (answer.status !== 429) throw new Error(`${query}: ${answer.status} ${body}`);
      await pause(Number(answer.headers.get('retry-after') ?? 1) * 1_000);
    }
  };
  const times: Times = { large: [], small: [] };
  const once = async (index: number): Promise<void> => {
    const size = index % 2 === 0 ? 'large' : 'small';
    times[size].push(await ask(size === 'large' ? large : small, index >> 1));
  };
  await load(10, atOnce, once);
  times.large.length = 0;
  times.small.length = 0;
  await load(requests * 2, atOnce, once);
  for (const of of [times.large, times.small]) of.sort((one, other) => one - other);
  return times;
};

/** Contacts a second of an export, and the memory that the service has gained when it is over. */
const exported = async (service: ServiceProcess, { client }: Workspace) => {
  const memory = (): number => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${service.pid}/status`, 'utf8'))?.[1]);
  const [before, start] = [memory(), performance.now()];
  const { baseUrl, apiKey } = client.connection;
  const answer = await fetch(`${baseUrl}/contacts/export`, { headers: { authorization: `Bearer ${apiKey}` } });
  if (answer.status !== 200) throw new Error(`the export: ${answer.status} ${await answer.text()}`);
  let [bytes, most] = [0, before];
  for await (const chunk of answer.body ?? []) {
    bytes += (chunk as Uint8Array).length;
    most = Math.max(most, memory());
  }
  const seconds = (performance.now() - start) / 1_000;
  return {
    exportPerSecond: Math.round(Number(answer.headers.get('x-total-count')) / seconds),
    exportMiB: Math.round(bytes / 2 ** 20),
    exportGrowthMiB: Math.round((most - before) / 1_024),
  };
};

/** GET /v1/contacts of a workspace with a million contacts against one with a thousand, in turns, and the export of the million. */
export default async function run(): Promise<void> {
  const service = await ServiceProcess.start();
  try {
    const small = await workspaceOf(service.demo, 1, few);
    const large = await workspaceOf(service.demo, few + 1, many);
    const { databaseUrl } = JSON.parse(readFileSync(path.join(service.dataDir, 'stores.json'), 'utf8')) as {
      databaseUrl: string;
    };
    const database = openDatabase({ url: databaseUrl, applicationName: 'bench', statementTimeoutMs: 1_200_000 });
    await withoutIndexes(database.kysely, contacts, async () => {
      for (const of of [small, large]) {
        const last = of.first + of.count - 1;
        for (let from = of.first; from <= last; from += batch)
          await fillContacts(database.kysely, of, [from, Math.min(from + batch - 1, last)]);
      }
    });
    for (const { client, count } of [small, large])
      await fillReadModel(database.kysely, contactTotals, [1, 1], {
        workspace_id: `'${client.connection.workspaceId}'`,
        contacts: String(count),
      });
    await database.close();
    const p = (of: readonly number[], share: number): number => Number(percentile(of, share).toFixed(1));
    const table: Record<string, Record<string, number>> = {};
    const all: Times = { large: [], small: [] };
    for (const [name, query] of Object.entries(questions)) {
      const times = await timesOf(large, small, query);
      all.large.push(...times.large);
      all.small.push(...times.small);
      const [largeP50, largeP99] = [p(times.large, 0.5), p(times.large, 0.99)];
      table[name] = { largeP50, largeP99, smallP50: p(times.small, 0.5), smallP99: p(times.small, 0.99) };
    }
    console.table(table);
    for (const of of [all.large, all.small]) of.sort((one, other) => one - other);
    const [p99LargeMs, p99SmallMs] = [p(all.large, 0.99), p(all.small, 0.99)];
    const figures = { contacts: many, p99LargeMs, p99SmallMs, ...(await exported(service, large)) };
    console.log(JSON.stringify({ bench: 'contacts', ratios: { listP99: p99LargeMs / p99SmallMs }, figures }));
  } finally {
    await service.dispose();
  }
}
