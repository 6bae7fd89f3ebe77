// #region example
import { createHash } from 'node:crypto';
import {
  Frontier,
  hashingWith,
  hashOfNodes,
  inclusionRanges,
  isIncluded,
  nodesOfRange,
} from '@social-publishing/audit-proofs';

const hashing = hashingWith((bytes) => createHash('sha256').update(bytes).digest());
const leafOf = (text: string) => hashing.leaf(Buffer.from(text));

// A log grows, and keeps the nodes of its tree.
const nodes = new Map<string, Uint8Array>();
const log = new Frontier(hashing);
for (const text of ['created', 'edited', 'published'])
  log.append(leafOf(text), ({ level, index, hash }) => nodes.set(`${level}/${index}`, hash));

// The proof that an event is the second of three.
const proof = inclusionRanges(1, log.size).map((range) =>
  hashOfNodes(
    nodesOfRange(range).map(({ level, index }) => nodes.get(`${level}/${index}`)!),
    hashing,
  ),
);
const place = { index: 1, size: log.size, proof, root: log.root() };
console.log(isIncluded({ ...place, leaf: leafOf('edited') }, hashing)); // true
console.log(isIncluded({ ...place, leaf: leafOf('changed') }, hashing)); // false
// #endregion
