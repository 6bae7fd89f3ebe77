import type { ByteRange } from '../../../../domain/media/object-storage.ts';
import type { FileToInspect, Inspected } from '../inspect-file.ts';

export type Job =
  | Readonly<{ kind: 'inspect'; file: FileToInspect }>
  | Readonly<{ kind: 'poster'; frame: Uint8Array; rotation: number }>
  | Readonly<{ kind: 'thumbnail'; image: Uint8Array }>
  | Readonly<{ kind: 'bare'; image: Uint8Array }>;

export type ToReader = Readonly<{ job: Job } | { bytes: Uint8Array } | { unreadable: true }>;

export type FromReader = Readonly<
  | { ready: true }
  | { read: ByteRange }
  | { inspected: Inspected }
  | { poster: Uint8Array }
  | { thumbnail: Uint8Array }
  | { bare: Uint8Array | null }
  | { rejected: string }
  | { failed: string }
>;

/** The most bytes that a reader may ask for at once: more than any file that is read as a whole has. */
export const maxReadBytes = 64 * 1024 * 1024;
