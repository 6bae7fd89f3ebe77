import { rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { EventLog } from '../../domain/kernel/event-store.ts';
import { newApiKey } from '../edge/access/api-key.ts';
import type { ReadYourWrites } from '../edge/read-your-writes.ts';
import type { Connection } from './api/ports.ts';
import { newSeed, type Seed, type TestWorkspaces } from './test-workspaces.ts';
import type { Vault } from '../stores/secrets/vault.ts';

const owner = { kind: 'demo', id: 'demo', workspaceId: 'demo' } as const;

type KeptSecrets = Pick<Vault, 'get' | 'put' | 'withLock'>;

/**
 * The demo workspace of the embedded default: created at the first start and found at every later
 * one. Its seed, with its key, is a secret of the vault. The next start finishes a first start that
 * crashed. Of nodes that start at once, one makes it, and the others find it.
 */
export const demoWorkspace = (
  { vault }: Readonly<{ vault: KeptSecrets }>,
  workspaces: Pick<TestWorkspaces, 'make'>,
): Promise<Connection> =>
  vault.withLock(owner.kind, async () => {
    const kept = await vault.get(owner, 'seed');
    const seed: Seed = kept ? (JSON.parse(kept.value) as Seed) : newSeed(newApiKey('test'), 'Demo workspace');
    if (!kept) await vault.put(owner, 'seed', JSON.stringify(seed));
    return workspaces.make(seed, { plan: 'agency', aiTier: 'pro' }, { connectAll: true });
  });

/** The read models that the checks of a new workspace's key, session and accounts read. */
const judgedBy = ['api_keys', 'memberships', 'users', 'workspaces', 'accounts'] as const;

/**
 * Waits until the read models have reached the end of the log: before that, the API refuses the new
 * key. Gives up after `patienceMs`, for example when no process runs projections.
 */
export const untilKnown = async (
  { store }: Readonly<{ store: Pick<EventLog, 'head'> }>,
  freshness: ReadYourWrites,
  patienceMs = 30_000,
): Promise<void> => {
  await untilShown(judgedBy, (await store.head())?.commit ?? 0n, freshness, patienceMs);
};

/** Waits until these read models have reached a position, or the patience is over. */
export const untilShown = async (
  models: readonly string[],
  commit: bigint,
  freshness: ReadYourWrites,
  patienceMs = 30_000,
): Promise<void> => {
  const end = performance.now() + patienceMs;
  while (performance.now() < end && !(await freshness.wait(models, commit, 1_000))) await pause(50);
};

const connectionFile = (dataDir: string): string => path.join(dataDir, 'connection.json');

/**
 * Removes the file of a killed run. A reader that waits for the file would take the service for
 * ready.
 */
export const forgetConnection = (dataDir: string): Promise<void> => rm(connectionFile(dataDir), { force: true });

/**
 * Writes `connection.json` atomically, readable by its owner only. A waiting reader reads it as
 * soon as it exists.
 */
export const writeConnection = async (dataDir: string, connection: Connection): Promise<void> => {
  const file = connectionFile(dataDir);
  const unfinished = `${file}.${process.pid}`;
  await writeFile(unfinished, `${JSON.stringify(connection, null, 2)}\n`, { mode: 0o600 });
  await rename(unfinished, file);
};

/**
 * The text for a newcomer: the address of this node, and a first post to copy. Several nodes share
 * one public address, so the text names the node's own. Signing in works at the public address
 * only.
 */
export const greeting = ({ baseUrl: publicBaseUrl, apiKey, accounts }: Connection, listensAt: string): string => {
  const baseUrl = `${listensAt}/v1`;
  const ids = (['TWITTER', 'MASTODON', 'BLUESKY'] as const).flatMap((name) => accounts[name] ?? []);
  return `
Social Publishing Service listens at ${baseUrl}
Documentation: ${baseUrl}/docs   What is live in the sandbox: ${listensAt}/sandbox
The console, with every post's timeline: ${publicBaseUrl.replace(/\/v1$/, '')}/console

A first post in the demo workspace, scheduled a minute from now by the clock of the sandbox:

  NOW=$(curl -s ${baseUrl}/sandbox/clock -H "Authorization: Bearer ${apiKey}" |
    node -p "JSON.parse(require('fs').readFileSync(0)).now")
  curl -s ${baseUrl}/posts \\
    -H "Authorization: Bearer ${apiKey}" -H "Content-Type: application/json" \\
    -d '{"content": "Hello, world! It is '"$NOW"'. #first", "accountIds": ${JSON.stringify(ids)},
      "scheduledFor": "'"$(node -p "new Date(Date.parse('$NOW') + 60_000).toISOString()")"'"}'

Let the test clock run ahead instead of waiting:

  curl -s ${baseUrl}/sandbox/clock/advance -H "Authorization: Bearer ${apiKey}" \\
    -H "Content-Type: application/json" -d '{"seconds": 120}'

What is live then: ${listensAt}/sandbox
`;
};
