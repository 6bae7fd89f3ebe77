import type { MeasuredFacts } from '../../../domain/media/media-events.ts';
import { aviHeaderBytes, measureAvi } from './avi.ts';
import { collect } from './collect.ts';
import { checkMp4Tables } from './mp4-tables.ts';
import { Rejected } from './rejected.ts';
import type { Readable } from './sniff.ts';

/** A few frames cut out of a video, small enough to hand to a decoder, and how they are turned. */
export type Excerpt = Readonly<{ format: 'matroska' | 'mp4' | 'avi'; bytes: Buffer; rotation: number }>;

export type MeasuredVideo = Readonly<{ facts: MeasuredFacts; excerpt: Excerpt | undefined }>;

type File = Readonly<{ contentType: string; sizeBytes: number; open: Readable }>;

/** Also the most memory for inspecting a file, whatever its length. */
const cacheBytes = 8 * 1024 * 1024;
/** A key frame of an 8K video in the best quality there is. */
const maxKeyFrameBytes = 32 * 1024 * 1024;
const aviExcerptBytes = 8 * 1024 * 1024;
const posterSeconds = 1;

const measureAviFile = async ({ open, sizeBytes }: File): Promise<MeasuredVideo> => {
  const facts = measureAvi(await collect(await open({ start: 0, end: aviHeaderBytes }), aviHeaderBytes));
  const bytes = await collect(await open({ start: 0, end: Math.min(sizeBytes, aviExcerptBytes) }), aviExcerptBytes);
  return { facts, excerpt: { format: 'avi', bytes, rotation: 0 } };
};

type Mediabunny = typeof import('mediabunny');
type Track = import('mediabunny').InputVideoTrack;

/**
 * Whether the last frame that the index names is in the file. An index does not show that the file
 * was cut off.
 */
const isWhole = async (bunny: Mediabunny, track: Track): Promise<boolean> => {
  const last = await new bunny.EncodedPacketSink(track).getPacket(Infinity);
  return last !== null && last.data.byteLength === last.byteLength && last.byteLength > 0;
};

/** One key frame, in a container of its own: a decoder needs no more for a poster. */
const cutKeyFrame = async (bunny: Mediabunny, track: Track, seconds: number): Promise<Excerpt | undefined> => {
  const [codec, decoderConfig] = [await track.getCodec(), await track.getDecoderConfig()];
  if (!codec || !decoderConfig) return undefined;
  const sink = new bunny.EncodedPacketSink(track);
  const packet = (await sink.getKeyPacket(seconds)) ?? (await sink.getFirstKeyPacket());
  if (!packet || packet.byteLength > maxKeyFrameBytes) return undefined;
  const target = new bunny.BufferTarget();
  const output = new bunny.Output({ format: new bunny.MkvOutputFormat(), target });
  const source = new bunny.EncodedVideoPacketSource(codec);
  output.addVideoTrack(source);
  await output.start();
  await source.add(packet.clone({ timestamp: 0 }), { decoderConfig });
  await output.finalize();
  if (!target.buffer) return undefined;
  return { format: 'matroska', bytes: Buffer.from(target.buffer), rotation: await track.getRotation() };
};

/**
 * The displayed size, duration and codec of a video, read from its headers piece by piece: a file
 * of any length takes the same memory. Throws `Rejected` for a file that is not a readable video.
 */
export const measureVideo = async (file: File): Promise<MeasuredVideo> => {
  if (file.contentType === 'video/x-msvideo') return measureAviFile(file);
  if (file.contentType !== 'video/webm') await checkMp4Tables(file.open, file.sizeBytes);
  const bunny = await import('mediabunny');
  let sourceFault: unknown;
  const source = new bunny.CustomSource({
    getSize: () => file.sizeBytes,
    read: async (start, end) => {
      try {
        return await collect(await file.open({ start, end }), end - start);
      } catch (fault) {
        sourceFault = fault;
        throw fault;
      }
    },
    maxCacheSize: cacheBytes,
    prefetchProfile: 'fileSystem',
    handleUnhandledError: (fault) => void (sourceFault ??= fault),
  });
  const input = new bunny.Input({ source, formats: bunny.ALL_FORMATS });
  try {
    const track = await input.getPrimaryVideoTrack();
    if (!track) throw new Rejected('The file has no video');
    if (!(await isWhole(bunny, track))) throw new Rejected('The video cannot be read: its end is missing');
    const duration = (await track.getDurationFromMetadata()) ?? (await track.computeDuration());
    const [width, height] = [await track.getDisplayWidth(), await track.getDisplayHeight()];
    const codec = (await track.getCodecParameterString()) ?? (await track.getCodec());
    const facts: MeasuredFacts = {
      width: Math.round(width),
      height: Math.round(height),
      durationMs: Math.round(duration * 1000),
      ...(codec === null ? {} : { codec }),
      hasAudio: (await input.getPrimaryAudioTrack()) !== null,
    };
    const excerpt = await cutKeyFrame(bunny, track, Math.min(posterSeconds, duration / 2)).catch(() => undefined);
    return { facts, excerpt };
  } catch (fault) {
    if (fault instanceof Rejected) throw fault;
    // A fault of the storage is not the file's fault; an error of the parser is.
    if (sourceFault !== undefined) throw sourceFault;
    throw new Rejected(`The video cannot be read: ${fault instanceof Error ? fault.message : String(fault)}`);
  } finally {
    input.dispose();
  }
};
