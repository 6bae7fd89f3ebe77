import {
  checkpointBytes,
  fromHex,
  toHex,
  type Checkpoint,
  type SignedCheckpoint,
} from '@social-publishing/audit-proofs';

/** A step of the check, with what it found. */
export type CheckStep = Readonly<{
  title: string;
  holds: boolean;
  detail: string;
  /** The signed statement, to be kept. */
  evidence?: string;
}>;

type ListedKey = Readonly<{ keyId: string; publicKey: string; firstUsedAt: string }>;

const keptAs = 'console.checkpoint';

/** What this browser has checked before: an attacker of the service cannot change it. */
type Kept = Pick<Storage, 'getItem' | 'setItem'>;

const fetched = async <Answer>(path: string): Promise<Answer> => {
  const response = await fetch(path);
  if (response.status === 404) throw new Error('There is no checkpoint yet. The service signs one each minute.');
  if (!response.ok) throw new Error(`The service answered ${response.status}`);
  return response.json();
};

const derOf = (pem: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(pem.replaceAll(/-----[^-]+-----|\s/g, '')), (sign) => sign.charCodeAt(0));

const digestOf = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));

const isSignedBy = async (der: Uint8Array<ArrayBuffer>, { checkpoint, signature }: SignedCheckpoint) => {
  const key = await crypto.subtle.importKey('spki', der, 'Ed25519', false, ['verify']);
  const [signed, bytes] = [new Uint8Array(fromHex(signature) ?? []), new Uint8Array(checkpointBytes(checkpoint))];
  return crypto.subtle.verify('Ed25519', key, signed, bytes);
};

/** Whether a checkpoint can follow one that was seen before. */
export const continues = (
  before: Checkpoint | undefined,
  now: Checkpoint,
): Readonly<{ holds: boolean; detail: string }> => {
  if (before === undefined)
    return { holds: true, detail: 'This browser keeps this checkpoint from now on, to compare later ones with it.' };
  const seen = `This browser saw a log of ${before.size} events, signed ${before.time}.`;
  if (before.log !== now.log) return { holds: false, detail: `${seen} This is another log.` };
  if (now.size < before.size) return { holds: false, detail: `${seen} The log is shorter now.` };
  if (now.size === before.size && now.root !== before.root)
    return { holds: false, detail: `${seen} The log has the same length and another content.` };
  return { holds: true, detail: `${seen} The log has not become shorter.` };
};

/** Checks the newest checkpoint: each step is given as soon as it is done. */
export async function* checkpointSteps(kept: Kept): AsyncIterable<CheckStep> {
  const signed = await fetched<SignedCheckpoint>('/v1/audit/checkpoint');
  const { checkpoint } = signed;
  yield {
    title: 'The service states the whole log',
    holds: true,
    detail: `${checkpoint.size} events at ${checkpoint.time}; root of the tree ${checkpoint.root}`,
    evidence: JSON.stringify(signed),
  };
  const { data: keys } = await fetched<Readonly<{ data: readonly ListedKey[] }>>('/v1/audit/public-keys');
  const key = keys.find(({ keyId }) => keyId === checkpoint.keyId);
  const der = derOf(key?.publicKey ?? '');
  const isNamed = (await digestOf(der)).slice(0, 16) === checkpoint.keyId;
  yield {
    title: 'The key is the one that the checkpoint names',
    holds: isNamed,
    detail: `The id ${checkpoint.keyId} is the beginning of the SHA-256 of the key. Compare it once with the one that the operator gave you.`,
  };
  yield {
    title: 'The signature fits the statement',
    holds: isNamed && (await isSignedBy(der, signed)),
    detail: 'Ed25519, over the canonical JSON of the checkpoint.',
  };
  const text = kept.getItem(keptAs);
  const before: Checkpoint | undefined = text === null ? undefined : JSON.parse(text);
  const continued = continues(before, checkpoint);
  if (continued.holds) kept.setItem(keptAs, JSON.stringify(checkpoint));
  yield { title: 'It continues what this browser saw before', ...continued };
}
