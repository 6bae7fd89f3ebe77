import { expect } from 'chai';
import fc from 'fast-check';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decrypt, encrypt, NotAuthentic } from '../../../../infra/stores/secrets/cipher.ts';
import { readOrCreateKeyFile } from '../../../../infra/stores/secrets/key-file.ts';
import { Keyring, keyringFrom, keyringInFolder } from '../../../../infra/stores/secrets/keyring.ts';

const base64 = (): string => randomBytes(32).toString('base64');

describe('encryption', () => {
  it('gives back what went in, under the same key and binding', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.string(), (plain, bound) => {
        const key = randomBytes(32);
        return decrypt(key, encrypt(key, Buffer.from(plain), bound), bound).equals(Buffer.from(plain));
      }),
    );
  });

  it('gives nothing back when a bit, the key or the binding differs', () => {
    const key = randomBytes(32);
    const sealed = encrypt(key, Buffer.from('token'), 'here');
    for (let index = 0; index < sealed.length; index++) {
      const tampered = Buffer.from(sealed);
      tampered.writeUInt8(tampered.readUInt8(index) ^ 1, index);
      expect(() => decrypt(key, tampered, 'here')).to.throw(NotAuthentic);
    }
    expect(() => decrypt(randomBytes(32), sealed, 'here')).to.throw(NotAuthentic);
    expect(() => decrypt(key, sealed, 'there')).to.throw(NotAuthentic);
    expect(() => decrypt(key, sealed.subarray(0, 20), 'here')).to.throw(NotAuthentic);
  });

  it('never looks the same twice', () => {
    const key = randomBytes(32);
    const one = encrypt(key, Buffer.from('token'), 'here');
    expect(encrypt(key, Buffer.from('token'), 'here').equals(one)).to.equal(false);
  });
});

describe('the master keys', () => {
  it('wrap with the first and unwrap with all', () => {
    const [old, next] = [base64(), base64()];
    const dataKey = randomBytes(32);
    const wrapped = keyringFrom(`a:${old}`).wrap(dataKey, 'x');
    expect(wrapped.keyId).to.equal('a');
    const rotated = keyringFrom(` b:${next} , a:${old},`);
    expect(rotated.unwrap(wrapped, 'x').equals(dataKey)).to.equal(true);
    expect(rotated.wrap(dataKey, 'x').keyId).to.equal('b');
    expect(() => keyringFrom(`b:${next}`).unwrap(wrapped, 'x')).to.throw(/no master key a/);
  });

  for (const [what, wrong] of [
    ['nothing', ''],
    ['empty entries', ' , '],
    ['a word', 'nonsense'],
    ['a key of 128 bits', `a:${randomBytes(16).toString('base64')}`],
    ['an id with a space', `a b:${base64()}`],
    ['no id', `:${base64()}`],
  ] as const)
    it(`are refused when they are ${what}`, () => expect(() => keyringFrom(wrong)).to.throw());

  it('are refused when two have one id, and never shown in the message', () => {
    const key = base64();
    expect(() => keyringFrom(`a:${key},a:${key}`)).to.throw(/same id/);
    expect(() => keyringFrom(`!:${key}`))
      .to.throw()
      .with.property('message')
      .that.does.not.include(key);
  });

  it('need at least one', () => expect(() => new Keyring([])).to.throw());

  describe('in the data folder', () => {
    let folder: string;
    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'keyring-'));
    });
    afterEach(() => rm(folder, { recursive: true }));

    it('are made once, for their owner only, and found again', async () => {
      const dataKey = randomBytes(32);
      const first = await keyringInFolder(join(folder, 'data'));
      const second = await keyringInFolder(join(folder, 'data'));
      expect(second.unwrap(first.wrap(dataKey, 'x'), 'x').equals(dataKey)).to.equal(true);
      expect((await stat(join(folder, 'data', 'secrets.key'))).mode & 0o777).to.equal(0o600);
      expect(await readdir(join(folder, 'data'))).to.deep.equal(['secrets.key']);
    });

    it('are the same for all that start at once', async () => {
      const path = join(folder, 'one.key');
      const read = await Promise.all(
        Array.from({ length: 8 }, (_, index) => readOrCreateKeyFile(path, () => `key-${index}`)),
      );
      expect(new Set(read).size).to.equal(1);
      expect(await readFile(path, 'utf8')).to.equal(read[0]);
      expect(await readdir(folder)).to.deep.equal(['one.key']);
    });

    it('leave nothing half made behind', async () => {
      const failing = readOrCreateKeyFile(join(folder, 'one.key'), () => Promise.reject(new Error('no entropy')));
      expect(await failing.catch((error: Error) => error.message)).to.equal('no entropy');
      expect(await readdir(folder)).to.deep.equal([]);
    });
  });
});
