import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { commandIdFor } from '../../../commands/kernel/deterministic-ids.ts';
import { CommandHandler } from '../../../commands/kernel/handle.ts';
import { mediaEndpoints } from '../../../commands/media/media-endpoints.ts';
import { FetchRefused, type FetchFile } from '../../../domain/media/processing.ts';
import { ffmpegPoster } from '../../../infra/adapters/media/poster.ts';
import { mediaProcessing as processFiles } from '../../../infra/adapters/media/process-media.ts';
import { uploadNotice } from '../../../infra/adapters/media/upload-notice.ts';
import { openEmbeddedStorage } from '../../../infra/stores/object-storage/embedded/embedded-storage.ts';
import { ProcessInstances } from '../../../infra/stores/postgres/process-instances.ts';
import { ProcessSubscriber } from '../../../infra/stores/postgres/process-subscriber.ts';
import { backOff, isTransient } from '../../../infra/stores/postgres/scan-options.ts';
import type { ActContext } from '../../../processes/kernel/process-manager.ts';
import { ProcessWorker } from '../../../processes/kernel/worker.ts';
import { mediaProcessing } from '../../../processes/media/media-process.ts';
import { beginning, createCheckpoints } from '../../../projections/kernel/checkpoint.ts';
import { SubscriptionRunner } from '../../../projections/kernel/subscription-runner.ts';
import { subscribersFor } from '../../../projections/kernel/read-models.ts';
import { media } from '../../../projections/media/media.ts';
import { mediaReads } from '../../../read-api/media/media-reads.ts';
import { startEdge } from '../../support/edge.ts';
import { useEventStore, type TestEventStore } from '../../support/event-store.ts';
import { useDatabase, type TestDatabase } from '../../support/postgres.ts';
import { until } from '../../support/until.ts';

const serveObjects = async (dir: string, now: () => Date, onUploaded: (key: string) => void) => {
  const server = createServer((req, res) => storage.handler(req, res));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const publicUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const storage = await openEmbeddedStorage({
    dir,
    publicUrl,
    now: (clock) => (clock === 'test' ? now() : new Date()),
    onUploaded,
  });
  const stop = async (): Promise<void> => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  return { storage, stop };
};

