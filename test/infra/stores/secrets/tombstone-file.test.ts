import { expect } from 'chai';
import { appendFile, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { randomBytes } from 'node:crypto';
import type { Tombstone } from '../../../../domain/kernel/tombstone.ts';
import { keyringFrom } from '../../../../infra/stores/secrets/keyring.ts';
import { SubjectKeys } from '../../../../infra/stores/secrets/subject-keys.ts';
import { keepTombstonesIn, readTombstones, tombstonesIn } from '../../../../infra/stores/secrets/tombstone-file.ts';
import { useDatabase } from '../../../support/postgres.ts';

describe('the tombstones of a node', () => {
  const database = useDatabase();
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'tombstones-'));
  });
  after(() => rm(folder, { recursive: true }));

  const linesOf = async (file: string): Promise<(Tombstone | undefined)[]> => {
    const lines = [];
    for await (const line of readTombstones(file)) lines.push(line);
    return lines;
  };

  it('are kept in their order, for the owner of the file only', async () => {
    const file = tombstonesIn(path.join(folder, 'data'));
    const keep = keepTombstonesIn(file);
    const tombstones: readonly Tombstone[] = [
      { kind: 'user', id: 'u1' },
      { kind: 'key', subject: 'u1' },
      { kind: 'contact', id: 'k1', workspaceId: 'w1', personId: 'k1.1', everywhere: false },
      { kind: 'account', id: 'a1', workspaceId: 'w1', connectionId: 'c1' },
    ];
    await Promise.all(tombstones.map(keep));
    await keep({ kind: 'workspace', id: 'w1' });
    expect(await linesOf(file)).to.deep.equal([...tombstones, { kind: 'workspace', id: 'w1' }]);
    expect((await stat(file)).mode & 0o777).to.equal(0o600);
  });

  it('survive a line that a crash cut off', async () => {
    const file = path.join(folder, 'cut.ndjson');
    const keep = keepTombstonesIn(file);
    await keep({ kind: 'user', id: 'u1' });
    await appendFile(file, '{"kind":"user","id":"u');
    await keep({ kind: 'user', id: 'u2' });
    expect(await linesOf(file)).to.deep.equal([{ kind: 'user', id: 'u1' }, undefined, { kind: 'user', id: 'u2' }]);
  });

  it('are there before a key is destroyed', async () => {
    const keyring = keyringFrom(`a:${randomBytes(32).toString('base64')}`);
    const known = new SubjectKeys(database(), keyring);
    await known.seal('olivia', 'Olivia');
    const kept: [Tombstone, boolean][] = [];
    const keys = new SubjectKeys(database(), keyring, {
      keepTombstone: async (tombstone) => void kept.push([tombstone, await known.isDestroyed('olivia')]),
    });
    await keys.destroy('olivia');
    expect(kept).to.deep.equal([[{ kind: 'key', subject: 'olivia' }, false]]);
    expect(await known.isDestroyed('olivia')).to.equal(true);
  });
});
