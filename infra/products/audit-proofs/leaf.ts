import type { Recorded } from '../../../domain/kernel/event.ts';
import { canonicalJson } from './canonical-json.ts';

/**
 * What the tree holds of one event: its place in the log, from 0, and the event as it is stored: data of the version it was
 * written in, that version in its metadata, personal fields sealed. So the text stays the same when code learns new versions and
 * when a person's key is destroyed. The store's own position is not part of it: copying the log elsewhere gives other positions.
 */
export const leafText = ({ id, stream, revision, type, data, meta }: Recorded, index: number): string =>
  canonicalJson({ data, id, index, meta, revision, stream, type });
