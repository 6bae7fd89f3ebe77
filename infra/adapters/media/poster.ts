import { spawn } from 'node:child_process';
import { boundToParent, runs } from '../../products/child-process/parent-death.ts';
import type { FileReader } from './reader/file-reader.ts';
import type { Excerpt } from './video.ts';

/** Turns an excerpt of a video into a JPEG; undefined where the video cannot be decoded. */
export type MakePoster = (excerpt: Excerpt, workspaceId: string, signal: AbortSignal) => Promise<Buffer | undefined>;

const maxMemoryBytes = 2 * 1024 ** 3;
const maxSeconds = 20;
const maxOutputBytes = 64 * 1024 * 1024;

type CommandLine = readonly [string, ...string[]];

const limited = (line: CommandLine): CommandLine =>
  runs('prlimit', ['--version'])
    ? ['prlimit', `--as=${maxMemoryBytes}`, `--cpu=${maxSeconds}`, '--core=0', '--nofile=64', ...line]
    : line;

const argumentsFor = (format: Excerpt['format']): string[] => [
  ...['-nostdin', '-hide_banner', '-loglevel', 'error', '-threads', '1'],
  // The parser of an untrusted file may read its pipe and nothing else: no files, no network.
  ...['-protocol_whitelist', 'pipe', '-f', format, '-noautorotate', '-i', 'pipe:0'],
  ...['-map', '0:v:0', '-frames:v', '1', '-an', '-sn', '-dn'],
  ...['-f', 'image2pipe', '-c:v', 'mjpeg', '-q:v', '3', '-pix_fmt', 'yuvj420p', '-threads', '1', 'pipe:1'],
];

const decode = (line: CommandLine, excerpt: Excerpt, signal: AbortSignal): Promise<Buffer | undefined> =>
  new Promise((resolve, reject) => {
    const [command, ...args] = line;
    const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'], env: { PATH: process.env['PATH'] } });
    const timer = setTimeout(() => child.kill('SIGKILL'), maxSeconds * 1000);
    const abort = (): void => void child.kill('SIGKILL');
    signal.addEventListener('abort', abort, { once: true });
    const chunks: Buffer[] = [];
    let size = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxOutputBytes) child.kill('SIGKILL');
      else chunks.push(chunk);
    });
    // It stops reading as soon as it has its frame.
    child.stdin.on('error', () => undefined);
    child.stdin.end(excerpt.bytes);
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    };
    child.once('error', (fault) => (end(), reject(fault)));
    child.once('close', (code) => {
      end();
      if (signal.aborted) reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
      else resolve(code === 0 && size > 0 ? Buffer.concat(chunks) : undefined);
    });
  });

/**
 * Posters by ffmpeg, from FFMPEG_PATH or the PATH, in a child process with limits of time and
 * memory. Undefined without ffmpeg: then videos have no thumbnail, and readiness reports it.
 */
export const ffmpegPoster = (
  ffmpegPath: string | undefined,
  reader: Pick<FileReader, 'finishPoster'>,
): MakePoster | undefined => {
  const command = ffmpegPath ?? 'ffmpeg';
  if (!runs(command, ['-version'])) return undefined;
  return async (excerpt, workspaceId, signal) => {
    const line = boundToParent('SIGKILL', limited([command, ...argumentsFor(excerpt.format)]));
    const frame = await decode(line, excerpt, signal);
    // One decoder may refuse what another wrote. A video without a poster is still a valid video.
    return frame && reader.finishPoster(frame, excerpt.rotation, workspaceId, signal).catch(() => undefined);
  };
};
