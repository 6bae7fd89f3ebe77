import { canonicalJson } from './canonical-json.ts';

/** An event of the log. Other properties, such as the store's position, are ignored. */
export type LeafEvent = Readonly<{
  id: string;
  stream: string;
  revision: number;
  type: string;
  data: unknown;
  meta: unknown;
}>;

/**
 * The text of an event in the tree: its place in the log, counted from 0, and the event as stored:
 * data in the written version, that version in its metadata, personal fields sealed. The text
 * therefore does not change when code adds new versions or a person's key is destroyed. The store's
 * own position is not part of it, because a copy of the log has other positions.
 */
export const leafText = ({ id, stream, revision, type, data, meta }: LeafEvent, index: number): string =>
  canonicalJson({ data, id, index, meta, revision, stream, type });
