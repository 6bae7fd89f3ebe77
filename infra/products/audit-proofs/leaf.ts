import { canonicalJson } from './canonical-json.ts';

/** An event as the log holds it; what else it carries, such as the store's own position, is ignored. */
export type LeafEvent = Readonly<{
  id: string;
  stream: string;
  revision: number;
  type: string;
  data: unknown;
  meta: unknown;
}>;

/**
 * What the tree holds of one event: its place in the log, from 0, and the event as it is stored: data of the version it was
 * written in, that version in its metadata, personal fields sealed. So the text stays the same when code learns new versions and
 * when a person's key is destroyed. The store's own position is not part of it: copying the log elsewhere gives other positions.
 */
export const leafText = ({ id, stream, revision, type, data, meta }: LeafEvent, index: number): string =>
  canonicalJson({ data, id, index, meta, revision, stream, type });
