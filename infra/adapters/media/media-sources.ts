import type { Mode } from '../../../domain/kernel/mode.ts';
import type { FetchedFile, FetchFile } from '../../../domain/media/processing.ts';
import { streamOf } from './collect.ts';
import { simulatedMedia } from './simulated-media.ts';

/** A registered file: its address, and its type as it was registered. */
export type Registered = Readonly<{ publicUrl: string; contentType: string }>;

/** Where the bytes of registered files come from. Throws as `FetchFile`. */
export type Source = (file: Registered, maxBytes: number, signal: AbortSignal) => Promise<FetchedFile>;

/** The source of each mode: the address itself, or for test workspaces a sample. */
export type Sources = (mode: Mode) => Source;

export const fromAddress =
  (fetch: FetchFile): Source =>
  ({ publicUrl }, maxBytes, signal) =>
    fetch(publicUrl, maxBytes, signal);

/** A sample of the registered type. No request leaves the machine. */
export const fromSample: Source = ({ contentType }) => {
  const bytes = simulatedMedia(contentType);
  return Promise.resolve({ contentType: undefined, sizeBytes: bytes.length, bytes: streamOf(bytes) });
};