/** Everything about media as the service runs it: HTTP, log, read model, process and object storage, each on its own socket. */
const startMediaService = async (database: TestDatabase, log: TestEventStore) => {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'media-'));
  let ahead = 0;
  const now = () => new Date(Date.now() + ahead);
  const faults: unknown[] = [];
  const commands = new CommandHandler(log.store);
  /** Whether the storage says by itself that bytes have arrived. */
  const tells = { uploads: true };
  const notices = new Set<Promise<void>>();
  const objects = await serveObjects(dir, now, (key) => {
    if (!tells.uploads) return;
    const told = uploadNotice({ commands, storage: objects.storage, now })(key)
      .catch((fault: unknown) => void faults.push(fault))
      .finally(() => notices.delete(told));
    notices.add(told);
  });
  const { storage } = objects;
  /** What can be imported, by address. */
  const sources = new Map<string, { contentType: string; bytes: Buffer }>();
  const fetch: FetchFile = (url) => {
    const source = sources.get(url);
    if (!source) return Promise.reject(new FetchRefused('the address answered 404'));
    async function* bytes(): AsyncGenerator<Uint8Array> {
      yield await Promise.resolve(source?.bytes ?? Buffer.alloc(0));
    }
    return Promise.resolve({ contentType: source.contentType, sizeBytes: source.bytes.length, bytes: bytes() });
  };

  const process = processFiles({ storage, makePoster: ffmpegPoster(undefined) });
  const processes = [mediaProcessing({ storage, process, fetch })];
  const subscribers = processes.map(({ manager }) => new ProcessSubscriber(manager));
  const names = subscribers.map(({ name }) => name);
  await createCheckpoints(names, beginning, database.kysely);
  const readModels = await subscribersFor([media], database.kysely);
  const scan = new SubscriptionRunner({
    log: log.store,
    db: database.kysely,
    subscribers: [...subscribers, ...readModels.map(({ subscriber }) => subscriber)],
    isTransient,
    backOff,
    report: { parked: (name, error) => faults.push(name, error), retrying: () => {}, joined: () => {} },
  });
  const worker = new ProcessWorker({
    owner: 'test',
    processes,
    instances: new ProcessInstances(database.kysely, () => ahead),
    laneRoom: 4,
    timing: { longestSleepMilliseconds: 20, recheckMilliseconds: 20 },
    report: { failed: (_claimed, error) => faults.push(error), fault: (error) => faults.push(error) },
    contextFor: ({ process, instance, workspaceId, mode }, lease): ActContext => ({
      ...lease,
      instance,
      workspaceId,
      mode,
      now,
      wait: () => Promise.reject(new Error('this process does not wait')),
      load: (decider, id) => commands.load(decider, id, workspaceId),
      send: (decider, id, command, step, options) => {
        const commandId = commandIdFor(process, instance, step);
        const actor = { kind: 'process', id: process } as const;
        const meta = { workspaceId, mode, actor, $correlationId: commandId, occurredAt: now().toISOString() };
        return commands.handle(decider, id, command, { commandId, meta }, options);
      },
    }),
  });
  const stop = new AbortController();
  const running = Promise.all([scan.run(stop.signal), worker.run(stop.signal)]);
  const isPublicHttpsUrl = (url: string) => url.startsWith('https://') && !url.includes('127.0.0.1');
  const edge = await startEdge({
    writes: mediaEndpoints({ storage, isPublicHttpsUrl }),
    reads: mediaReads((key) => storage.publicUrl(key)),
    ports: {
      commands,
      db: database.kysely.withTables(),
      clock: (mode) => (mode === 'test' ? now().getTime() : Date.now()),
      freshness: {
        wait: async (_models, commit) => {
          await until('the read model has it', () => scan.position.commit >= commit);
          return true;
        },
      },
    },
  });

  /** A test workspace and how to ask in its name. */
  const aWorkspace = () => {
    const key = edge.credentials.addKey();
    const ask = (line: string, body?: unknown) =>
      edge.send(line, { token: key.secret, ...(body === undefined ? {} : { body }) });
    const becomes = async (id: string, status: string) => {
      let last: { status?: number; body?: { status?: string; error?: string } } = {};
      await until(`media is ${status}`, async () => {
        last = await ask(`GET /v1/media/${id}`);
        return last.body?.status === status || (last.body?.status === 'FAILED' && status === 'READY');
      });
      if (last.body?.status !== status) throw new Error(last.body?.error);
      return (await ask(`GET /v1/media/${id}`)).body as Record<string, unknown>;
    };
    /** Asks for an address and sends the bytes there. */
    const upload = async (filename: string, contentType: string, bytes: Uint8Array): Promise<string> => {
      const { status, body } = await ask('POST /v1/media/upload', { filename, contentType, sizeBytes: bytes.length });
      if (status !== 201) throw new Error(JSON.stringify(body));
      await put(body.uploadUrl as string, body.uploadHeaders as Record<string, string>, bytes);
      return body.mediaId as string;
    };
    return { ...key, ask, becomes, upload };
  };

  return {
    storage,
    sources,
    tells,
    aWorkspace,
    events: async (id: string) => (await log.store.read(`media-${id}`)).events.map(({ type }) => type),
    advance: (seconds: number) => {
      ahead += seconds * 1000;
      worker.wake();
    },
    faults,
    stop: async () => {
      await Promise.all(notices);
      stop.abort();
      await running;
      await edge.stop();
      await objects.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
};

export const put = async (url: string, headers: Record<string, string>, bytes: Uint8Array): Promise<void> => {
  const { status } = await fetch(url, { method: 'PUT', headers, body: new Uint8Array(bytes) });
  if (status !== 200) throw new Error(`the upload was answered with ${status}`);
};

export type MediaService = Awaited<ReturnType<typeof startMediaService>>;

/** The service for the tests of one `describe`; nothing in it may have failed when it stops. */
export const useMediaService = (): (() => MediaService) => {
  let running: MediaService | undefined;
  // Declared first, so that it stops before the log and the database it stands on.
  after(async () => {
    await running?.stop();
    expect(running?.faults).to.deep.equal([]);
  });
  const log = useEventStore();
  const database = useDatabase();
  before(async () => {
    running = await startMediaService(database(), log());
  });
  return () => {
    if (!running) throw new Error('the service runs only while tests run');
    return running;
  };
};
