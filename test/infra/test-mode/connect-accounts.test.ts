import { expect } from 'chai';
import { connectAllSandboxAccounts } from '../../../infra/test-mode/connect-accounts.ts';
import { sandboxPlatforms } from '../../../infra/products/platform-sandbox/all.ts';
import { freshId } from '../../support/edge.ts';
import { useAccountsService } from '../../support/accounts-service.ts';

describe('sandbox accounts', () => {
  const { service } = useAccountsService();
  const connectAll = (workspace: { workspaceId: string }, seed: string) => {
    const { vault, connectors, commands, lab } = service();
    const demo = { workspaceId: workspace.workspaceId, ownerId: freshId(), now: lab.clock.now().toISOString() };
    return connectAllSandboxAccounts({ vault, connectors, commands, world: lab.world })(demo, seed);
  };

  it('come one for every platform, beyond the limit of the plan', async () => {
    const workspace = service().aWorkspace('free');
    const connected = await connectAll(workspace, 'first');
    expect(Object.keys(connected)).to.have.members(sandboxPlatforms.map(({ platform }) => platform));
    for (const id of Object.values(connected)) {
      const { account, credentials } = await service().tokens.credentialsFor(id, workspace.scope);
      expect(account.id).to.equal(id);
      expect(credentials.accessToken).to.be.a('string').and.not.equal('');
    }
  });

  it('are connected once', async () => {
    const workspace = service().aWorkspace();
    const connected = await connectAll(workspace, 'first');
    expect(await connectAll(workspace, 'first')).to.deep.equal(connected);
  });
});
