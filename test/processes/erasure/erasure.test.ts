import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import type { Recorded } from '../../../domain/kernel/event.ts';
import { forgotten } from '../../../domain/kernel/personal.ts';
import { user } from '../../../domain/users/user.ts';
import { workspace } from '../../../domain/workspaces/workspace.ts';
import { keyringFrom } from '../../../infra/secrets/keyring.ts';
import { workspaceSubject } from '../../../infra/secrets/personal-fields.ts';
import { Vault } from '../../../infra/secrets/vault.ts';
import { erasure, erasureProcess, type Erasing } from '../../../processes/erasure/erasure.ts';
import type { ActContext } from '../../../processes/kernel/process-manager.ts';
import { useWorkspaceApi } from '../../kernel/workspace-api.ts';

describe('erasing what was deleted', () => {
  const api = useWorkspaceApi();

  /** What the process owes after everything a stream holds. */
  const owed = async (stream: string): Promise<Erasing | undefined> => {
    const { events } = await api().store.read(stream);
    return events
      .filter(({ type }) => erasure.handles.includes(type))
      .reduce<Erasing | undefined>((state, event: Recorded) => erasure.evolve(state, event, stream), undefined);
  };

  const carryOut = async (erasing: Erasing | undefined): Promise<void> => {
    const vault = new Vault(api().database, keyringFrom(`a:${randomBytes(32).toString('base64')}`));
    const { act } = erasureProcess({
      forgetPerson: (id) => api().subjects.destroy(id),
      forgetWorkspace: async (id) => {
        await vault.removeWorkspace(id);
        await api().subjects.destroy(workspaceSubject(id));
      },
    });
    const send: ActContext['send'] = (decider, id, command, _step, options) =>
      api().commands.handle(decider, id, command, api().fromService(''), options);
    await act(erasing ? (erasure.next(erasing)?.action ?? {}) : {}, { send } as ActContext);
  };

  it('forgets a person whose deletion died before the key was destroyed', async () => {
    const olivia = await api().person('Olivia');
    const deletion = { type: 'delete-user', owned: [] } as const;
    await api().commands.handle(user, olivia.userId, deletion, api().fromService(''), { shared: true });
    const stream = `user-${olivia.userId}`;
    expect(await owed(stream)).to.include({ what: 'user', id: olivia.userId });
    await carryOut(await owed(stream));
    expect((await api().commands.load(user, olivia.userId, undefined))?.state).to.include({ email: forgotten });
    expect(await owed(stream), 'nothing more is owed').to.equal(undefined);
  });

  it('destroys the secrets of a deleted workspace, and of no other', async () => {
    const [olivia, otto] = [await api().owner(), await api().owner('Otto')];
    const vault = new Vault(api().database, keyringFrom(`a:${randomBytes(32).toString('base64')}`));
    const secretOf = (workspaceId: string) => ({ kind: 'account', id: `account-of-${workspaceId}`, workspaceId });
    for (const { workspaceId } of [olivia, otto]) await vault.put(secretOf(workspaceId), 'tokens', 'secret');
    await olivia.send('POST /v1/workspaces', { name: 'Second', slug: api().newSlug() });
    expect((await olivia.send(`DELETE /v1/workspaces/${olivia.workspaceId}`)).status).to.equal(200);
    const stream = `workspace-${olivia.workspaceId}`;
    expect(await owed(stream)).to.include({ what: 'workspace', id: olivia.workspaceId });
    await carryOut(await owed(stream));
    expect(await vault.get(secretOf(olivia.workspaceId), 'tokens')).to.equal(undefined);
    expect((await vault.get(secretOf(otto.workspaceId), 'tokens'))?.value).to.equal('secret');
    expect((await api().commands.load(workspace, olivia.workspaceId, undefined))?.state?.status).to.equal('erased');
    expect(await owed(stream), 'nothing more is owed').to.equal(undefined);
  });
});
