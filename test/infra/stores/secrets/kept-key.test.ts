import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { Keyring } from '../../../../infra/stores/secrets/keyring.ts';
import { keptSecret } from '../../../../infra/stores/secrets/kept-key.ts';
import { Vault } from '../../../../infra/stores/secrets/vault.ts';
import { useDatabase } from '../../../support/postgres.ts';

describe('a secret of the service itself', () => {
  const database = useDatabase();

  it('is made once, however many nodes start together, and sealed', async () => {
    const keyring = new Keyring([['default', randomBytes(32)]]);
    let made = 0;
    const node = () =>
      keptSecret({ database: database(), vault: new Vault(database(), keyring) }, 'identity-keys', async () => {
        made += 1;
        return `made by ${made}`;
      });
    expect(new Set(await Promise.all([node(), node(), node()]))).to.deep.equal(new Set(['made by 1']));
    expect(await node()).to.equal('made by 1');
    const { rows } = await sql<{ text: string }>`select secret::text as text from secret`.execute(database().kysely);
    expect(rows[0]?.text).to.not.include(Buffer.from('made by').toString('hex'));
  });
});
