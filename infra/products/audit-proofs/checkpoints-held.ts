import type { Checkpoint, SignedCheckpoint } from './checkpoint.ts';
import { chainStart, type Hashing } from './hashing.ts';
import { fromHex, toHex } from './hex.ts';
import { isConsistent } from './merkle-proof.ts';

type State = Readonly<{ size: number; chain: Uint8Array; root(): Uint8Array }>;
type Fail = (reason: string) => Error;

/**
 * The checkpoints an auditor kept. They protect against the holder of the signing key: a rewritten
 * log has good signatures, but does not continue the earlier signed log.
 */
export class CheckpointsHeld {
  readonly #hashing: Hashing;
  readonly #bySize = new Map<number, Checkpoint[]>();

  constructor(held: readonly SignedCheckpoint[], hashing: Hashing) {
    this.#hashing = hashing;
    for (const { checkpoint } of held)
      this.#bySize.set(checkpoint.size, [...(this.#bySize.get(checkpoint.size) ?? []), checkpoint]);
  }

  /** Whether a checkpoint of this size has not been compared yet. */
  has(size: number): boolean {
    return this.#bySize.has(size);
  }

  /** Compares the checkpoints of this size with the log at that size. */
  compare({ size, chain, root }: State, fail: Fail): void {
    const held = this.#bySize.get(size);
    if (!held) return;
    for (const one of held)
      if (one.root !== toHex(root()) || one.chain !== toHex(chain))
        throw fail(`the first ${size} events are not those of the checkpoint that was held`);
    this.#bySize.delete(size);
  }

  /** A proof that the log of `checkpoint` continues its first `from` events. */
  prove(from: number, proof: readonly Uint8Array[], { size, root }: Checkpoint, fail: Fail): void {
    const held = this.#bySize.get(from);
    if (!held) return;
    for (const one of held) {
      const roots = { fromRoot: fromHex(one.root) ?? chainStart, root: fromHex(root) ?? chainStart };
      if (!isConsistent({ from, size, proof, ...roots }, this.#hashing))
        throw fail(`the log does not continue the held checkpoint of ${from} events`);
    }
    this.#bySize.delete(from);
  }

  /** A checkpoint that was not compared, if any. */
  unmet(): Checkpoint | undefined {
    return [...this.#bySize.values()][0]?.[0];
  }
}
