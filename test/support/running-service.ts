import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { CommandContext } from '../../commands/kernel/command.ts';
import { CommandHandler } from '../../commands/kernel/handle.ts';
import { startService } from '../../infra/composition/service.ts';
import { configFrom } from '../../infra/composition/config.ts';
import { createLogger } from '../../infra/telemetry/logger.ts';
import type { Connection } from '../../infra/test-mode/api/ports.ts';
import { requireAttribution } from './attribution.ts';
import type { Answer } from './edge.ts';
import { openTestEventStore } from './event-store.ts';
import { opened } from './opened.ts';
import { openTestDatabase } from './postgres.ts';
import { until } from './until.ts';

/** The whole service as `npm start` composes it, on a real database and a real log of its own, in this process. */
/** `settings` are environment variables beside those of every test. */
export const startRunningService = async (settings: Readonly<Record<string, string>> = {}) => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'service-'));
  const [log, database] = await Promise.all([openTestEventStore(), openTestDatabase()]);
  /** What a command beside the service reads. */
  const env = {
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    EVENTSTORE_URL: log.connectionString,
    TEST_MODE: 'true',
  };
  const config = configFrom({
    ...env,
    ...settings,
    PORT: '0',
    LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'fatal',
  });
  const service = await startService(config, createLogger(config.logLevel));
  const demo = JSON.parse(readFileSync(path.join(dataDir, 'connection.json'), 'utf8')) as Connection;
  /** Commands from beside the service, as another process of it would send them. */
  const commands = new CommandHandler(log.store);

  const askOnce = async (
    token: string,
    line: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const [method = 'GET', where = ''] = line.split(' ');
    const response = await fetch(`${demo.baseUrl}${where}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    // Files, such as reports, come as bytes.
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return {
      status: response.status,
      body: isJson && text !== '' ? JSON.parse(text) : {},
      headers: response.headers,
    };
  };

  /** A quick machine asks more often a second than a key may: as patient as any client has to be. A longer wait is an answer. */
  const ask: typeof askOnce = async (...asked) => {
    for (;;) {
      const answer = await askOnce(...asked);
      const seconds = Number(answer.headers.get('retry-after') ?? 1);
      if (answer.status !== 429 || seconds > 2) return answer;
      await pause(seconds * 1000);
    }
  };

  /** A new test workspace, whose requests carry its wildcard key by default. */
  const workspace = async (plan: 'free' | 'starter' | 'pro' | 'agency' = 'agency', connectAll = true) => {
    const { status, body } = await ask(demo.apiKey, 'POST /sandbox/workspaces', { plan, connectAll });
    if (status !== 201) throw new Error(JSON.stringify(body));
    const connection = body as Connection;
    const send = (line: string, sent?: unknown, headers?: Record<string, string>): Promise<Answer> =>
      ask(connection.apiKey, line, sent, headers);
    // A node waits two seconds for the read model of its keys. A busy machine may take longer.
    await until('the key of the workspace is known', async () => (await send('GET /sandbox/clock')).status !== 401);
    const asService = (): CommandContext => ({
      commandId: randomUUID(),
      meta: {
        workspaceId: connection.workspaceId,
        mode: 'test',
        actor: { kind: 'system', id: 'test' },
        $correlationId: 'test',
        occurredAt: new Date().toISOString(),
      },
    });
    return {
      ...connection,
      send,
      /** By the session of the owner. */
      byOwner: (line: string, sent?: unknown, headers?: Record<string, string>): Promise<Answer> =>
        ask(connection.sessionToken, line, sent, headers),
      asService,
      now: async (): Promise<number> => Date.parse(String((await send('GET /sandbox/clock')).body['now'])),
      advance: (seconds: number) => send('POST /sandbox/clock/advance', { seconds }),
      /** Asks until the answer is as wanted. */
      awaited: async (line: string, holds: (body: Answer['body']) => boolean): Promise<Answer['body']> => {
        let last: Answer['body'] = {};
        await until(`${line} is as wanted`, async () => holds((last = (await send(line)).body)), 20_000).catch(
          (error: unknown) => {
            throw new Error(`${String(error)}; last: ${JSON.stringify(last)}`, { cause: error });
          },
        );
        return last;
      },
    };
  };

  return {
    ask,
    askOnce,
    demo,
    commands,
    workspace,
    store: log.store,
    dataDir,
    database,
    env,
    stop: async () => {
      await service.stop();
      const attribution = await Promise.allSettled([requireAttribution(log.connectionString)]);
      await log.close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
      for (const result of attribution) if (result.status === 'rejected') throw result.reason;
    },
  };
};

export type RunningService = Awaited<ReturnType<typeof startRunningService>>;
export type TestWorkspace = Awaited<ReturnType<RunningService['workspace']>>;

/** One for the tests of a `describe`. */
export const useRunningService = (settings: Readonly<Record<string, string>> = {}): (() => RunningService) =>
  opened(
    () => startRunningService(settings),
    (service) => service.stop(),
    60_000,
  );
