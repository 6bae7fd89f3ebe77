import { createHmac, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { decrypt, encrypt, keyBytes } from './cipher.ts';
import { readOrCreateKeyFile, replaceKeyFile } from './key-file.ts';

/** A data key, wrapped by the master key of this id. */
export type WrappedKey = Readonly<{ keyId: string; wrapped: Buffer }>;

/** The master keys: the first wraps, all unwrap. They wrap data keys only, never data. */
export class Keyring {
  readonly currentId: string;
  readonly #keys: ReadonlyMap<string, Buffer>;

  constructor(keys: readonly (readonly [id: string, key: Buffer])[]) {
    const [current] = keys;
    if (!current) throw new Error('a keyring needs at least one key');
    this.currentId = current[0];
    this.#keys = new Map(keys);
    if (this.#keys.size !== keys.length) throw new Error('two master keys have the same id');
    for (const [id, key] of keys)
      if (key.length !== keyBytes) throw new Error(`master key ${id} has ${key.length} bytes instead of ${keyBytes}`);
  }

  wrap(dataKey: Buffer, bound: string): WrappedKey {
    return { keyId: this.currentId, wrapped: encrypt(this.#key(this.currentId), dataKey, bound) };
  }

  unwrap({ keyId, wrapped }: WrappedKey, bound: string): Buffer {
    return decrypt(this.#key(keyId), wrapped, bound);
  }

  /** The names of all keys, the current one first. */
  get ids(): readonly string[] {
    return [...this.#keys.keys()];
  }

  /** A fingerprint of a key that does not reveal the key: an HMAC of a constant. */
  fingerprint(id: string): Buffer {
    return createHmac('sha256', this.#key(id)).update('master key of the social publishing service').digest();
  }

  #key(id: string): Buffer {
    const key = this.#keys.get(id);
    if (!key) throw new Error(`SECRETS_KEYS has no master key ${id}, with which something is still wrapped`);
    return key;
  }
}

/**
 * Reads `SECRETS_KEYS`: `id:base64` entries of 32 bytes each, separated by commas, the current one
 * first. An old key stays in the list until `npm run secrets -- rotate` has wrapped everything with
 * the current one.
 */
export const keyringFrom = (text: string): Keyring =>
  new Keyring(
    text
      .split(',')
      .filter((entry) => entry.trim() !== '')
      .map((entry) => {
        const [, id, base64] = /^\s*([A-Za-z0-9_-]{1,64}):([A-Za-z0-9+/_=-]+)\s*$/.exec(entry) ?? [];
        // The entry itself is a secret and stays out of the message.
        if (id === undefined || base64 === undefined) throw new Error('SECRETS_KEYS wants id:base64 entries');
        return [id, Buffer.from(base64, 'base64')] as const;
      }),
  );

const keyFile = (dataDir: string): string => join(dataDir, 'secrets.key');

const newEntry = (): string => `local-${randomBytes(4).toString('hex')}:${randomBytes(keyBytes).toString('base64')}`;

/** The embedded default: a master key in the data folder, readable by its owner only. */
export const keyringInFolder = async (dataDir: string): Promise<Keyring> =>
  keyringFrom(await readOrCreateKeyFile(keyFile(dataDir), () => `${newEntry()}\n`));

const entriesIn = async (dataDir: string): Promise<string[]> =>
  (await readOrCreateKeyFile(keyFile(dataDir), () => `${newEntry()}\n`)).trim().split(',');

/** Creates a new master key in the data folder and makes it the current one. The others stay. */
export const renewKeyInFolder = async (dataDir: string): Promise<Keyring> => {
  const text = [newEntry(), ...(await entriesIn(dataDir))].join(',');
  await replaceKeyFile(keyFile(dataDir), `${text}\n`);
  return keyringFrom(text);
};

/**
 * Drops all keys but the current one and the one before it, which may wrap things that expire
 * within a day. Call it only after everything was wrapped with the current key: a rotation that was
 * interrupted still needs all keys.
 */
export const retireKeysInFolder = async (dataDir: string): Promise<void> => {
  const text = (await entriesIn(dataDir)).slice(0, 2).join(',');
  await replaceKeyFile(keyFile(dataDir), `${text}\n`);
};
