import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { keyringFrom } from '../../../../infra/stores/secrets/keyring.ts';
import { SubjectKeys } from '../../../../infra/stores/secrets/subject-keys.ts';
import { Vault } from '../../../../infra/stores/secrets/vault.ts';
import { useDatabase } from '../../../support/postgres.ts';
import { until } from '../../../support/until.ts';

const [keyA, keyB] = [`a:${randomBytes(32).toString('base64')}`, `b:${randomBytes(32).toString('base64')}`];
const account = { kind: 'account', id: 'c1', workspaceId: 'w1' };
const signal = (): { done: Promise<void>; settle: () => void } => {
  let settle = (): void => undefined;
  const done = new Promise<void>((resolve) => (settle = resolve));
  return { done, settle };
};

describe('the vault', () => {
  const database = useDatabase();
  const vault = (keys = keyA): Vault => new Vault(database(), keyringFrom(keys));
  beforeEach(async () => {
    await sql`truncate secret, subject_key`.execute(database().kysely);
  });

  it('keeps a secret, and nothing readable in the table', async () => {
    expect(await vault().get(account, 'tokens')).to.equal(undefined);
    expect(await vault().put(account, 'tokens', '{"accessToken":"très secret"}')).to.equal(1);
    expect(await vault().get(account, 'tokens')).to.deep.equal({ value: '{"accessToken":"très secret"}', version: 1 });
    expect(await vault().put(account, 'tokens', 'next')).to.equal(2);
    const { rows } = await sql<{ text: string }>`select secret::text as text from secret`.execute(database().kysely);
    expect(rows).to.have.length(1);
    expect(rows[0]?.text).to.not.include(Buffer.from('secret').toString('hex')).and.to.not.include('secret');
  });

  it('shows a secret to its workspace only', async () => {
    await vault().put(account, 'tokens', 'mine');
    const other = { ...account, workspaceId: 'w2' };
    expect(await vault().get(other, 'tokens')).to.equal(undefined);
    expect(await vault().replace(other, 'tokens', 'stolen', 1)).to.equal(false);
    await vault().remove(other);
    expect(
      await vault()
        .put(other, 'tokens', 'stolen')
        .catch(() => 'refused'),
    ).to.equal('refused');
    expect(await vault().get(account, 'tokens')).to.deep.equal({ value: 'mine', version: 1 });
  });

  it('does not open a row that was copied to another owner or name', async () => {
    await vault().put(account, 'tokens', 'mine');
    await sql`insert into secret select owner_kind, 'c2', workspace_id, name, ciphertext, wrapped_key, key_id, version from secret`.execute(
      database().kysely,
    );
    const outcome = await vault()
      .get({ ...account, id: 'c2' }, 'tokens')
      .catch((error: Error) => error.name);
    expect(outcome).to.equal('NotAuthentic');
  });

  it('lets one of many writers who read the same version win', async () => {
    await vault().put(account, 'tokens', 'v1');
    const wins = await Promise.all(
      Array.from({ length: 10 }, (_, index) => vault().replace(account, 'tokens', `w${index}`, 1)),
    );
    expect(wins.filter(Boolean)).to.have.length(1);
    expect(await vault().get(account, 'tokens')).to.deep.equal({ value: `w${wins.indexOf(true)}`, version: 2 });
    expect(await vault().replace({ ...account, id: 'unknown' }, 'tokens', 'x', 1)).to.equal(false);
  });

  it('forgets one secret, all of an owner, all of a workspace', async () => {
    const names = ['one', 'two', 'three'];
    for (const name of names) await vault().put(account, name, name);
    const left = async (): Promise<boolean[]> =>
      Promise.all(names.map(async (name) => (await vault().get(account, name)) !== undefined));
    await vault().remove(account, 'two');
    expect(await left()).to.deep.equal([true, false, true]);
    await vault().remove(account);
    expect(await left()).to.deep.equal([false, false, false]);
    await vault().put(account, 'one', 'again');
    await vault().removeWorkspace('w1');
    expect(await left()).to.deep.equal([false, false, false]);
  });

  it('lets one renewal an account through, across processes; a single-use token is never spent twice', async () => {
    await vault().put(account, 'tokens', 'refresh-0');
    const spent: string[] = [];
    let inside = 0;
    const renew = (each: Vault): Promise<void> =>
      each.withLock(account.id, async () => {
        inside += 1;
        expect(inside).to.equal(1);
        const secret = await each.get(account, 'tokens');
        spent.push(secret?.value ?? '');
        await each.replace(account, 'tokens', `refresh-${spent.length}`, secret?.version ?? 0);
        inside -= 1;
      });
    const processes = [vault(), vault(), vault()];
    await Promise.all(processes.flatMap((each) => [renew(each), renew(each)]));
    expect(spent).to.deep.equal([0, 1, 2, 3, 4, 5].map((count) => `refresh-${count}`));
  });

  it('does not hold other accounts up, and lets go when a task fails', async () => {
    const [started, finish] = [signal(), signal()];
    const one = vault();
    const held = one.withLock('c1', async () => {
      started.settle();
      await finish.done;
      throw new Error('refused by the platform');
    });
    await started.done;
    expect(await one.withLock('c2', () => Promise.resolve('free'))).to.equal('free');
    let later = false;
    const waiting = vault().withLock('c1', () => Promise.resolve((later = true)));
    await until('the other process waits', async () => {
      const { rows } = await sql`
        select 1 from pg_stat_activity where query like '%pg_try_advisory_lock%' and state = 'idle'
          and pid not in (select pid from pg_locks where locktype = 'advisory')`.execute(database().kysely);
      return rows.length > 0;
    });
    expect(later).to.equal(false);
    finish.settle();
    expect(await held.catch((error: Error) => error.message)).to.equal('refused by the platform');
    expect(await waiting).to.equal(true);
  });

  it('wraps every secret again after the master key was changed, and needs the old one no more', async () => {
    for (const id of ['c1', 'c2', 'c3']) await vault().put({ ...account, id }, 'tokens', id);
    const subjects = new SubjectKeys(database(), keyringFrom(keyA));
    const sealed = await subjects.seal('person', 'Olivia');
    await subjects.seal('gone', 'Gustav');
    await subjects.destroy('gone');
    const both = `${keyB},${keyA}`;
    await vault(both).put({ ...account, id: 'c3' }, 'tokens', 'c3');
    expect(await vault(both).rotate()).to.equal(2);
    expect(await new SubjectKeys(database(), keyringFrom(both)).rotate()).to.equal(1);
    expect(await vault(both).rotate()).to.equal(0);
    expect(await vault(keyB).get({ ...account, id: 'c1' }, 'tokens')).to.deep.equal({ value: 'c1', version: 1 });
    expect(await new SubjectKeys(database(), keyringFrom(keyB)).open('person', sealed)).to.equal('Olivia');
    expect(
      await vault(keyA)
        .get(account, 'tokens')
        .catch((error: Error) => error.message),
    ).to.match(/no master key b/);
  });
});
