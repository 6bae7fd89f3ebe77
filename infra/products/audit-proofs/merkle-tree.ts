import type { Hashing } from './hashing.ts';

/** A complete subtree: 2^level leaves beginning at leaf `index * 2^level`. */
export type NodeAt = Readonly<{ level: number; index: number }>;

/** A complete subtree and its root. */
export type TreeNode = NodeAt & Readonly<{ hash: Uint8Array }>;

/** Consecutive leaves, `end` excluded: a subtree of RFC 6962, complete or on the right edge. */
export type LeafRange = Readonly<{ start: number; end: number }>;

/** The largest power of two below `size`, which is at least 2: where RFC 6962 splits a tree. */
const splitOf = (size: number): number => {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
};

/** The complete subtrees that make up a subtree, from left to right. */
export const nodesOfRange = ({ start, end }: LeafRange): readonly NodeAt[] => {
  const nodes: NodeAt[] = [];
  for (let from = start; from < end;) {
    let level = 0;
    while (from % 2 ** (level + 1) === 0 && from + 2 ** (level + 1) <= end) level += 1;
    nodes.push({ level, index: from / 2 ** level });
    from += 2 ** level;
  }
  return nodes;
};

/** The hash of a subtree from the hashes of its complete subtrees, left to right; at least one. */
export const hashOfNodes = (hashes: readonly Uint8Array[], { node, plain }: Hashing): Uint8Array =>
  hashes.length === 0
    ? plain(new Uint8Array(0))
    : hashes.slice(0, -1).reduceRight((right, left) => node(left, right), hashes.at(-1) as Uint8Array);

/**
 * The subtrees whose hashes prove that a leaf is in a tree of `size` leaves: leaf first, root last
 * (RFC 6962, section 2.1.1).
 */
export const inclusionRanges = (index: number, size: number): readonly LeafRange[] => {
  const ranges: LeafRange[] = [];
  for (let [start, end] = [0, size]; end - start > 1;) {
    const middle = start + splitOf(end - start);
    if (index < middle) {
      ranges.unshift({ start: middle, end });
      end = middle;
    } else {
      ranges.unshift({ start, end: middle });
      start = middle;
    }
  }
  return ranges;
};

/**
 * The subtrees whose hashes prove that a tree of `size` leaves continues its first `from` leaves
 * (RFC 6962, section 2.1.2).
 */
export const consistencyRanges = (from: number, size: number): readonly LeafRange[] => {
  const within = (start: number, end: number, { isWhole }: Readonly<{ isWhole: boolean }>): LeafRange[] => {
    if (from === end) return isWhole ? [] : [{ start, end }];
    const middle = start + splitOf(end - start);
    return from <= middle
      ? [...within(start, middle, { isWhole }), { start: middle, end }]
      : [...within(middle, end, { isWhole: false }), { start, end: middle }];
  };
  return from < 1 || from >= size ? [] : within(0, size, { isWhole: true });
};

/**
 * The right edge of a growing tree: enough to add leaves and to compute the root of a tree of any
 * size.
 */
export class Frontier {
  readonly #hashing: Hashing;
  /**
   * The root of the complete subtree of 2^level leaves on the edge, where the size has that bit.
   */
  readonly #edge: (Uint8Array | undefined)[] = [];
  #size: number;

  /** `edge`: the hashes of `nodesOfRange({ start: 0, end: size })`, in that order. */
  constructor(hashing: Hashing, size = 0, edge: readonly Uint8Array[] = []) {
    this.#hashing = hashing;
    this.#size = size;
    nodesOfRange({ start: 0, end: size }).forEach(({ level }, at) => (this.#edge[level] = edge[at]));
  }

  get size(): number {
    return this.#size;
  }

  /** Adds a leaf. Returns the subtrees that it completed, the leaf itself first. */
  append(leaf: Uint8Array, completed?: (node: TreeNode) => void): void {
    completed?.({ level: 0, index: this.#size, hash: leaf });
    let hash = leaf;
    let level = 0;
    for (let left = this.#edge[level]; left !== undefined; left = this.#edge[level]) {
      hash = this.#hashing.node(left, hash);
      this.#edge[level] = undefined;
      level += 1;
      completed?.({ level, index: Math.floor(this.#size / 2 ** level), hash });
    }
    this.#edge[level] = hash;
    this.#size += 1;
  }

  root(): Uint8Array {
    const largestFirst = this.#edge.filter((hash) => hash !== undefined).reverse();
    return hashOfNodes(largestFirst, this.#hashing);
  }
}
