import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { FairShare } from '../../../commands/kernel/fair-share.ts';
import { withAudioKey } from '../../../domain/media/media-keys.ts';
import type { ObjectStorage } from '../../../domain/media/object-storage.ts';
import type { MediaFile } from '../../../domain/platforms/publisher.ts';
import type { AddSilence } from '../../../processes/posts/ports.ts';
import { ownFault } from './published-files.ts';
import { isVideoTool, runVideoTool } from './video-tool.ts';

const maxSeconds = 120;
const mostAdded = 64 * 1024 * 1024;

/** Copies that are made at the same time; each needs the disk for its video twice. */
const maxCopies = 2;

/** The container of a type, and an encoder whose sound that container may hold. */
const forms: Readonly<Record<string, Readonly<{ demuxer: string; muxer: string; encoder: string }>>> = {
  'video/mp4': { demuxer: 'mov', muxer: 'mp4', encoder: 'aac' },
  'video/quicktime': { demuxer: 'mov', muxer: 'mov', encoder: 'aac' },
  'video/webm': { demuxer: 'matroska', muxer: 'webm', encoder: 'libopus' },
  'video/x-msvideo': { demuxer: 'avi', muxer: 'avi', encoder: 'pcm_s16le' },
};

const argumentsFor = (from: string, to: string, { demuxer, muxer, encoder }: (typeof forms)[string]): string[] => [
  '-nostdin',
  '-hide_banner',
  '-loglevel',
  'error',
  '-threads',
  '1',
  // A named demuxer and a single protocol: an untrusted file cannot name other files or addresses.
  '-protocol_whitelist',
  'file',
  '-f',
  demuxer,
  '-i',
  from,
  '-f',
  'lavfi',
  '-i',
  'anullsrc=channel_layout=stereo:sample_rate=48000',
  '-map',
  '0:v:0',
  '-map',
  '1:a:0',
  '-c:v',
  'copy',
  '-c:a',
  encoder,
  '-shortest',
  // The index comes first, so that a platform can read the copy while it is fetched.
  ...(muxer === 'mp4' || muxer === 'mov' ? ['-movflags', '+faststart'] : []),
  '-f',
  muxer,
  to,
];

/**
 * Copies of silent videos with a silent audio track, by ffmpeg from `ffmpegPath` or the PATH. The
 * pictures are copied and not encoded. A copy is made once and kept beside its file. A file that
 * ffmpeg cannot copy is sent unchanged. Undefined without ffmpeg.
 */
export const ffmpegSilence = (ffmpegPath: string | undefined, storage: ObjectStorage): AddSilence | undefined => {
  const command = ffmpegPath ?? 'ffmpeg';
  if (!isVideoTool(command)) return undefined;
  const turns = new FairShare({ places: maxCopies });

  const make = async (file: MediaFile, key: string, signal: AbortSignal): Promise<number | undefined> => {
    const form = forms[file.contentType];
    if (!form) return undefined;
    const dir = await mkdtemp(path.join(os.tmpdir(), 'silence-'));
    try {
      const [from, to] = [path.join(dir, 'from'), path.join(dir, 'to')];
      await pipeline(await file.open(), createWriteStream(from), { signal });
      const line = [command, ...argumentsFor(from, to, form)] as const;
      const limits = { maxSeconds, maxOutputBytes: file.sizeBytes + mostAdded, signal };
      if (!(await runVideoTool(line, limits)) || (await stat(to)).size === 0) return undefined;
      return (await storage.put(key, file.contentType, createReadStream(to))).sizeBytes;
    } finally {
      await rm(dir, { recursive: true, force: true });
    }
  };

  return (file, workspaceId, signal) =>
    turns.run(workspaceId, async () => {
      const key = withAudioKey(workspaceId, file.mediaId, file.contentType);
      const sizeBytes = (await storage.head(key))?.sizeBytes ?? (await make(file, key, signal));
      if (sizeBytes === undefined) return file;
      const open = ownFault(file.filename, (range) => storage.open(key, range));
      return { ...file, sizeBytes, publicUrl: storage.publicUrl(key), open };
    });
};
