import { expect } from 'chai';
import fc from 'fast-check';
import { BundleWriter, type Signer } from '../../../../infra/products/audit-proofs/bundle-writer.ts';
import type { BundleScope } from '../../../../infra/products/audit-proofs/bundle-format.ts';
import { checkpointBytes } from '../../../../infra/products/audit-proofs/checkpoint-bytes.ts';
import { toHex } from '../../../../infra/products/audit-proofs/hex.ts';
import { auditHashing } from '../../../../infra/log/audit/hashing.ts';
import { bytesOf, judge, madeBundle, madeLog, newSigner } from './made-bundles.ts';

const signer = newSigner();
const stranger = newSigner();
const log = madeLog(12);

const scopes: readonly BundleScope[] = [
  { kind: 'everything' },
  { kind: 'post', id: '2' },
  { kind: 'workspace', id: 'w1' },
];
const bundles = scopes.map((scope) =>
  bytesOf(madeBundle({ log, scope, checkpoints: [5, 6, 12], signer, ...(scope.kind === 'post' && { since: 6 }) })),
);
const other = bytesOf(madeBundle({ log: madeLog(25), scope: { kind: 'everything' }, checkpoints: [25], signer }));

type Mutation = Readonly<{ how: string; of(bundle: Buffer, a: number, b: number): Buffer }>;

const linesOf = (bundle: Buffer): string[] => bundle.toString('utf8').split('\n').slice(0, -1);
const onLines =
  (change: (lines: string[], a: number, b: number) => void) =>
  (bundle: Buffer, a: number, b: number): Buffer => {
    const lines = linesOf(bundle);
    change(lines, a % lines.length, b % lines.length);
    return bytesOf(lines);
  };

/**
 * Rewrites every control line with another key, as an attacker would who changed an event and has
 * no access to the real one.
 */
