import { generateKeyPairSync, sign } from 'node:crypto';
import { BundleVerifier, type Verified } from '../../../../infra/products/audit-proofs/bundle-verifier.ts';
import { formatFor, type BundleScope } from '../../../../infra/products/audit-proofs/bundle-format.ts';
import { BundleWriter, type Signer } from '../../../../infra/products/audit-proofs/bundle-writer.ts';
import { checkpointBytes, checkpointHash } from '../../../../infra/products/audit-proofs/checkpoint-bytes.ts';
import type { SignedCheckpoint } from '../../../../infra/products/audit-proofs/checkpoint.ts';
import { chainStart } from '../../../../infra/products/audit-proofs/hashing.ts';
import { toHex } from '../../../../infra/products/audit-proofs/hex.ts';
import { leafText } from '../../../../infra/products/audit-proofs/leaf.ts';
import {
  consistencyRanges,
  Frontier,
  hashOfNodes,
  inclusionRanges,
  nodesOfRange,
  type LeafRange,
} from '../../../../infra/products/audit-proofs/merkle-tree.ts';
import type { SignedLogMove } from '../../../../infra/products/audit-proofs/log-move.ts';
import type { SignedSuccession } from '../../../../infra/products/audit-proofs/succession.ts';
import { BadBundle, type Finding } from '../../../../infra/products/audit-proofs/verdict.ts';
import type { Recorded } from '../../../../domain/kernel/event.ts';
import { auditHashing as hashing } from '../../../../infra/log/audit/hashing.ts';
import { keyIdOf, trustedKeys, type PublicKey } from '../../../../infra/log/audit/signature-check.ts';

/** A key pair of its own. */
export const newSigner = (): Signer & { publicKey: PublicKey } => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const keyId = keyIdOf(publicKey);
  return { keyId, sign: (message) => sign(null, message, privateKey), publicKey: { keyId, key: publicKey } };
};

const meta = {
  mode: 'test',
  actor: { kind: 'user', id: 'somebody', address: 'sealed:1:abc' },
  $correlationId: 'request',
  occurredAt: '2026-01-01T00:00:00.000Z',
} as const;

/** Some events of three posts in two workspaces, as a log holds them. */
export const madeLog = (size: number): readonly Recorded[] =>
  Array.from({ length: size }, (_, at) => ({
    type: 'PostEdited',
    id: `00000000-0000-4000-8000-${at.toString(16).padStart(12, '0')}`,
    stream: `post-${at % 3}`,
    revision: Math.floor(at / 3),
    position: { commit: BigInt(at), prepare: BigInt(at) },
    data: { text: `é "quoted" ${at}`, nested: { b: 1, a: [null, true] } },
    meta: { ...meta, workspaceId: `w${at % 2}`, $causationId: `command-${at}` },
  }));

const encoder = new TextEncoder();

/** A whole log in memory, as the service keeps it in tables. */
export const madeTree = (log: readonly Recorded[]) => {
  const texts = log.map(leafText);
  const nodes = new Map<string, Uint8Array>();
  const frontier = new Frontier(hashing);
  const chains: Uint8Array[] = [chainStart];
  const roots: Uint8Array[] = [frontier.root()];
  for (const text of texts) {
    const leaf = hashing.leaf(encoder.encode(text));
    frontier.append(leaf, ({ level, index, hash }) => nodes.set(`${level}/${index}`, hash));
    chains.push(hashing.chain(chains.at(-1) ?? chainStart, leaf));
    roots.push(frontier.root());
  }
  const hashOf = (range: LeafRange): Uint8Array =>
    hashOfNodes(
      nodesOfRange(range).map(({ level, index }) => nodes.get(`${level}/${index}`) ?? chainStart),
      hashing,
    );
  return {
    texts,
    roots,
    chains,
    inclusion: (index: number, size: number) => inclusionRanges(index, size).map(hashOf),
    consistency: (from: number, size: number) => consistencyRanges(from, size).map(hashOf),
  };
};

