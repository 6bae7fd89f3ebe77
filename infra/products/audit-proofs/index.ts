export { type BundleScope, formatFor } from './bundle-format.ts';
export { BundleVerifier, type Verified } from './bundle-verifier.ts';
export { BundleWriter, type Signer } from './bundle-writer.ts';
export { checkpointBytes, checkpointHash } from './checkpoint-bytes.ts';
export { type Checkpoint, type SignatureCheck, SignedCheckpoint } from './checkpoint.ts';
export { chainStart, hashingWith, sameBytes } from './hashing.ts';
export { fromHex, toHex } from './hex.ts';
export { leafText } from './leaf.ts';
export { isConsistent, isIncluded } from './merkle-proof.ts';
export { isUnchanged, type LogMove, logMoveBytes, type SignedLogMove } from './log-move.ts';
export {
  consistencyRanges,
  Frontier,
  hashOfNodes,
  inclusionRanges,
  type LeafRange,
  type NodeAt,
  nodesOfRange,
  type TreeNode,
} from './merkle-tree.ts';
export { type SignedSuccession, type Succession, successionBytes } from './succession.ts';
export { BadBundle, type Finding, NewerForm } from './verdict.ts';