const resigned = (
  bundle: Buffer,
  by: Signer,
  keyId: string,
  change?: (event: string, at: number) => string,
): Buffer => {
  const writer = new BundleWriter(auditHashing);
  const signed = { keyId, sign: by.sign };
  let events = 0;
  const lines = linesOf(bundle).map((line) => {
    const proof = /^\{"chain":"[0-9a-f]{64}","proof":(\[.*?\]),"event":/.exec(line)?.[1];
    if (line.startsWith('{"chain"')) {
      const text = line.slice(line.indexOf('"event":') + 8, -1);
      const hashes =
        proof === undefined ? undefined : (JSON.parse(proof) as string[]).map((hex) => Buffer.from(hex, 'hex'));
      return writer.event(change?.(text, events++) ?? text, hashes);
    }
    const { header, checkpoint, next, consistency } = JSON.parse(line);
    if (header) return writer.header(header);
    if (consistency) return writer.consistency(consistency);
    if (!checkpoint) return writer.seal(signed);
    const own = { ...checkpoint, keyId };
    return writer.checkpoint({ checkpoint: own, signature: toHex(by.sign(checkpointBytes(own))) }, next);
  });
  return bytesOf(lines);
};

const mutations: readonly Mutation[] = [
  {
    how: 'flip a bit',
    of: (bundle, a, b) => {
      const flipped = Buffer.from(bundle);
      flipped[a % flipped.length] = (flipped[a % flipped.length] ?? 0) ^ (1 << (b % 8));
      return flipped;
    },
  },
  { how: 'delete a line', of: onLines((lines, a) => lines.splice(a, 1)) },
  { how: 'delete several lines', of: onLines((lines, a, b) => lines.splice(a, 1 + (b % 5))) },
  { how: 'swap two lines', of: onLines((lines, a, b) => ([lines[a], lines[b]] = [lines[b] ?? '', lines[a] ?? ''])) },
  { how: 'repeat a line', of: onLines((lines, a, b) => lines.splice(b, 0, lines[a] ?? '')) },
  {
    how: 'insert a line of another bundle',
    // Not its header, which is as good a first line as this one's: then the line after it shows.
    of: onLines((lines, a, b) => lines.splice(a, 0, linesOf(other)[1 + b] ?? '')),
  },
  { how: 'insert an empty line', of: onLines((lines, a) => lines.splice(a, 0, '')) },
  { how: 'truncate', of: (bundle, a) => bundle.subarray(0, a % bundle.length) },
  { how: 'add something', of: (bundle, a) => Buffer.concat([bundle, bundle.subarray(0, 1 + (a % bundle.length))]) },
  {
    how: 'delete a byte',
    of: (bundle, a) => Buffer.concat([bundle.subarray(0, a % bundle.length), bundle.subarray((a % bundle.length) + 1)]),
  },
  { how: 'sign with another key', of: (bundle) => resigned(bundle, stranger, stranger.keyId) },
  { how: "sign with another key in the real key's name", of: (bundle) => resigned(bundle, stranger, signer.keyId) },
];

/** The first line, from 1, in which two bundles differ. */
const firstDifference = (one: Buffer, another: Buffer): number => {
  let at = 0;
  while (at < one.length && one[at] === another[at]) at += 1;
  return one.subarray(0, at).toString('latin1').split('\n').length;
};

describe('every change of a bundle', function () {
  this.timeout(120_000);

  const anyChange = fc.record({
    from: fc.nat(bundles.length - 1),
    how: fc.constantFrom(...mutations.keys()),
    a: fc.nat(1e6),
    b: fc.nat(1e6),
  });

  it('is found, at the first line that differs: 10,000 of them', () => {
    for (const bundle of bundles) expect(judge(bundle, [signer.publicKey])).to.have.property('last');
    const found: Record<string, number> = {};
    const change = fc.property(anyChange, ({ from, how, a, b }) => {
      const [bundle, mutation] = [bundles[from], mutations[how]];
      if (!bundle || !mutation) throw new Error('there is no such mutation');
      const mutated = mutation.of(bundle, a, b);
      // Swapping a line with itself changes nothing.
      fc.pre(!mutated.equals(bundle));
      const verdict = judge(mutated, [signer.publicKey]);
      expect(verdict, mutation.how).to.have.property('reason');
      expect(verdict, mutation.how).to.have.property('line', firstDifference(bundle, mutated));
      found[mutation.how] = (found[mutation.how] ?? 0) + 1;
    });
    fc.assert(change, { numRuns: 10_000 });
    expect(Object.keys(found)).to.have.members(mutations.map(({ how }) => how));
  });

  it('that rewrites an event and everything after it, but cannot sign, is found no later than at the next checkpoint', () => {
    const forged = fc.record({
      from: fc.nat(bundles.length - 1),
      at: fc.nat(11),
      stolenName: fc.boolean(),
    });
    fc.assert(
      fc.property(forged, ({ from, at, stolenName }) => {
        const bundle = bundles[from] ?? Buffer.alloc(0);
        const count = linesOf(bundle).filter((line) => line.startsWith('{"chain"')).length;
        const mutated = resigned(bundle, stranger, (stolenName ? signer : stranger).keyId, (text, index) =>
          index === at % count ? text.replace('"type":"PostEdited"', '"type":"PostDeleted"') : text,
        );
        const verdict = judge(mutated, [signer.publicKey]);
        expect(verdict).to.have.property('reason');
        const mutatedLine = firstDifference(bundle, mutated);
        const nextControl = linesOf(mutated).findIndex(
          (line, index) => index + 1 >= mutatedLine && line.startsWith('{"link"'),
        );
        expect(verdict)
          .to.have.property('line')
          .that.is.at.most(nextControl + 1);
      }),
      { numRuns: 300 },
    );
  });

  it('that rewrites an event and everything after it is found even where the key was stolen, by who kept a checkpoint', () => {
    const [whole] = bundles;
    if (!whole) throw new Error('there is no bundle');
    const kept = linesOf(whole)
      .map((line) => JSON.parse(line))
      .filter(({ checkpoint }) => checkpoint?.size === 6)
      .map(({ checkpoint, signature }) => ({ checkpoint, signature }));
    for (let at = 0; at < 6; at += 1) {
      const rewritten = log.map((event, index) => (index === at ? { ...event, type: 'PostDeleted' } : event));
      const forged = bytesOf(
        madeBundle({ log: rewritten, scope: { kind: 'everything' }, checkpoints: [5, 12], signer }),
      );
      expect(judge(forged, [signer.publicKey]), 'by itself').to.have.property('last');
      expect(judge(forged, [signer.publicKey], kept))
        .to.have.property('reason')
        .that.includes('was held');
    }
  });
});
