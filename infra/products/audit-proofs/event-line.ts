import { z } from 'zod';
import { layout, type BundleScope } from './bundle-format.ts';
import { fromHex } from './hex.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const begin = bytesOf('{"chain":"');
const event = bytesOf('","event":');
const proofBegin = bytesOf('","proof":[');
const proofEnd = bytesOf('],"event":');

const holds = (bytes: Uint8Array, part: Uint8Array, at: number): boolean => {
  for (let index = 0; index < part.length; index += 1) if (bytes[at + index] !== part[index]) return false;
  return true;
};

const isClosed = (bytes: Uint8Array): boolean => bytes.at(-1) === 125;

/** Whether a line begins as an event's does; every other line is a control line. */
export const isEventLine = (bytes: Uint8Array): boolean => holds(bytes, begin, 0);

type EventLine = Readonly<{ text: Uint8Array; proof: readonly Uint8Array[] }>;

/**
 * The event's leaf and its proof, cut out of the line; undefined where the line has another form.
 */
export const eventLine = (bytes: Uint8Array, { isProven }: Readonly<{ isProven: boolean }>): EventLine | undefined => {
  const at = layout.afterChain;
  if (!isClosed(bytes)) return undefined;
  if (!isProven) {
    return holds(bytes, event, at)
      ? { text: bytes.subarray(at + event.length, bytes.length - 1), proof: [] }
      : undefined;
  }
  if (!holds(bytes, proofBegin, at)) return undefined;
  const from = at + proofBegin.length;
  const to = bytes.indexOf(93, from);
  if (to < 0 || !holds(bytes, proofEnd, to)) return undefined;
  const proof = hashesIn(new TextDecoder().decode(bytes.subarray(from, to)));
  return proof && { text: bytes.subarray(to + proofEnd.length, bytes.length - 1), proof };
};

/** Exactly `"…","…"`. */
const hashesIn = (text: string): readonly Uint8Array[] | undefined => {
  if (text === '') return [];
  const hashes: Uint8Array[] = [];
  for (const quoted of text.split(',')) {
    const hash = /^"[0-9a-f]{64}"$/.test(quoted) ? fromHex(quoted.slice(1, -1)) : undefined;
    if (!hash) return undefined;
    hashes.push(hash);
  }
  return hashes;
};

const Leaf = z.object({
  index: z.int().min(0),
  revision: z.int().min(0),
  stream: z.string(),
  meta: z.object({ workspaceId: z.string() }),
});

/** The place of an event in the scope; undefined if it is outside the scope or cannot be read. */
export const partOfLog = (
  text: Uint8Array,
  scope: BundleScope,
): Readonly<{ index: number; revision: number }> | undefined => {
  let read: unknown;
  try {
    read = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(text));
  } catch {
    return undefined;
  }
  const leaf = Leaf.safeParse(read);
  if (!leaf.success) return undefined;
  const { index, revision, stream, meta } = leaf.data;
  if (scope.kind === 'workspace' && meta.workspaceId !== scope.id) return undefined;
  if ((scope.kind === 'post' || scope.kind === 'account') && stream !== `${scope.kind}-${scope.id}`) return undefined;
  return { index, revision };
};
