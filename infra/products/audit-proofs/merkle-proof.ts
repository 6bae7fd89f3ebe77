import { sameBytes, type Hashing } from './hashing.ts';

type Inclusion = Readonly<{
  leaf: Uint8Array;
  index: number;
  size: number;
  proof: readonly Uint8Array[];
  root: Uint8Array;
}>;

const half = (value: number): number => Math.floor(value / 2);

/** Whether a leaf is at this place of the tree with this root (RFC 9162, section 2.1.3.2). */
export const isIncluded = ({ leaf, index, size, proof, root }: Inclusion, { node }: Hashing): boolean => {
  if (index < 0 || index >= size) return false;
  let [place, last, hash] = [index, size - 1, leaf];
  for (const sibling of proof) {
    if (last === 0) return false;
    if (place % 2 === 1 || place === last) {
      hash = node(sibling, hash);
      while (place % 2 === 0 && place !== 0) [place, last] = [half(place), half(last)];
    } else hash = node(hash, sibling);
    [place, last] = [half(place), half(last)];
  }
  return last === 0 && sameBytes(hash, root);
};

type Consistency = Readonly<{
  from: number;
  fromRoot: Uint8Array;
  size: number;
  root: Uint8Array;
  proof: readonly Uint8Array[];
}>;

/**
 * Whether the larger tree begins with exactly the leaves of the smaller one (RFC 9162, section
 * 2.1.4.2).
 */
export const isConsistent = ({ from, fromRoot, size, root, proof }: Consistency, { node }: Hashing): boolean => {
  if (from < 1 || from > size) return false;
  if (from === size) return proof.length === 0 && sameBytes(fromRoot, root);
  const isPower = Number.isInteger(Math.log2(from)) && 2 ** Math.log2(from) === from;
  const [first, ...rest] = isPower ? [fromRoot, ...proof] : proof;
  if (!first) return false;
  let [place, last] = [from - 1, size - 1];
  while (place % 2 === 1) [place, last] = [half(place), half(last)];
  let [smaller, larger] = [first, first];
  for (const sibling of rest) {
    if (last === 0) return false;
    if (place % 2 === 1 || place === last) {
      smaller = node(sibling, smaller);
      larger = node(sibling, larger);
      while (place % 2 === 0 && place !== 0) [place, last] = [half(place), half(last)];
    } else larger = node(larger, sibling);
    [place, last] = [half(place), half(last)];
  }
  return last === 0 && sameBytes(smaller, fromRoot) && sameBytes(larger, root);
};