type Tree = ReturnType<typeof madeTree>;

export const signedAt = (sizes: readonly number[], tree: Tree, signer: Signer): readonly SignedCheckpoint[] => {
  const signed: SignedCheckpoint[] = [];
  for (const size of sizes) {
    const before = signed.at(-1);
    const checkpoint = {
      chain: toHex(tree.chains[size] ?? chainStart),
      keyId: signer.keyId,
      log: 'log-of-the-test',
      previous: before ? checkpointHash(before.checkpoint, hashing) : null,
      root: toHex(tree.roots[size] ?? chainStart),
      size,
      time: '2026-01-01T00:00:00.000Z',
    };
    signed.push({ checkpoint, signature: toHex(signer.sign(checkpointBytes(checkpoint))) });
  }
  return signed;
};

type Wish = Readonly<{
  log: readonly Recorded[];
  scope: BundleScope;
  checkpoints: readonly number[];
  signer: Signer;
  since?: number;
  successions?: readonly SignedSuccession[];
  moves?: readonly SignedLogMove[];
}>;

/** The lines of a bundle, as the export writes them. */
export const madeBundle = ({
  log,
  scope,
  checkpoints,
  signer,
  since,
  successions = [],
  moves = [],
}: Wish): string[] => {
  const tree = madeTree(log);
  const signed = signedAt(checkpoints, tree, signer);
  const last = signed.at(-1);
  if (!last) throw new Error('a bundle needs a checkpoint');
  const writer = new BundleWriter(hashing);
  const shown = scope.kind === 'everything' ? signed : [last];
  const format = formatFor(successions, moves);
  const header = { exportedAt: '2026-01-02T00:00:00.000Z', format, log: 'log-of-the-test' } as const;
  const lines = [writer.header({ ...header, next: shown[0]?.checkpoint.size ?? 1, scope, since: since ?? null })];
  for (const one of successions) lines.push(writer.succession(one));
  for (const one of moves) lines.push(writer.move(one));
  const { size } = last.checkpoint;
  if (scope.kind === 'everything') {
    for (let at = 0; at < size; at += 1) {
      lines.push(writer.event(tree.texts[at] ?? ''));
      const due = shown.findIndex(({ checkpoint }) => checkpoint.size === at + 1);
      const met = shown[due];
      if (met) lines.push(writer.checkpoint(met, shown[due + 1]?.checkpoint.size ?? null));
    }
  } else {
    lines.push(writer.checkpoint(last, null));
    if (since !== undefined)
      lines.push(writer.consistency({ from: since, proof: tree.consistency(since, size).map(toHex) }));
    log.slice(0, size).forEach((event, index) => {
      const isPart =
        scope.kind === 'workspace' ? event.meta.workspaceId === scope.id : event.stream === `post-${scope.id}`;
      if (isPart) lines.push(writer.event(tree.texts[index] ?? '', tree.inclusion(index, size)));
    });
  }
  return [...lines, writer.seal(signer)];
};

/** The offline verifier's result for these bytes: what it verified, or the first fault. */
export const judge = (
  bundle: Buffer,
  keys: readonly PublicKey[],
  held: readonly SignedCheckpoint[] = [],
): Verified | Finding => {
  const verifier = new BundleVerifier({ hashing, keys: trustedKeys(keys), held });
  try {
    let from = 0;
    for (let to = bundle.indexOf(10); to >= 0; to = bundle.indexOf(10, from)) {
      verifier.line(bundle.subarray(from, to));
      from = to + 1;
    }
    return verifier.end(bundle.subarray(from));
  } catch (error) {
    if (error instanceof BadBundle) return error.finding;
    throw error;
  }
};

export const bytesOf = (lines: readonly string[]): Buffer => Buffer.from(lines.map((line) => `${line}\n`).join(''));
