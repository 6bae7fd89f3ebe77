import type { FinishedFile } from './media.ts';

/** A file whose bytes are in the object storage and are not checked yet. */
export type ReceivedFile = Readonly<{
  mediaId: string;
  workspaceId: string;
  /** Where its bytes are. */
  key: string;
  filename: string;
  /** The type that the client states, which is not trusted. */
  contentType: string;
  sizeBytes: number;
  /** Its upper limit in bytes, whatever its type allows. */
  maxBytes?: number;
}>;

export type Processed =
  | Readonly<{ outcome: 'ready'; file: FinishedFile }>
  /** The file itself is at fault: a retry changes nothing. */
  | Readonly<{ outcome: 'rejected'; reason: string }>;

/**
 * Inspects a received file and stores its final form, with a poster frame where possible, under its
 * public keys.
 * Throws on faults that are not the file's, and can be called again at any time with the same
 * result.
 */
export type ProcessMedia = (file: ReceivedFile, signal: AbortSignal) => Promise<Processed>;

/** A file that is being fetched from its source. */
export type FetchedFile = Readonly<{
  /** As the source states it, where it does. */
  contentType: string | undefined;
  sizeBytes: number | undefined;
  /** Throws `FetchRefused` when more than the allowed bytes arrive. */
  bytes: AsyncIterable<Uint8Array>;
}>;

/** The source refuses the file: a retry changes nothing. */
export class FetchRefused extends Error {
  override readonly name = 'FetchRefused';
}

/**
 * Fetches a file from a public address. Throws `FetchRefused`; any other error may be transient.
 */
export type FetchFile = (url: string, maxBytes: number, signal: AbortSignal) => Promise<FetchedFile>;
