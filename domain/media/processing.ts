import type { FinishedFile } from './media.ts';

/** A file whose bytes are in the object storage and are not checked yet. */
export type ReceivedFile = Readonly<{
  mediaId: string;
  workspaceId: string;
  /** Where its bytes are. */
  key: string;
  filename: string;
  /** What the client says it is; not believed. */
  contentType: string;
  sizeBytes: number;
  /** The most bytes it may have, whatever its type allows. */
  largest?: number;
}>;

export type Processed =
  | Readonly<{ outcome: 'ready'; file: FinishedFile }>
  /** The file itself is at fault; trying again changes nothing. */
  | Readonly<{ outcome: 'rejected'; reason: string }>;

/**
 * Looks into a received file and puts its final form, with a poster frame where there can be one, under its public keys.
 * Throws on faults that are not the file's, and can be called again at any time with the same result.
 */
export type ProcessMedia = (file: ReceivedFile, signal: AbortSignal) => Promise<Processed>;

/** A file that is being fetched from somewhere. */
export type FetchedFile = Readonly<{
  /** As the source says, where it does. */
  contentType: string | undefined;
  sizeBytes: number | undefined;
  /** Throws `FetchRefused` when more than the allowed bytes come. */
  bytes: AsyncIterable<Uint8Array>;
}>;

/** The source will not hand the file over, and asking again changes nothing. */
export class FetchRefused extends Error {
  override readonly name = 'FetchRefused';
}

/** Fetches a file from a public address. Throws `FetchRefused`; anything else thrown may pass. */
export type FetchFile = (url: string, mostBytes: number, signal: AbortSignal) => Promise<FetchedFile>;
