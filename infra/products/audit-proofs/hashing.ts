/** SHA-256 of some bytes: 32 bytes. The caller provides it, so that this code needs no platform. */
export type Sha256 = (bytes: Uint8Array) => Uint8Array;

/** The length of every hash. */
export const hashBytes = 32;

/**
 * Hashed bytes begin with a byte that names their kind, so that no hash of one kind can pass for
 * another (RFC 6962, section 2.1).
 */
const kinds = { leaf: 0, node: 1, chain: 2, link: 3 } as const;

/** The hashes of tamper evidence, each of its own kind. */
export type Hashing = Readonly<{
  /** The hash of one event's canonical bytes. */
  leaf(event: Uint8Array): Uint8Array;
  /** The hash of an inner node of the tree. */
  node(left: Uint8Array, right: Uint8Array): Uint8Array;
  /** The value of the chain after an event, from the value before and the event's leaf hash. */
  chain(before: Uint8Array, leaf: Uint8Array): Uint8Array;
  /** The value that ties a control line of a bundle to everything before it. */
  link(before: Uint8Array, chain: Uint8Array, body: Uint8Array): Uint8Array;
  plain: Sha256;
}>;

/** The chain before the first event. */
export const chainStart = new Uint8Array(hashBytes);

/** All hashes from one SHA-256. They share a buffer, so two threads must not use them. */
export const hashingWith = (sha256: Sha256): Hashing => {
  // Reused, because thousands of events are hashed a second.
  let scratch = new Uint8Array(4096);
  const room = (bytes: number): Uint8Array => {
    if (scratch.length < bytes) scratch = new Uint8Array(bytes * 2);
    return scratch;
  };
  const pair = new Uint8Array(1 + 2 * hashBytes);
  const ofPair = (kind: number, first: Uint8Array, second: Uint8Array): Uint8Array => {
    pair[0] = kind;
    pair.set(first, 1);
    pair.set(second, 1 + hashBytes);
    return sha256(pair);
  };
  return {
    plain: sha256,
    leaf: (event) => {
      const bytes = room(event.length + 1);
      bytes[0] = kinds.leaf;
      bytes.set(event, 1);
      return sha256(bytes.subarray(0, event.length + 1));
    },
    node: (left, right) => ofPair(kinds.node, left, right),
    chain: (before, leaf) => ofPair(kinds.chain, before, leaf),
    link: (before, chain, body) => {
      const length = 1 + 2 * hashBytes + body.length;
      const bytes = room(length);
      bytes[0] = kinds.link;
      bytes.set(before, 1);
      bytes.set(chain, 1 + hashBytes);
      bytes.set(body, 1 + 2 * hashBytes);
      return sha256(bytes.subarray(0, length));
    },
  };
};

/** Compares public hashes. It is not constant-time. */
export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean => {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at += 1) if (a[at] !== b[at]) return false;
  return true;
};
