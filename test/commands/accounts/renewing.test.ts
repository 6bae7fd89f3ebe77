import { expect } from 'chai';
import type { Account as ShownAccount } from '../../../domain/accounts/account-view.ts';
import { PlatformError } from '../../../domain/platforms/platform-error.ts';
import { until } from '../../support/until.ts';
import { useAccountsService, type AccountsService } from '../../support/accounts-service.ts';

const minute = 60_000;

describe('tokens of connected accounts', () => {
  const { service: running, log } = useAccountsService();
  let service: AccountsService;
  before(() => {
    service = running();
  });

  const eventsOf = async (accountId: string) => (await log().store.read(`account-${accountId}`)).events;
  const typesOf = async (accountId: string) => (await eventsOf(accountId)).map(({ type }) => type);
  const has = (accountId: string, type: string, times = 1) =>
    until(`${type} happened ${times} times`, async () => {
      return (await typesOf(accountId)).filter((each) => each === type).length >= times;
    });

  type Asking = ReturnType<AccountsService['aWorkspace']>['ask'];
  /** The public form of the account, once the read model has it in this status. */
  const shownAs = async (ask: Asking, id: string, status: string, holds = (_account: ShownAccount) => true) => {
    let account: ShownAccount | undefined;
    await until(`the account is shown as ${status}`, async () => {
      account = (await ask(`GET /v1/accounts/${id}`)).body as ShownAccount;
      return account.status === status && holds(account);
    });
    return account;
  };

  it('are renewed by themselves ahead of their end, again and again', async () => {
    const { ask, connect } = service.aWorkspace();
    const { id, tokenExpiresAt = '' } = await connect('twitter');
    service.advance(91 * minute);
    await has(id, 'AccountTokenRefreshed');
    const renewed = Date.parse(tokenExpiresAt) + 91 * minute;
    await shownAs(ask, id, 'ACTIVE', (account) => Date.parse(account.tokenExpiresAt ?? '') === renewed);
    service.advance(91 * minute);
    await has(id, 'AccountTokenRefreshed', 2);
  });

  it('survive failures that pass: the account stays ACTIVE and is renewed in the end', async () => {
    const { ask, connect, fault } = service.aWorkspace();
    const { id } = await connect('twitter');
    await fault('TWITTER', 'refresh', 'rate_limited', 2);
    service.advance(91 * minute);
    await has(id, 'AccountTokenRefreshFailed');
    expect((await ask(`GET /v1/accounts/${id}`)).body.status).to.equal('ACTIVE');
    service.advance(16 * minute);
    await has(id, 'AccountTokenRefreshFailed', 2);
    service.advance(16 * minute);
    await has(id, 'AccountTokenRefreshed');
    expect((await ask(`GET /v1/accounts/${id}`)).body.status).to.equal('ACTIVE');
  });

  it('survive a lost answer: the refresh token is shown again only when the access token is dead', async () => {
    const { ask, connect, fault } = service.aWorkspace();
    const { id } = await connect('twitter');
    await fault('TWITTER', 'refresh', 'server_error');
    service.advance(91 * minute);
    await has(id, 'AccountTokenRefreshFailed');
    service.advance(30 * minute);
    await has(id, 'AccountTokenRefreshed');
    expect((await ask(`GET /v1/accounts/${id}`)).body.status).to.equal('ACTIVE');
  });

  it('end in EXPIRED with account.error when the platform refuses for good, and a reconnect helps', async () => {
    const { ask, connect, fault } = service.aWorkspace();
    const { id } = await connect('twitter');
    await fault('TWITTER', 'refresh', 'token_revoked');
    service.advance(91 * minute);
    await has(id, 'AccountErrored');
    const expired = await shownAs(ask, id, 'EXPIRED');
    expect(expired?.canAutoRefresh).to.equal(false);
    expect(expired?.error).to.be.a('string');
    service.advance(300 * minute);
    const again = await connect('twitter');
    expect(again).to.include({ id, status: 'ACTIVE', canAutoRefresh: true });
    expect(again).not.to.have.property('error');
    service.advance(91 * minute);
    await has(id, 'AccountTokenRefreshed');
  });

  it('that cannot be renewed end in EXPIRED when their time is over, not before', async () => {
    const workspace = service.aWorkspace();
    const { accessToken } = (
      await service.lab.person('TWITTER', { workspaceId: workspace.workspaceId, canAutoRefresh: false })
    ).grant.credentials;
    const { body } = await workspace.ask('POST /v1/accounts/store-oauth-tokens', {
      platform: 'TWITTER',
      accessToken,
      expiresIn: 7200,
    });
    expect(body.canAutoRefresh).to.equal(false);
    const refused = await workspace.ask(`POST /v1/accounts/${body.id}/refresh`);
    expect([refused.status, refused.body.error.code]).to.deep.equal([400, 'VALIDATION_ERROR']);
    service.advance(119 * minute);
    expect((await workspace.ask(`GET /v1/accounts/${body.id}`)).body.status).to.equal('ACTIVE');
    service.advance(2 * minute);
    await has(body.id, 'AccountErrored');
    await shownAs(workspace.ask, body.id as string, 'EXPIRED');
  });

  describe('renewed on request', () => {
    it('answer the account with its new end', async () => {
      const { ask, connect } = service.aWorkspace();
      const { id } = await connect('twitter');
      service.advance(10 * minute);
      const { status, body } = await ask(`POST /v1/accounts/${id}/refresh`);
      expect(status).to.equal(200);
      expect(Date.parse(body.tokenExpiresAt)).to.equal(service.lab.clock.now().getTime() + 120 * minute);
    });

    it('are VALIDATION_ERROR when the platform refuses, and the account tells why', async () => {
      const { ask, connect, fault } = service.aWorkspace();
      const { id } = await connect('twitter');
      await fault('TWITTER', 'refresh', 'token_expired');
      const { status, body } = await ask(`POST /v1/accounts/${id}/refresh`);
      expect([status, body.error.code]).to.deep.equal([400, 'VALIDATION_ERROR']);
      expect((await ask(`GET /v1/accounts/${id}`)).body.status).to.equal('EXPIRED');
    });

    it('are 503 when the platform is silent, and nothing is lost', async () => {
      const { ask, connect, fault } = service.aWorkspace();
      const { id } = await connect('twitter');
      await fault('TWITTER', 'refresh', 'rate_limited');
      const { status, body } = await ask(`POST /v1/accounts/${id}/refresh`);
      expect([status, body.error.code]).to.deep.equal([503, 'SERVICE_UNAVAILABLE']);
      expect((await ask(`GET /v1/accounts/${id}`)).body.status).to.equal('ACTIVE');
      expect((await ask(`POST /v1/accounts/${id}/refresh`)).status).to.equal(200);
    });
  });

  describe('for those who call platforms', () => {
    it('are renewed on demand when they have expired, once for all who ask', async () => {
      const { connect, scope, fault } = service.aWorkspace();
      const { id } = await connect('twitter');
      const before = await service.tokens.credentialsFor(id, scope);
      // The process meets a fault, so that the token is really expired when it is asked for.
      await fault('TWITTER', 'refresh', 'rate_limited');
      service.advance(91 * minute);
      await has(id, 'AccountTokenRefreshFailed');
      service.lab.clock.advance(60 * minute);
      const all = await Promise.all([1, 2, 3].map(() => service.tokens.credentialsFor(id, scope)));
      expect(new Set(all.map(({ credentials }) => credentials.accessToken)).size).to.equal(1);
      expect(all[0]?.credentials.accessToken).not.to.equal(before.credentials.accessToken);
      expect(all[0]?.account).to.include({ id, username: before.account.username });
    });

    it('are reported when a platform takes them back, and refused from then on', async () => {
      const { ask, connect, scope, fault } = service.aWorkspace();
      const { id } = await connect('twitter');
      const { tokenVersion } = await service.tokens.credentialsFor(id, scope);
      await fault('TWITTER', 'refresh', 'token_revoked');
      const error = new PlatformError('unauthorized', 'ACCOUNT_DISCONNECTED', 'The access token was revoked');
      const asked = service.tokens.renewRefused(id, scope, { tokenVersion, error });
      expect(await asked.catch((thrown: unknown) => thrown)).to.equal(error);
      expect(await typesOf(id)).to.include.members(['AccountErrored', 'AccountDisconnected']);
      const [disconnected] = (await eventsOf(id)).filter(({ type }) => type === 'AccountDisconnected');
      expect(disconnected?.data).to.include({ accountId: id, platform: 'TWITTER', reason: 'token_revoked' });
      const again = await service.tokens.credentialsFor(id, scope).catch((thrown: unknown) => thrown);
      expect(again).to.be.instanceOf(PlatformError).and.include({ kind: 'unauthorized' });
      await shownAs(ask, id, 'REVOKED');
    });

    it('are not blamed for what an older pair was refused with', async () => {
      const { ask, connect, scope } = service.aWorkspace();
      const { id } = await connect('twitter');
      const { tokenVersion, credentials } = await service.tokens.credentialsFor(id, scope);
      await ask(`POST /v1/accounts/${id}/refresh`);
      const error = new PlatformError('unauthorized', 'ACCOUNT_DISCONNECTED', 'The access token was revoked');
      const renewed = await service.tokens.renewRefused(id, scope, { tokenVersion, error });
      expect(renewed.credentials.accessToken).not.to.equal(credentials.accessToken);
      expect(await typesOf(id)).not.to.include('AccountErrored');
    });

    it('do not exist in another workspace', async () => {
      const { id } = await service.aWorkspace().connect('twitter');
      const asked = service.tokens.credentialsFor(id, service.aWorkspace().scope);
      expect(await asked.catch((thrown: unknown) => thrown)).to.be.instanceOf(PlatformError);
    });
  });
});
