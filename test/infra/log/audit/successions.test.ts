import { expect } from 'chai';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { openSigner, listKeys } from '../../../../infra/log/audit/signing-key.ts';
import { publicKeysFrom, trustedKeys } from '../../../../infra/log/audit/signature-check.ts';
import { listSuccessions, rotateKey, withSuccessors } from '../../../../infra/log/audit/successions.ts';
import { keyringFrom } from '../../../../infra/stores/secrets/keyring.ts';
import { Vault } from '../../../../infra/stores/secrets/vault.ts';
import { useDatabase } from '../../../support/postgres.ts';

const pem = () => String(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }));
const message = Buffer.from('something');

describe('the change of the audit signing key', () => {
  const database = useDatabase();
  const parts = () => {
    const vault = new Vault(database(), keyringFrom(`a:${randomBytes(32).toString('base64')}`));
    return { vault, db: database().kysely, log: 'log-of-the-test', now: () => new Date() };
  };

  it('replaces a key the service keeps by one the old key vouches for', async () => {
    const of = parts();
    const first = await openSigner(undefined, of.vault, of.db);
    const given = publicKeysFrom((await listKeys(of.db)).find(({ keyId }) => keyId === first.keyId)?.publicKey ?? '');
    await rotateKey({ ...of, given: undefined, next: undefined });
    const { succession } = await rotateKey({ ...of, given: undefined, next: undefined });
    const third = await openSigner(undefined, of.vault, of.db);
    expect(third.keyId).to.equal(succession.keyId).and.not.to.equal(first.keyId);
    expect((await listKeys(of.db)).map(({ keyId }) => keyId)).to.include.members([first.keyId, third.keyId]);

    const believed = trustedKeys(withSuccessors(given, await listSuccessions(of.db)));
    for (const signer of [first, third])
      expect(believed.signature(signer.keyId, message, signer.sign(message))).to.equal('valid');
    const alone = trustedKeys(given);
    expect(alone.signature(third.keyId, message, third.sign(message))).to.equal('unknown');
  });

  it('of a key that is given takes the one that follows it, and refuses to do without', async () => {
    const of = parts();
    const [old, next] = [pem(), pem()];
    await expectRefused(() => rotateKey({ ...of, given: old, next: undefined }), 'followed by one that is given');
    await expectRefused(() => rotateKey({ ...of, given: old, next: old }), 'signs with this key already');
    await expectRefused(() => rotateKey({ ...of, given: old, next: 'nonsense' }), 'not a private key');
    const { succession } = await rotateKey({ ...of, given: old, next });
    const [before, after] = [await openSigner(old, of.vault, of.db), await openSigner(next, of.vault, of.db)];
    expect([succession.by, succession.keyId]).to.deep.equal([before.keyId, after.keyId]);
  });

  const expectRefused = async (rotation: () => Promise<unknown>, words: string): Promise<void> => {
    const before = await listSuccessions(database().kysely);
    const refused = await rotation().then(
      () => 'nothing',
      (fault: Error) => fault.message,
    );
    expect(refused).to.include(words);
    expect(await listSuccessions(database().kysely)).to.deep.equal(before);
  };
});
