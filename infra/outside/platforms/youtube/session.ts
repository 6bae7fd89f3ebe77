import { z } from 'zod';
import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import type { MediaFile, PublishRun, RunContext } from '../../../../domain/platforms/publisher.ts';
import type { PlatformTools } from '../adapter.ts';
import type { PlatformReply } from '../http.ts';
import { shaped } from '../shape.ts';
import { rawUpload } from '../upload.ts';
import { explain } from './errors.ts';

/**
 * The step under which the address of an upload session is recorded. It gives access to that one
 * upload only.
 */
export const sessionStep = 'session';
/** The step under which it is remembered that everything but the last part has been sent. */
export const bytesStep = 'bytes';

/** Parts are multiples of 256 KiB (YouTube docs: "Resumable Uploads"). */
const partBytes = 8 * 1024 * 1024;
/** 308: more bytes are wanted. 404 and 410: the session is no more. */
const answers = [308, 404, 410] as const;

const Inserted = z.object({ id: z.string() });

/** The state of an upload: done, partly received, or expired. */
export type Standing =
  | Readonly<{ is: 'done'; videoId: string }>
  | Readonly<{ is: 'open'; next: number }>
  | Readonly<{ is: 'gone' }>;

const standing = (reply: PlatformReply, effect: 'read' | 'step' | 'send'): Standing => {
  if (reply.status === 404 || reply.status === 410) return { is: 'gone' };
  if (reply.status !== 308) return { is: 'done', videoId: shaped(Inserted, reply, effect).id };
  const last = /^bytes=0-(\d+)$/.exec(reply.headers.get('range') ?? '')?.[1];
  return { is: 'open', next: last === undefined ? 0 : Number(last) + 1 };
};

const put = (
  { http, hosts }: PlatformTools,
  { url, contentRange }: Readonly<{ url: string; contentRange: string }>,
  more: Readonly<{ effect: 'read' | 'step' | 'send'; upload?: ReturnType<typeof rawUpload> }>,
  { credentials, signal }: Pick<RunContext, 'credentials' | 'signal'>,
) =>
  http
    .call(
      {
        ...more,
        method: 'PUT',
        url: hosts.uploadUrl('YOUTUBE', url),
        headers: { authorization: `Bearer ${credentials.accessToken}`, 'content-range': contentRange },
        accepts: answers,
        signal,
      },
      (reply) => (reply.status === 404 || reply.status === 410 ? undefined : explain(reply)),
    )
    .then((reply) => standing(reply, more.effect));

/** Reads the state of a session. */
export const askSession = (
  tools: PlatformTools,
  url: string,
  total: number,
  context: Pick<RunContext, 'credentials' | 'signal'>,
): Promise<Standing> => put(tools, { url, contentRange: `bytes */${total}` }, { effect: 'read' }, context);

export const forgetSession = async (run: PublishRun): Promise<void> => {
  for (const step of [bytesStep, sessionStep]) if (run.remembered(step) !== undefined) await run.forget(step);
};

const sessionLost = (): PlatformError =>
  new PlatformError('not_stored', 'PUBLISH_ERROR', 'YouTube no longer has the upload: it starts again', {
    platformCode: '404',
  });

const sendPart = (
  tools: PlatformTools,
  { url, file, start, effect }: Readonly<{ url: string; file: MediaFile; start: number; effect: 'step' | 'send' }>,
  run: PublishRun,
): Promise<Standing> => {
  const total = file.sizeBytes;
  const end = Math.min(total, start + partBytes);
  const upload = rawUpload(file, { start, end });
  return put(tools, { url, contentRange: `bytes ${start}-${end - 1}/${total}` }, { effect, upload }, run);
};

const lastStart = (total: number): number => Math.floor((total - 1) / partBytes) * partBytes;

/**
 * Sends everything but the last part, from the offset that the session expects. Nothing is visible
 * before the last byte.
 */
export const sendBytes = async (tools: PlatformTools, url: string, file: MediaFile, run: PublishRun): Promise<void> => {
  const until = lastStart(file.sizeBytes);
  if (until === 0) return;
  await run.step(bytesStep, async () => {
    let at = await askSession(tools, url, file.sizeBytes, run);
    while (at.is === 'open' && at.next < until) {
      const after = await sendPart(tools, { url, file, start: at.next, effect: 'step' }, run);
      if (after.is === 'open' && after.next <= at.next)
        throw new PlatformError('not_stored', 'PUBLISH_ERROR', 'YouTube does not take the video any further');
      at = after;
    }
    if (at.is === 'gone') {
      await forgetSession(run);
      throw sessionLost();
    }
    return String(until);
  });
};

/** Sends the rest, after which the video appears; returns its id. */
export const finish = async (tools: PlatformTools, url: string, file: MediaFile, run: PublishRun): Promise<string> => {
  let at: Standing = { is: 'open', next: lastStart(file.sizeBytes) };
  for (;;) {
    const after = await sendPart(tools, { url, file, start: at.next, effect: 'send' }, run);
    if (after.is === 'done') return after.videoId;
    if (after.is === 'gone') {
      await forgetSession(run);
      throw sessionLost();
    }
    if (after.next <= at.next)
      throw new PlatformError('not_stored', 'PUBLISH_ERROR', 'YouTube does not take the video any further');
    at = after;
  }
};
