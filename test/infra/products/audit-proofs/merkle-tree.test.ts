import { expect } from 'chai';
import fc from 'fast-check';
import { hash } from 'node:crypto';
import { toHex } from '../../../../infra/products/audit-proofs/hex.ts';
import { isConsistent, isIncluded } from '../../../../infra/products/audit-proofs/merkle-proof.ts';
import {
  consistencyRanges,
  Frontier,
  inclusionRanges,
  nodesOfRange,
} from '../../../../infra/products/audit-proofs/merkle-tree.ts';
import { auditHashing as hashing } from '../../../../infra/log/audit/hashing.ts';
import { madeLog, madeTree } from './made-bundles.ts';

const sha256 = (...parts: (Uint8Array | number[])[]): Buffer =>
  hash('sha256', Buffer.concat(parts.map((part) => Uint8Array.from(part))), 'buffer');

/** MTH of RFC 6962, section 2.1, word for word. */
const rootOf = (leaves: readonly string[]): Buffer => {
  if (leaves.length === 0) return sha256([]);
  if (leaves.length === 1) return sha256([0], Buffer.from(leaves[0] ?? ''));
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return sha256([1], rootOf(leaves.slice(0, split)), rootOf(leaves.slice(split)));
};

const most = 40;
const tree = madeTree(madeLog(most));
const root = (size: number): Uint8Array => tree.roots[size] ?? new Uint8Array();
const leaf = (index: number): Uint8Array => hashing.leaf(Buffer.from(tree.texts[index] ?? ''));

describe('the Merkle tree over the log', () => {
  it('has the root of RFC 6962 at every size', () => {
    for (let size = 0; size <= most; size += 1)
      expect(toHex(root(size)), `${size} leaves`).to.equal(rootOf(tree.texts.slice(0, size)).toString('hex'));
  });

  it('proves every leaf at every size, with as many hashes as the tree is deep', () => {
    for (let size = 1; size <= most; size += 1)
      for (let index = 0; index < size; index += 1) {
        const proof = tree.inclusion(index, size);
        expect(proof.length).to.be.at.most(Math.ceil(Math.log2(size)));
        const claim = { leaf: leaf(index), index, size, proof, root: root(size) };
        expect(isIncluded(claim, hashing), `${index} of ${size}`).to.equal(true);
      }
  });

  it('proves no leaf at another place, in another tree, or with another proof', () => {
    const wrong = fc.record({
      size: fc.integer({ min: 2, max: most }),
      at: fc.nat(most),
      other: fc.nat(most),
      bit: fc.nat(255),
    });
    fc.assert(
      fc.property(wrong, ({ size, at, other, bit }) => {
        const index = at % size;
        const claim = { leaf: leaf(index), index, size, proof: tree.inclusion(index, size), root: root(size) };
        const elsewhere = other % size;
        if (elsewhere !== index) {
          expect(isIncluded({ ...claim, leaf: leaf(elsewhere) }, hashing)).to.equal(false);
          expect(isIncluded({ ...claim, index: elsewhere }, hashing)).to.equal(false);
        }
        expect(isIncluded({ ...claim, root: root(size - 1) }, hashing)).to.equal(false);
        expect(isIncluded({ ...claim, proof: claim.proof.slice(1) }, hashing)).to.equal(false);
        expect(isIncluded({ ...claim, proof: [...claim.proof, root(1)] }, hashing)).to.equal(false);
        const bent = claim.proof.map((one) => Uint8Array.from(one));
        const [first] = bent;
        if (first) first[bit >> 3] = (first[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        expect(isIncluded({ ...claim, proof: bent }, hashing)).to.equal(false);
      }),
    );
  });

  it('proves that every size continues every smaller one, and no other log', () => {
    const other = madeTree(madeLog(most).map((event, at) => (at === 0 ? { ...event, type: 'PostDeleted' } : event)));
    for (let size = 1; size <= most; size += 1)
      for (let from = 1; from <= size; from += 1) {
        const claim = { from, fromRoot: root(from), size, root: root(size), proof: tree.consistency(from, size) };
        expect(isConsistent(claim, hashing), `${from} to ${size}`).to.equal(true);
        const fromRoot = other.roots[from] ?? new Uint8Array();
        expect(isConsistent({ ...claim, fromRoot }, hashing), `another log, ${from} to ${size}`).to.equal(false);
      }
  });

  it('grows from what was stored of its right edge', () => {
    for (let size = 0; size < most; size += 1) {
      const stored = new Map<string, Uint8Array>();
      const grown = new Frontier(hashing);
      for (let at = 0; at < size; at += 1)
        grown.append(leaf(at), ({ level, index, hash: of }) => stored.set(`${level}/${index}`, of));
      const edge = nodesOfRange({ start: 0, end: size }).map(
        ({ level, index }) => stored.get(`${level}/${index}`) ?? new Uint8Array(),
      );
      const resumed = new Frontier(hashing, size, edge);
      resumed.append(leaf(size));
      expect(toHex(resumed.root())).to.equal(toHex(root(size + 1)));
    }
  });

  it('needs few hashes of a large log', () => {
    const size = 2 ** 40 + 12_345;
    expect(inclusionRanges(2 ** 33 + 1, size)).to.have.length.at.most(41);
    expect(consistencyRanges(2 ** 39 + 7, size)).to.have.length.at.most(42);
    const hashes = inclusionRanges(2 ** 33 + 1, size).flatMap(nodesOfRange);
    expect(hashes.length).to.be.below(100);
  });
});
