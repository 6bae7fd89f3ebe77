import { expect } from 'chai';
import { forgotten } from '../../../../domain/kernel/personal.ts';
import { user } from '../../../../domain/users/user.ts';
import { forgetPersonBy } from '../../../../infra/adapters/users/forget-person.ts';
import { useWorkspaceApi } from '../../../support/workspace-api.ts';

describe('erasing a person', () => {
  const api = useWorkspaceApi();

  it('deletes each avatar that the person had here, and nothing at another address', async () => {
    const { userId } = await api().person('Olivia');
    const here = 'https://media.test';
    for (const avatarUrl of [
      `${here}/avatars/w1/first.png`,
      'https://elsewhere.test/avatars/w1/other.png',
      `${here}/media/w1/a-post.png`,
      `${here}/avatars/../media/w1/a-post.png`,
      null,
      `${here}/avatars/w1/second.png`,
    ])
      await api().commands.handle(
        user,
        userId,
        { type: 'change-profile', avatarUrl },
        { ...api().fromService(''), shared: true },
      );
    const deleted: string[] = [];
    const storage = {
      publicUrl: (key: string) => `${here}/${key}`,
      delete: async (key: string) => {
        expect((await api().commands.load(user, userId, undefined))?.state?.email, 'not before').not.to.equal(
          forgotten,
        );
        deleted.push(key);
      },
    };
    const db = api().database.kysely;
    const removed: unknown[] = [];
    const vault = { remove: async (owner: unknown) => void removed.push(owner) };
    const kept: unknown[] = [];
    const keepTombstone = async (tombstone: unknown) => void kept.push(tombstone);
    const parts = { commands: api().commands, db, subjectKeys: api().subjects, keepTombstone, storage, vault };
    await forgetPersonBy(parts)(userId);
    api().commands.forget();
    expect(kept).to.deep.equal([{ kind: 'user', id: userId }]);
    expect(removed).to.deep.equal([{ kind: 'sign-in', id: userId, workspaceId: 'service' }]);
    expect(deleted).to.deep.equal(['avatars/w1/first.png', 'avatars/w1/second.png']);
    expect((await api().commands.load(user, userId, undefined))?.state?.email).to.equal(forgotten);
  });
});
