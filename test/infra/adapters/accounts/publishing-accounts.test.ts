import { expect } from 'chai';
import { accountsOfPosts } from '../../../../infra/adapters/accounts/accounts-of-posts.ts';
import { instagramOfWorkspace } from '../../../../infra/adapters/accounts/instagram-of-workspace.ts';
import { publishingAccounts } from '../../../../infra/adapters/accounts/publishing-accounts.ts';
import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import { useAccountsService } from '../../../support/accounts-service.ts';
import { streamsOf } from '../../../support/streams-of.ts';

const minute = 60_000;

describe('accounts as publishing opens them', () => {
  const { service, log } = useAccountsService();
  const accounts = () => publishingAccounts(service().tokens);
  const connected = async () => {
    const workspace = service().aWorkspace();
    const { id, username } = await workspace.connect('twitter');
    const where = [id, workspace.workspaceId, 'test'] as const;
    const place = { workspaceId: workspace.workspaceId, mode: 'test' } as const;
    return { ...workspace, id, username, where, place };
  };
  const typesOf = async (id: string) => (await log().store.read(`account-${id}`)).events.map(({ type }) => type);

  it('come with facts, a working token and the name of its pair', async () => {
    const { id, username, where } = await connected();
    const opened = await accounts().open(...where);
    expect(opened?.facts).to.include({ platform: 'TWITTER', status: 'ACTIVE' });
    expect(opened?.account).to.include({ id, username });
    expect(opened?.tokenVersion).to.equal(1);
    const { connector } = service().lab.adapter('TWITTER');
    expect(await connector.details(opened?.credentials ?? { accessToken: '' })).to.include({ username });
  });

  it('are gone when they were disconnected, and unknown to others', async () => {
    const { ask, id, where } = await connected();
    expect(await accounts().open(id, service().aWorkspace().workspaceId, 'test')).to.equal(undefined);
    await ask(`DELETE /v1/accounts/${id}`);
    expect(await accounts().open(...where)).to.equal(undefined);
  });

  it('say so themselves when their token dies', async () => {
    const { id, where, place } = await connected();
    const opened = await accounts().open(...where);
    const renewed = await accounts().renew(...where, opened?.tokenVersion);
    expect(renewed?.tokenVersion, 'a refused token is renewed once').to.equal(2);
    await accounts().tokenDied(id, { ...place, message: 'Unauthorized', tokenVersion: renewed?.tokenVersion });
    expect((await accounts().open(...where))?.facts.status).to.equal('EXPIRED');
    expect(await typesOf(id))
      .to.include('AccountErrored')
      .and.not.include('AccountDisconnected');
  });

  it('are gone when the platform reports a revoked token', async () => {
    const { id, where, place } = await connected();
    await accounts().tokenDied(id, { ...place, message: 'The access token was revoked', tokenVersion: 1 });
    expect(await accounts().open(...where)).to.equal(undefined);
    expect(await typesOf(id)).to.include.members(['AccountErrored', 'AccountDisconnected']);
  });

  it('are renewed where the token was about to end, and where a newer pair is there', async () => {
    const { ask, id, where, place } = await connected();
    const first = await accounts().open(...where);
    await ask(`POST /v1/accounts/${id}/refresh`);
    const second = await accounts().renew(...where, first?.tokenVersion);
    expect(second?.tokenVersion).to.equal(2);
    await accounts().tokenDied(id, { ...place, message: 'Unauthorized', tokenVersion: first?.tokenVersion });
    expect((await accounts().open(...where))?.facts.status, 'the newer pair is not blamed').to.equal('ACTIVE');
    // By hand, so that the process that renews ahead is not woken first.
    service().lab.clock.advance(116 * minute);
    expect((await accounts().renew(...where, 2))?.tokenVersion).to.be.greaterThan(2);
  });

  it('are a fault, not a loss, while the platform renews nothing', async () => {
    const { fault, where } = await connected();
    await fault('TWITTER', 'refresh', 'rate_limited', 2);
    service().lab.clock.advance(121 * minute);
    const failed = await accounts()
      .open(...where)
      .catch((error: unknown) => error);
    expect(failed).to.be.instanceOf(PlatformError).and.include({ kind: 'not_stored' });
  });

  it('say for a Threads account whether an Instagram account is connected beside it', async () => {
    const { ask, connect, workspaceId } = service().aWorkspace();
    const other = service().aWorkspace();
    const { id } = await connect('threads');
    const opened = publishingAccounts(service().tokens, instagramOfWorkspace(service().commands));
    const besideInstagram = async () => (await opened.open(id, workspaceId, 'test'))?.facts.besideInstagram;
    await other.connect('instagram');
    await connect('twitter');
    expect(await besideInstagram()).to.equal(false);
    const instagram = await connect('instagram');
    expect(await besideInstagram(), 'connected a moment ago').to.equal(true);
    await ask(`DELETE /v1/accounts/${instagram.id}`);
    expect(await besideInstagram(), 'disconnected again').to.equal(false);
    expect((await accounts().open(id, workspaceId, 'test'))?.facts, 'with the rule off').not.to.have.property(
      'besideInstagram',
    );
  });

  it('are found for the very next request, by their own workspace only', async () => {
    const { id, workspaceId } = await connected();
    const find = (ids: readonly string[], workspace: string) =>
      accountsOfPosts(ids, streamsOf(service().commands, workspace));
    expect([...(await find([id, id, 'c'.repeat(25)], workspaceId)).keys()]).to.deep.equal([id]);
    expect((await find([id], service().aWorkspace().workspaceId)).size).to.equal(0);
  });
});
