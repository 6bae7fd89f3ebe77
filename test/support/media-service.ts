import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { CommandHandler } from '../../commands/kernel/handle.ts';
import { mediaEndpoints } from '../../commands/media/media-endpoints.ts';
import { FetchRefused, type FetchFile } from '../../domain/media/processing.ts';
import { ffmpegPoster } from '../../infra/adapters/media/poster.ts';
import { mediaProcessing } from '../../infra/adapters/media/process-media.ts';
import { openFileReader } from '../../infra/adapters/media/reader/file-reader.ts';
import { storedBytesIn } from '../../infra/adapters/media/stored-bytes.ts';
import { uploadNotice } from '../../infra/adapters/media/upload-notice.ts';
import { openEmbeddedStorage } from '../../infra/stores/object-storage/embedded/embedded-storage.ts';
import { withPorts } from '../../processes/kernel/process.ts';
import { mediaProcess } from '../../processes/media/media-process.ts';
import type { StoredBytesOf } from '../../domain/media/storage-room.ts';
import type { Plan } from '../../domain/plans/plan.ts';
import { media } from '../../projections/media/media.ts';
import { storedFiles } from '../../projections/media/stored-files.ts';
import { mediaReads } from '../../read-api/media/media-reads.ts';
import { clockAhead, startPartialService, type ServiceClock } from './partial-service.ts';
import { usePartialService, type TestStores } from './use-partial-service.ts';
import { until } from './until.ts';

const serveObjects = async (dir: string, clock: ServiceClock, onUploaded: (key: string) => void) => {
  const server = createServer((req, res) => storage.handler(req, res));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const publicUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const storage = await openEmbeddedStorage({
    dir,
    publicUrl,
    now: (mode) => clock.now(mode),
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
const startMediaService = async ({ database, log }: TestStores) => {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'media-'));
  const clock = clockAhead();
  const now = () => clock.now('test');
  const noticeFaults: unknown[] = [];
  const commands = new CommandHandler(log.store);
  /** Whether the storage reports that bytes have arrived. */
  const notifies = { uploads: true };
  const notices = new Set<Promise<void>>();
  const objects = await serveObjects(dir, clock, (key) => {
    if (!notifies.uploads) return;
    const notice = uploadNotice({ commands, storage: objects.storage, now })(key)
      .catch((fault: unknown) => void noticeFaults.push(fault))
      .finally(() => notices.delete(notice));
    notices.add(notice);
  });
  const { storage } = objects;
  /** What can be imported, by address. */
  const sources = new Map<string, { contentType: string; bytes: Buffer }>();
  const fetchFile: FetchFile = (url) => {
    const source = sources.get(url);
    if (!source) return Promise.reject(new FetchRefused('the address answered 404'));
    async function* bytes(): AsyncGenerator<Uint8Array> {
      yield await Promise.resolve(source?.bytes ?? Buffer.alloc(0));
    }
    return Promise.resolve({ contentType: source.contentType, sizeBytes: source.bytes.length, bytes: bytes() });
  };

  const reader = openFileReader();
  const processMedia = mediaProcessing({ storage, reader, makePoster: ffmpegPoster(undefined, reader) });
  const storedBytes: StoredBytesOf = (...of) =>
    storedBytesIn({ db: service.db, log: log.store, freshness: service.freshness })(...of);
  const service = await startPartialService({
    store: log.store,
    database,
    commands,
    clock,
    projections: [media, storedFiles],
    processes: withPorts([mediaProcess], { storage, processMedia, fetchFile, storedBytes }),
    timing: { maxSleepMilliseconds: 20, recheckMilliseconds: 20 },
  });
  const isPublicHttpsUrl = (url: string) => url.startsWith('https://') && !url.includes('127.0.0.1');
  const edge = await service.serve({
    writes: mediaEndpoints({ storage, isPublicHttpsUrl, storedBytes, waitingPosts: async () => [] }),
    reads: mediaReads((key) => storage.publicUrl(key)),
  });

  /** A test workspace and how to ask in its name. */
  const aWorkspace = (plan: Plan = 'agency') => {
    const key = edge.credentials.addKey({ plan });
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
    notifies,
    aWorkspace,
    events: async (id: string) => (await log.store.read(`media-${id}`)).events.map(({ type }) => type),
    advance: (seconds: number) => {
      clock.advance(seconds * 1000);
      service.wake();
    },
    get faults() {
      return [...noticeFaults, ...service.faults];
    },
    stop: async () => {
      await Promise.all(notices);
      await service.stop();
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

/** The service for the tests of one `describe`. */
export const useMediaService = () => usePartialService(startMediaService).service;
