import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { Keyring } from '../../../../infra/stores/secrets/keyring.ts';
import { requireMasterKeys } from '../../../../infra/stores/secrets/master-key-check.ts';
import { SubjectKeys } from '../../../../infra/stores/secrets/subject-keys.ts';
import { Vault } from '../../../../infra/stores/secrets/vault.ts';
import { useDatabase } from '../../../support/postgres.ts';

const [first, second] = [randomBytes(32), randomBytes(32)];
const ringOf = (...keys: (readonly [string, Buffer])[]): Keyring => new Keyring(keys);

describe('the master keys of an installation', () => {
  const database = useDatabase();
  const start = (keyring: Keyring): Promise<string> =>
    requireMasterKeys(keyring, database()).then(
      () => 'started',
      (error: Error) => error.message,
    );
  beforeEach(async () => {
    await sql`truncate secret, subject_key, master_key`.execute(database().kysely);
  });

  it('are those of the first node, also where two nodes start at once', async () => {
    const starts = await Promise.all([start(ringOf(['default', first])), start(ringOf(['default', second]))]);
    expect(starts.filter((said) => said === 'started')).to.have.length(1);
    expect(starts.find((said) => said !== 'started')).to.match(/^SECRETS_KEY: the master key "default" is not the one/);
  });

  it('may be joined by a new one, and then be known by either', async () => {
    expect(await start(ringOf(['old', first]))).to.equal('started');
    expect(await start(ringOf(['new', second]))).to.match(/^SECRETS_KEYS: lacks every master key .*\(old\)/);
    expect(await start(ringOf(['new', second], ['old', first]))).to.equal('started');
    expect(await start(ringOf(['old', first]))).to.equal('started');
    expect(await start(ringOf(['new', second]))).to.equal('started');
  });

  it('must hold the key of everything that is sealed', async () => {
    const both = ringOf(['new', second], ['old', first]);
    expect(await start(both)).to.equal('started');
    await new Vault(database(), ringOf(['old', first])).put({ kind: 'a', id: 'b', workspaceId: 'c' }, 'd', 'e');
    expect(await start(ringOf(['new', second]))).to.match(/^SECRETS_KEYS: lacks the master key "old"/);
    await new Vault(database(), both).rotate();
    expect(await start(ringOf(['new', second]))).to.equal('started');
  });

  it('must open what was sealed before keys were registered', async () => {
    await new SubjectKeys(database(), ringOf(['default', first])).seal('person', 'Olivia');
    expect(await start(ringOf(['default', second]))).to.match(/^SECRETS_KEY: the master key "default" does not open/);
    expect(await start(ringOf(['default', first]))).to.equal('started');
  });

  it('are never part of a message', async () => {
    await start(ringOf(['default', first]));
    const said = await start(ringOf(['default', second]));
    for (const key of [first, second])
      for (const form of ['base64', 'hex'] as const) expect(said).to.not.include(key.toString(form));
  });
});
