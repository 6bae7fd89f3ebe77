import { isVideoTool, runVideoTool } from './video-tool.ts';
import type { FileReader } from './reader/file-reader.ts';
import type { Excerpt } from './video.ts';

/** Turns an excerpt of a video into a JPEG; undefined where the video cannot be decoded. */
export type MakePoster = (excerpt: Excerpt, workspaceId: string, signal: AbortSignal) => Promise<Buffer | undefined>;

const maxSeconds = 20;
const maxOutputBytes = 64 * 1024 * 1024;

const argumentsFor = (format: Excerpt['format']): string[] => [
  '-nostdin',
  '-hide_banner',
  '-loglevel',
  'error',
  '-threads',
  '1',
  // The parser of an untrusted file may read its pipe and nothing else: no files, no network.
  '-protocol_whitelist',
  'pipe',
  '-f',
  format,
  '-noautorotate',
  '-i',
  'pipe:0',
  '-map',
  '0:v:0',
  '-frames:v',
  '1',
  '-an',
  '-sn',
  '-dn',
  '-f',
  'image2pipe',
  '-c:v',
  'mjpeg',
  '-q:v',
  '3',
  '-pix_fmt',
  'yuvj420p',
  '-threads',
  '1',
  'pipe:1',
];

/**
 * Posters by ffmpeg, from FFMPEG_PATH or the PATH, in a child process with limits of time and
 * memory. Undefined without ffmpeg: then videos have no thumbnail, and readiness reports it.
 */
export const ffmpegPoster = (
  ffmpegPath: string | undefined,
  reader: Pick<FileReader, 'finishPoster'>,
): MakePoster | undefined => {
  const command = ffmpegPath ?? 'ffmpeg';
  if (!isVideoTool(command)) return undefined;
  return async (excerpt, workspaceId, signal) => {
    const frame = await runVideoTool([command, ...argumentsFor(excerpt.format)], {
      input: excerpt.bytes,
      maxSeconds,
      maxOutputBytes,
      signal,
    });
    // One decoder may refuse what another wrote. A video without a poster is still a valid video.
    return frame && frame.length > 0
      ? reader.finishPoster(frame, excerpt.rotation, workspaceId, signal).catch(() => undefined)
      : undefined;
  };
};
