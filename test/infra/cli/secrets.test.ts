import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { launched } from '@social-publishing/child-process';
import { Keyring, keyringFrom, keyringInFolder, renewKeyInFolder } from '../../../infra/stores/secrets/keyring.ts';
import { SubjectKeys } from '../../../infra/stores/secrets/subject-keys.ts';
import { Vault } from '../../../infra/stores/secrets/vault.ts';
import { useDatabase } from '../../support/postgres.ts';

const program = fileURLToPath(new URL('../../../infra/cli/secrets.ts', import.meta.url));
const owner = { kind: 'account', id: 'c1', workspaceId: 'w1' };

describe('npm run secrets', () => {
  const database = useDatabase();
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'secrets-'));
  });
  after(() => rm(folder, { recursive: true }));

  const run = (args: readonly string[], env: Record<string, string>): Promise<{ code: number; said: string }> =>
    new Promise((resolve) => {
      execFile(
        process.execPath,
        [...launched(program), ...args],
        { env: { PATH: process.env['PATH'], DATA_DIR: folder, DATABASE_URL: database().url, ...env } },
        (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, said: stdout + stderr }),
      );
    });

  it('wraps everything with the first of SECRETS_KEYS, so that the old one can go', async () => {
    const [old, next] = [`old:${randomBytes(32).toString('base64')}`, `next:${randomBytes(32).toString('base64')}`];
    await new Vault(database(), keyringFrom(old)).put(owner, 'tokens', 'kept');
    const sealed = await new SubjectKeys(database(), keyringFrom(old)).seal('olivia', 'Olivia');
    const { code, said } = await run(['rotate'], { SECRETS_KEYS: `${next},${old}` });
    expect([code, said.trim()]).to.deep.equal([0, 'Wrapped again with master key next: 1 secrets, 1 keys of people.']);
    expect((await new Vault(database(), keyringFrom(next)).get(owner, 'tokens'))?.value).to.equal('kept');
    expect(await new SubjectKeys(database(), keyringFrom(next)).open('olivia', sealed)).to.equal('Olivia');
    await new Vault(database(), keyringFrom(next)).remove(owner);
    await new SubjectKeys(database(), keyringFrom(next)).destroy('olivia');
  });

  it('makes a new key in the data folder where none is configured, and keeps the one before it readable', async () => {
    const first = await keyringInFolder(folder);
    await new Vault(database(), first).put(owner, 'tokens', 'kept');
    const dataKey = randomBytes(32);
    const short = first.wrap(dataKey, 'something that runs out within a day');
    expect((await run(['rotate'], {})).code).to.equal(0);
    const second = await keyringInFolder(folder);
    expect(second.currentId).to.not.equal(first.currentId);
    expect(second.unwrap(short, 'something that runs out within a day').equals(dataKey)).to.equal(true);
    const [current = ''] = (await readFile(path.join(folder, 'secrets.key'), 'utf8')).trim().split(',');
    const alone: Keyring = keyringFrom(current);
    expect((await new Vault(database(), alone).get(owner, 'tokens'))?.value).to.equal('kept');
    expect((await run(['rotate'], {})).code).to.equal(0);
    expect((await readFile(path.join(folder, 'secrets.key'), 'utf8')).split(',')).to.have.length(2);
  });

  it('loses nothing when a rotation dies after the new key was made', async () => {
    const before = await keyringInFolder(folder);
    await new Vault(database(), before).put(owner, 'tokens', 'still here');
    await renewKeyInFolder(folder);
    await renewKeyInFolder(folder);
    expect((await run(['rotate'], {})).code).to.equal(0);
    const secret = await new Vault(database(), await keyringInFolder(folder)).get(owner, 'tokens');
    expect(secret?.value).to.equal('still here');
  });

  it('prints its usage, and shows no key', async () => {
    const { code, said } = await run(['nonsense'], {});
    expect(code).to.equal(2);
    expect(said).to.include('npm run secrets -- rotate');
  });
});
