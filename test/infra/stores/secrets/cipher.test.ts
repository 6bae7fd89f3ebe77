import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import { decrypt, encrypt, keyBytes, NotAuthentic } from '../../../../infra/stores/secrets/cipher.ts';

describe('the cipher', () => {
  const key = randomBytes(keyBytes);

  it('takes another nonce for every text, however many there are', () => {
    const sealed = Array.from({ length: 2_000 }, () => encrypt(key, Buffer.from('the same'), 'here'));
    expect(new Set(sealed.map((bytes) => bytes.subarray(0, 12).toString('hex'))).size).to.equal(2_000);
    expect(new Set(sealed.map((bytes) => decrypt(key, bytes, 'here').toString()))).to.deep.equal(new Set(['the same']));
  });

  it('opens nothing that was changed, is bound elsewhere, or is of another key', () => {
    const sealed = encrypt(key, Buffer.from('text'), 'here');
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => decrypt(key, changed, 'here')).to.throw(NotAuthentic);
    }
    expect(() => decrypt(key, sealed, 'there')).to.throw(NotAuthentic);
    expect(() => decrypt(randomBytes(keyBytes), sealed, 'here')).to.throw(NotAuthentic);
    expect(() => decrypt(key, sealed.subarray(0, 20), 'here')).to.throw(NotAuthentic);
  });
});
