import { spawnSync } from 'node:child_process';
import { open, type FileHandle } from 'node:fs/promises';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { OutputFormat, Target } from 'mediabunny';

/** As the service loads it, so that it is loaded once. */
const bunny = () => import('mediabunny');

/** Whether ffmpeg is installed here. Where CI is set it has to be, so its tests cannot silently stay away. */
export const ffmpegIsInstalled = (): boolean =>
  process.env['CI'] === 'true' || spawnSync('ffmpeg', ['-version'], { stdio: 'ignore' }).status === 0;

/** A real, decodable video of one second, with a red left half and a blue right one. */
export const filmed = (format: 'mp4' | 'mov' | 'webm' | 'avi', codec: string, size = '320x240'): Buffer => {
  const [width = 0, height = 0] = size.split('x').map(Number);
  const half = `${width / 2}x${height}`;
  const dir = mkdtempSync(path.join(os.tmpdir(), 'film-'));
  const file = path.join(dir, `film.${format}`);
  const inputs = [half, half].flatMap((area, index) => [
    '-f',
    'lavfi',
    '-i',
    `color=${index ? 'blue' : 'red'}:size=${area}:rate=10`,
  ]);
  const picture = ['-filter_complex', '[0][1]hstack', '-t', '1', '-c:v', codec, '-pix_fmt', 'yuv420p', '-threads', '1'];
  try {
    const { status, stderr } = spawnSync('ffmpeg', ['-nostdin', '-loglevel', 'error', ...inputs, ...picture, file]);
    if (status !== 0) throw new Error(`ffmpeg: ${String(stderr)}`);
    return readFileSync(file);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
};

/** A real video of one colour after the other, each for so many seconds. */
export const filmedInColours = (colours: readonly string[], seconds: number): Buffer => {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'film-'));
  const file = path.join(dir, 'film.mp4');
  const inputs = colours.flatMap((colour) => [
    '-f',
    'lavfi',
    '-i',
    `color=${colour}:size=720x1280:rate=30:d=${seconds}`,
  ]);
  const joined = ['-filter_complex', `concat=n=${colours.length}:v=1`, '-c:v', 'libx264', '-pix_fmt', 'yuv420p'];
  try {
    const { status, stderr } = spawnSync('ffmpeg', ['-nostdin', '-loglevel', 'error', ...inputs, ...joined, file]);
    if (status !== 0) throw new Error(`ffmpeg: ${String(stderr)}`);
    return readFileSync(file);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
};

/** Red, green and blue of the frame of a video at a moment. */
export const colourAt = (video: Uint8Array, seconds: number): readonly number[] => {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'film-'));
  const file = path.join(dir, 'film.mp4');
  const point = ['-frames:v', '1', '-vf', 'scale=1:1', '-f', 'rawvideo', '-pix_fmt', 'rgb24', 'pipe:1'];
  try {
    writeFileSync(file, video);
    const before = ['-nostdin', '-loglevel', 'error', '-ss', String(seconds), '-i', file];
    const { status, stdout, stderr } = spawnSync('ffmpeg', [...before, ...point]);
    if (status !== 0) throw new Error(`ffmpeg: ${String(stderr)}`);
    return [...stdout];
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
};

type Made = Readonly<{
  width: number;
  height: number;
  frames: number;
  frameBytes?: number;
  rotation?: 0 | 90 | 180 | 270;
}>;

/**
 * Ten frames a second, whose pictures cannot be decoded: for facts that are read from the container
 * alone.
 */
const mux = async (format: OutputFormat, target: Target, made: Made): Promise<void> => {
  const { EncodedPacket, EncodedVideoPacketSource, Output } = await bunny();
  const output = new Output({ format, target });
  const source = new EncodedVideoPacketSource('vp9');
  output.addVideoTrack(source, made.rotation === undefined ? {} : { rotation: made.rotation });
  await output.start();
  const { width: codedWidth, height: codedHeight, frameBytes = 500 } = made;
  const decoderConfig = { codec: 'vp09.00.10.08', codedWidth, codedHeight };
  for (let frame = 0; frame < made.frames; frame++)
    await source.add(new EncodedPacket(new Uint8Array(frameBytes), 'key', frame / 10, 0.1), { decoderConfig });
  await output.finalize();
};

export const muxed = async (format: 'mp4' | 'mov' | 'webm', made: Made): Promise<Buffer> => {
  const { BufferTarget, MovOutputFormat, Mp4OutputFormat, WebMOutputFormat } = await bunny();
  const Format = { mp4: Mp4OutputFormat, mov: MovOutputFormat, webm: WebMOutputFormat }[format];
  const target = new BufferTarget();
  await mux(new Format(), target, made);
  return Buffer.from(target.buffer ?? new ArrayBuffer(0));
};

/** The same, written to a file piece by piece; its index is at the end. */
export const muxedToFile = async (file: string, made: Made): Promise<void> => {
  const { Mp4OutputFormat, StreamTarget } = await bunny();
  const handle: FileHandle = await open(file, 'w');
  try {
    const writable = new WritableStream<{ data: Uint8Array; position: number }>({
      write: async ({ data, position }) => void (await handle.write(data, 0, data.length, position)),
    });
    await mux(new Mp4OutputFormat({ fastStart: false }), new StreamTarget(writable), made);
  } finally {
    await handle.close();
  }
};

/** The headers of an AVI file and the beginning of its frames. */
export const aviHead = (made: Made): Buffer => {
  const chunk = (id: string, body: Buffer): Buffer => {
    const head = Buffer.alloc(8);
    head.write(id, 'latin1');
    head.writeUInt32LE(body.length, 4);
    return Buffer.concat([head, body, Buffer.alloc(body.length % 2)]);
  };
  const list = (type: string, ...parts: Buffer[]): Buffer =>
    chunk('LIST', Buffer.concat([Buffer.from(type), ...parts]));
  const header = (type: string): Buffer => {
    const body = Buffer.alloc(56);
    body.write(type, 'latin1');
    body.writeUInt32LE(1, 20);
    body.writeUInt32LE(10, 24);
    body.writeUInt32LE(made.frames, 32);
    return chunk('strh', body);
  };
  const format = Buffer.alloc(40);
  format.writeInt32LE(made.width, 4);
  format.writeInt32LE(-made.height, 8);
  format.write('MJPG', 16, 'latin1');
  const sound = list('strl', header('auds'), chunk('strf', Buffer.alloc(19)));
  const picture = list('strl', header('vids'), chunk('strf', format));
  const body = [Buffer.from('AVI '), list('hdrl', chunk('avih', Buffer.alloc(56)), sound, picture), list('movi')];
  return chunk('RIFF', Buffer.concat(body));
};
