import { createHash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/** Base64 texts. */
export type PasswordHash = Readonly<{ hash: string; salt: string }>;

const derive = (password: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) =>
    scrypt(password, salt, 32, (error, key) => (error === null ? resolve(key) : reject(error))),
  );

export const hashPassword = async (password: string): Promise<PasswordHash> => {
  const salt = randomBytes(16);
  return { hash: (await derive(password, salt)).toString('base64'), salt: salt.toString('base64') };
};

export const verifyPassword = async (password: string, stored: PasswordHash): Promise<boolean> => {
  const expected = Buffer.from(stored.hash, 'base64');
  const actual = await derive(password, Buffer.from(stored.salt, 'base64'));
  return expected.length === actual.length && timingSafeEqual(expected, actual);
};

/** A short-lived digest of a verified password, so that not every call pays for the slow hash. */
export const fingerprint = (password: string): Buffer => createHash('sha256').update(password).digest();
