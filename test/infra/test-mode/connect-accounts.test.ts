import { sandboxPlatforms } from '@social-publishing/platform-sandbox';
import { expect } from 'chai';
import type { CommandHandler } from '../../../commands/kernel/handle.ts';
import { destinationRule } from '../../../domain/accounts/destination-rules.ts';
import { connectAllSandboxAccounts } from '../../../infra/test-mode/connect-accounts.ts';
import { freshId } from '../../support/edge.ts';
import { useAccountsService, type AccountsService } from '../../support/accounts-service.ts';

type Workspace = ReturnType<AccountsService['aWorkspace']>;
type Parts = Partial<Pick<AccountsService, 'vault' | 'commands'>>;

const outcome = (task: Promise<unknown>): Promise<string> =>
  task.then(
    () => 'done',
    ({ message }: Error) => message,
  );

describe('sandbox accounts', () => {
  const { service } = useAccountsService();

  const connectAll = (workspace: Workspace, seed: string, parts: Parts = {}) => {
    const { vault, connectors, commands, lab } = { ...service(), ...parts };
    const demo = { workspaceId: workspace.workspaceId, ownerId: freshId(), now: lab.clock.now().toISOString() };
    const prepareKeys = async () => undefined;
    return connectAllSandboxAccounts({ vault, connectors, commands, world: lab.world, prepareKeys })(demo, seed);
  };

  /** Every platform has an account that can publish: with its tokens, and with a destination where it needs one. */
  const expectAll = async (connected: Awaited<ReturnType<typeof connectAll>>, { scope }: Workspace) => {
    expect(Object.keys(connected)).to.have.members(sandboxPlatforms.map(({ platform }) => platform));
    for (const [platform, id] of Object.entries(connected)) {
      const { account, credentials } = await service().tokens.credentialsFor(id, scope);
      expect(account.id).to.equal(id);
      expect(credentials.accessToken).to.be.a('string').and.not.equal('');
      const state = await service().tokens.stateOf(id, scope);
      const rule = state && destinationRule(state.profile);
      expect(state?.destinations !== undefined, `${platform} has a list`).to.equal(rule !== undefined);
      if (rule?.optional === false) expect(state?.page, `${platform} has a destination`).not.to.equal(undefined);
    }
  };

  it('come one for every platform, beyond the limit of the plan', async () => {
    const workspace = service().aWorkspace('free');
    await expectAll(await connectAll(workspace, 'first'), workspace);
  });

  it('are connected once', async () => {
    const workspace = service().aWorkspace();
    const connected = await connectAll(workspace, 'first');
    expect(await connectAll(workspace, 'first')).to.deep.equal(connected);
  });

  it('are all there after a second try, where the first one died before it kept the tokens', async () => {
    const workspace = service().aWorkspace();
    const vault = { putAll: () => Promise.reject(new Error('killed')) } as unknown as AccountsService['vault'];
    expect(await outcome(connectAll(workspace, 'first', { vault }))).to.equal('killed');
    await expectAll(await connectAll(workspace, 'first'), workspace);
  });

  it('keep those that the first try had connected when it died', async () => {
    const workspace = service().aWorkspace();
    const { commands } = service();
    const survivors = new Set<string>();
    const appends: Promise<unknown>[] = [];
    const handle: CommandHandler['handle'] = (decider, id, ...rest) => {
      const isAccount = decider.category === 'account';
      if (isAccount && survivors.size === 7 && !survivors.has(id)) return Promise.reject(new Error('killed'));
      if (isAccount) survivors.add(id);
      const append = commands.handle(decider, id, ...rest);
      appends.push(append);
      return append;
    };
    const dying = { handle, load: commands.load.bind(commands) } as unknown as CommandHandler;
    expect(await outcome(connectAll(workspace, 'first', { commands: dying }))).to.equal('killed');
    await Promise.all(appends);
    const connected = await connectAll(workspace, 'first');
    await expectAll(connected, workspace);
    expect(Object.values(connected)).to.include.members([...survivors]);
  });
});
