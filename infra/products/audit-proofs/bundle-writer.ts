import { sealBytes, type BundleFormat, type BundleHeader, type ConsistencyProof } from './bundle-format.ts';
import { canonicalJson } from './canonical-json.ts';
import type { SignedCheckpoint } from './checkpoint.ts';
import { chainStart, type Hashing } from './hashing.ts';
import { toHex } from './hex.ts';
import type { SignedLogMove } from './log-move.ts';
import type { SignedSuccession } from './succession.ts';

/** Signs with the current key: an Ed25519 signature of 64 bytes. */
export type Signer = Readonly<{ keyId: string; sign(message: Uint8Array): Uint8Array }>;

const encoder = new TextEncoder();

/** Makes the lines of a bundle, in their order, without line ends. */
export class BundleWriter {
  readonly #hashing: Hashing;
  #chain: Uint8Array = chainStart;
  #link: Uint8Array = chainStart;
  #format: BundleFormat = 'audit-bundle/1';
  #events = 0;
  #checkpoints = 0;

  constructor(hashing: Hashing) {
    this.#hashing = hashing;
  }

  header(header: BundleHeader): string {
    this.#format = header.format;
    return this.#control(`"header":${canonicalJson(header)}`, '}');
  }

  /** `text`: the event's leaf. `proof`: its proof of inclusion, in bundles of a part. */
  event(text: string, proof?: readonly Uint8Array[]): string {
    const leaf = this.#hashing.leaf(encoder.encode(text));
    this.#chain = this.#hashing.chain(this.#chain, leaf);
    this.#events += 1;
    const proven = proof ? `"proof":[${proof.map((hash) => `"${toHex(hash)}"`).join(',')}],` : '';
    return `{"chain":"${toHex(this.#chain)}",${proven}"event":${text}}`;
  }

  checkpoint({ checkpoint, signature }: SignedCheckpoint, next: number | null): string {
    this.#checkpoints += 1;
    const body = `"checkpoint":${canonicalJson(checkpoint)},"signature":"${signature}","next":${JSON.stringify(next)}`;
    return this.#control(body, '}');
  }

  /** Follows the header. */
  succession({ succession, signature }: SignedSuccession): string {
    return this.#control(`"succession":${canonicalJson(succession)},"signature":"${signature}"`, '}');
  }

  /** Follows the successions. */
  move({ move, signature }: SignedLogMove): string {
    return this.#control(`"move":${canonicalJson(move)},"signature":"${signature}"`, '}');
  }

  consistency(proof: ConsistencyProof): string {
    return this.#control(`"consistency":${canonicalJson(proof)}`, '}');
  }

  seal({ keyId, sign }: Signer): string {
    const seal = canonicalJson({ checkpoints: this.#checkpoints, events: this.#events, keyId });
    const line = this.#control(`"seal":${seal}`, '');
    return `${line},"signature":"${toHex(sign(sealBytes(toHex(this.#link), this.#format)))}"}`;
  }

  #control(body: string, end: string): string {
    this.#link = this.#hashing.link(this.#link, this.#chain, encoder.encode(body + end));
    return `{"link":"${toHex(this.#link)}",${body}${end}`;
  }
}
