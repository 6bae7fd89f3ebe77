import { randomBytes } from 'node:crypto';
import { sandboxPlatforms } from '@social-publishing/platform-sandbox';
import { expect } from 'chai';
import { workspace } from '../../../domain/workspaces/workspace.ts';
import { freshId } from '../../support/edge.ts';
import { until } from '../../support/until.ts';
import { redirectUri, useAccountsService, type AccountsService } from '../../support/accounts-service.ts';

const minute = 60_000;

describe('connecting accounts', () => {
  const { service: running, log, database } = useAccountsService();
  let service: AccountsService;
  before(() => {
    service = running();
  });

  describe('by the consent page', () => {
    for (const { platform } of sandboxPlatforms) {
      it(`of ${platform}`, async () => {
        const { ask, connect } = service.aWorkspace();
        const account = await connect(platform.toLowerCase());
        expect(account).to.include({ platform: platform.toLowerCase(), status: 'ACTIVE' });
        expect(account.username).not.to.equal('');
        const renewed = await ask(`POST /v1/accounts/${account.id}/refresh`);
        expect([renewed.status, renewed.body.status], JSON.stringify(renewed.body)).to.deep.equal([200, 'ACTIVE']);
        expect((await ask(`GET /v1/accounts/${account.id}/pages`)).status).to.equal(200);
      });
    }

    it('answers the account, which is then listed in both envelopes', async () => {
      const { ask, connect } = service.aWorkspace();
      const account = await connect('twitter');
      expect(account).to.include({ platform: 'twitter', status: 'ACTIVE', canAutoRefresh: true });
      expect(account.tokenExpiresAt).to.equal(new Date(service.lab.clock.now().getTime() + 120 * minute).toISOString());
      expect((await ask(`GET /v1/accounts/${account.id}`)).body).to.deep.equal(account);
      const { body } = await ask('GET /v1/accounts?status=active');
      expect(body).to.deep.equal({
        accounts: [account],
        data: [account],
        pagination: { has_more: false, next_cursor: null },
      });
      expect((await ask('GET /v1/accounts?status=EXPIRED')).body.accounts).to.deep.equal([]);
      expect((await ask('GET /v1/accounts?status=odd')).body.error.code).to.equal('VALIDATION_ERROR');
    });

    it('takes callbackUrl for redirectUri, and platforms in any casing', async () => {
      const { ask } = service.aWorkspace();
      const { status, body } = await ask('POST /v1/accounts/connect/TWITTER', { callbackUrl: redirectUri });
      expect(status).to.equal(200);
      expect(body).to.have.all.keys('authorizationUrl', 'state');
      expect(new URL(body.authorizationUrl).searchParams.get('redirect_uri')).to.equal(redirectUri);
      expect(new URL(body.authorizationUrl).searchParams.get('state')).to.equal(body.state);
    });

    it('connects a LinkedIn member and an organization by an application each', async () => {
      const clients = { member: 'sandbox-linkedin', organization: 'sandbox-linkedin-organization' };
      for (const [accountType, client] of Object.entries(clients)) {
        const { ask } = service.aWorkspace();
        const { body } = await ask('POST /v1/accounts/connect/linkedin', { redirectUri, accountType });
        expect(new URL(body.authorizationUrl).searchParams.get('client_id')).to.equal(client);
        const reply = await fetch(body.authorizationUrl, { redirect: 'manual' });
        const back = new URL(reply.headers.get('location') ?? '').searchParams;
        const returned = { code: back.get('code'), state: back.get('state') };
        const { account } = (await ask('POST /v1/accounts/callback/linkedin', returned)).body;
        expect(account).to.include({ accountType, status: 'ACTIVE' });
        const renewed = await ask(`POST /v1/accounts/${account.id}/refresh`);
        expect(renewed.body).to.include({ accountType, status: 'ACTIVE' });
      }
      const { ask } = service.aWorkspace();
      const odd = await ask('POST /v1/accounts/connect/linkedin', { redirectUri, accountType: 'company' });
      expect(odd.body.error.code).to.equal('VALIDATION_ERROR');
    });

    it('connects Instagram by the application of each of its logins', async () => {
      const clients = { instagram_login: 'sandbox-instagram', fb_login: 'sandbox-instagram-facebook' };
      for (const [oauthVersion, client] of Object.entries(clients)) {
        const { ask } = service.aWorkspace();
        const { body } = await ask('POST /v1/accounts/connect/instagram', { redirectUri, oauthVersion });
        expect(new URL(body.authorizationUrl).searchParams.get('client_id')).to.equal(client);
        const reply = await fetch(body.authorizationUrl, { redirect: 'manual' });
        const back = new URL(reply.headers.get('location') ?? '').searchParams;
        const returned = { code: back.get('code'), state: back.get('state') };
        const { account } = (await ask('POST /v1/accounts/callback/instagram', returned)).body;
        expect(account).to.include({ status: 'ACTIVE' });
        const renewed = await ask(`POST /v1/accounts/${account.id}/refresh`);
        expect(renewed.body).to.include({ status: 'ACTIVE' });
      }
    });

    it('refuses addresses that are not HTTPS URLs, and two that differ', async () => {
      const { ask } = service.aWorkspace();
      const bodies: unknown[] = [
        undefined,
        {},
        { redirectUri: 7 },
        { redirectUri: 'http://app.example.com/back' },
        { callbackUrl: 'nonsense' },
        { redirectUri: 'https://user:pass@app.example.com/' },
        { redirectUri, callbackUrl: `${redirectUri}/other` },
      ];
      for (const body of bodies) {
        const answer = await ask('POST /v1/accounts/connect/twitter', body);
        expect([answer.status, answer.body.error.code], JSON.stringify(body)).to.deep.equal([400, 'INVALID_PARAM']);
        expect(answer.body.error.requestId).to.be.a('string');
        expect(answer.headers.get('x-request-id')).to.equal(answer.body.error.requestId);
      }
      const unknown = await ask('POST /v1/accounts/connect/myspace', { redirectUri });
      expect(unknown.body.error.code).to.equal('INVALID_PARAM');
    });

    it('sends a person back to the console, also where that is plain HTTP', async () => {
      const { ask } = service.aWorkspace();
      const connect = (address: string) => ask('POST /v1/accounts/connect/twitter', { redirectUri: address });
      expect((await connect('http://localhost:3000/console')).status).to.equal(200);
      expect((await connect('http://localhost:3000/console/other')).status).to.equal(400);
    });

    it('takes a state once, for ten minutes, in its own workspace and platform', async () => {
      const { ask, consent } = service.aWorkspace();
      const callback = (body: object, platform = 'twitter') => ask(`POST /v1/accounts/callback/${platform}`, body);
      const refused = async (body: object, code: string, platform?: string) => {
        const answer = await callback(body, platform);
        expect([answer.status, answer.body.error.code], JSON.stringify(answer.body)).to.deep.equal([400, code]);
        expect(answer.body.error.requestId).to.be.a('string');
      };
      const good = await consent('twitter');
      await refused({ ...good, state: 'x' }, 'INVALID_PARAM');
      await refused({ ...good, code: undefined }, 'INVALID_PARAM');
      await refused({ ...good, state: randomBytes(32).toString('base64url') }, 'OAUTH_ERROR');
      const stranger = service.aWorkspace();
      const stolen = await stranger.ask('POST /v1/accounts/callback/twitter', good);
      expect(stolen.body.error.code).to.equal('OAUTH_ERROR');
      expect((await callback(good)).status, 'the stranger did not use it up').to.equal(200);
      await refused(good, 'OAUTH_ERROR');
      await refused(await consent('twitter'), 'OAUTH_ERROR', 'mastodon');
      await refused({ ...(await consent('twitter')), redirectUri: `${redirectUri}/other` }, 'INVALID_PARAM');
      await refused({ ...(await consent('twitter')), code: 'invented' }, 'INVALID_PARAM');
      const late = await consent('twitter');
      service.advance(10 * minute);
      await refused(late, 'OAUTH_ERROR');
    });

    it('refuses the code of another authorization server than the one the person was sent to', async () => {
      const { ask, consent } = service.aWorkspace();
      for (const [platform, own] of [
        ['bluesky', 'https://bsky.social'],
        ['mastodon', 'https://mastodon.social/'],
      ] as const) {
        const mixedUp = { ...(await consent(platform)), iss: 'https://evil.example' };
        const { status, body } = await ask(`POST /v1/accounts/callback/${platform}`, mixedUp);
        expect([status, body.error?.code], platform).to.deep.equal([400, 'OAUTH_ERROR']);
        const good = { ...(await consent(platform)), iss: own };
        expect((await ask(`POST /v1/accounts/callback/${platform}`, good)).status, platform).to.equal(200);
      }
    });

    it('keeps neither state nor verifier in the open', async () => {
      const { ask } = service.aWorkspace();
      const { body } = await ask('POST /v1/accounts/connect/twitter', { redirectUri });
      const { rows } = await database().pool.query('select * from pending_authorization');
      expect(rows).not.to.be.empty;
      const everything = rows.map((row) => Object.values(row).map(String).join(' ')).join(' ');
      expect(everything).not.to.include(body.state);
      expect(everything).not.to.include(redirectUri);
    });
  });

  describe('by tokens', () => {
    const provisioned = async (workspaceId: string) => (await service.lab.person('TWITTER', { workspaceId })).grant;

    it('that the platform vouches for', async () => {
      const { ask, workspaceId } = service.aWorkspace();
      const { credentials } = await provisioned(workspaceId);
      const { accessToken, refreshToken } = credentials;
      const answer = await ask('POST /v1/accounts/store-oauth-tokens', {
        platform: 'twitter',
        accessToken,
        refreshToken,
        expiresIn: 7200,
      });
      expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
      expect(answer.body).to.include({ platform: 'twitter', status: 'ACTIVE', canAutoRefresh: true });
      const renewed = await ask(`POST /v1/accounts/${answer.body.id}/refresh`);
      expect(renewed.status, JSON.stringify(renewed.body)).to.equal(200);
    });

    it('and omits the facts that are unknown', async () => {
      const { ask, workspaceId } = service.aWorkspace();
      const { accessToken } = (await provisioned(workspaceId)).credentials;
      const { body } = await ask('POST /v1/accounts/store-oauth-tokens', { platform: 'TWITTER', accessToken });
      expect(body).not.to.have.any.keys('tokenExpiresAt', 'canAutoRefresh');
    });

    it('but not by tokens it does not know, nor by none', async () => {
      const { ask } = service.aWorkspace();
      for (const body of [
        { platform: 'TWITTER', accessToken: 'invented' },
        { platform: 'TWITTER' },
        { platform: 'MYSPACE', accessToken: 'x' },
        { platform: 'TWITTER', credentials: { password: 'x' } },
      ]) {
        const answer = await ask('POST /v1/accounts/store-oauth-tokens', body);
        expect([answer.status, answer.body.error.code], JSON.stringify(answer.body)).to.deep.equal([
          400,
          'VALIDATION_ERROR',
        ]);
      }
    });
  });

  it('brings a known account back under its id, ACTIVE', async () => {
    const { ask, connect, scope } = service.aWorkspace();
    const account = await connect('twitter');
    const removed = await ask(`DELETE /v1/accounts/${account.id}`);
    expect([removed.status, removed.body]).to.deep.equal([200, { success: true }]);
    expect((await ask(`GET /v1/accounts/${account.id}`)).body.status).to.equal('disconnected');
    expect((await ask('GET /v1/accounts')).body.accounts).to.deep.equal([]);
    expect((await ask('GET /v1/accounts?status=disconnected')).body.accounts).to.have.length(1);
    // The simulated platform returns the same account for a person whose grant has ended.
    await until('the tokens were given back', async () => {
      const owner = { workspaceId: scope.workspaceId, accountId: account.id };
      return (await service.vault.read(owner)) === undefined;
    });
    const again = await connect('twitter');
    expect(again.id).to.equal(account.id);
    expect(again.status).to.equal('ACTIVE');
  });

  it('stops at the limit of the plan, frees a place with each removed account, and refuses early only at the limit', async () => {
    const { ask, connect, consent } = service.aWorkspace('free');
    const [first] = [await connect('twitter'), await connect('twitter'), await connect('twitter')];
    const full = await ask('POST /v1/accounts/callback/twitter', await consent('twitter'));
    expect([full.status, full.body.error.code]).to.deep.equal([402, 'LIMIT_EXCEEDED']);
    const hopeless = await ask('POST /v1/accounts/connect/mastodon', { redirectUri });
    expect([hopeless.status, hopeless.body.error.code]).to.deep.equal([402, 'LIMIT_EXCEEDED']);
    await ask(`DELETE /v1/accounts/${first.id}`);
    expect((await connect('twitter')).status).to.equal('ACTIVE');
  });

  it('keeps to the platforms the workspace has enabled', async () => {
    const { ask, workspaceId } = service.aWorkspace();
    const now = service.lab.clock.now().toISOString();
    const actor = { kind: 'system', id: 'test' } as const;
    const meta = { workspaceId, mode: 'test', actor, $correlationId: 'test', occurredAt: now } as const;
    await service.commands.handle(
      workspace,
      workspaceId,
      {
        type: 'create-workspace',
        workspaceId,
        name: 'Choosy',
        slug: `choosy-${workspaceId}`,
        logo: null,
        plan: 'agency',
        mode: 'test',
        ownerId: freshId(),
        settings: { allowedPlatforms: ['LINKEDIN'] },
      },
      { commandId: `create-${workspaceId}`, meta },
    );
    const { grant } = await service.lab.person('TWITTER', { workspaceId });
    const { accessToken } = grant.credentials;
    for (const answer of [
      await ask('POST /v1/accounts/connect/twitter', { redirectUri }),
      await ask('POST /v1/accounts/store-oauth-tokens', { platform: 'TWITTER', accessToken }),
    ]) {
      expect([answer.status, answer.body.error.code]).to.deep.equal([403, 'PLATFORM_RESTRICTED']);
    }
    expect((await ask('GET /v1/accounts')).body.accounts).to.deep.equal([]);
  });

  it('holds the limit when several are connected at once', async () => {
    const { ask, workspaceId } = service.aWorkspace('free');
    const people = [];
    for (let n = 0; n < 6; n++) people.push(await service.lab.person('TWITTER', { workspaceId }));
    const answers = await Promise.all(
      people.map(({ grant: { credentials } }) =>
        ask('POST /v1/accounts/store-oauth-tokens', { platform: 'TWITTER', accessToken: credentials.accessToken }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 200, 200, 402, 402, 402]);
    expect((await ask('GET /v1/accounts')).body.accounts).to.have.length(3);
  });

  it('is one account however often it is connected at once', async () => {
    const { ask, consent } = service.aWorkspace('free');
    const consents = [];
    for (let n = 0; n < 5; n++) consents.push(await consent('twitter'));
    const answers = await Promise.all(consents.map((body) => ask('POST /v1/accounts/callback/twitter', body)));
    expect(new Set(answers.map(({ body }) => body.account.id)).size, JSON.stringify(answers[0]?.body)).to.equal(1);
    const { accounts } = (await ask('GET /v1/accounts')).body;
    expect(accounts).to.have.length(1);
    const renewed = await ask(`POST /v1/accounts/${accounts[0].id}/refresh`);
    expect(renewed.status, 'the pair that is kept is one that works').to.equal(200);
  });

  it('pages through many accounts', async () => {
    const { ask, connect } = service.aWorkspace();
    for (let n = 0; n < 3; n++) await connect('twitter');
    const first = (await ask('GET /v1/accounts?limit=2')).body;
    expect(first.pagination.has_more).to.equal(true);
    const second = (await ask(`GET /v1/accounts?limit=2&cursor=${first.pagination.next_cursor}`)).body;
    expect(second.pagination).to.deep.equal({ has_more: false, next_cursor: null });
    const ids = [...first.accounts, ...second.accounts].map(({ id }: { id: string }) => id);
    expect(new Set(ids).size).to.equal(3);
  });

  it('keeps workspaces apart', async () => {
    const owner = service.aWorkspace();
    const stranger = service.aWorkspace();
    const { id } = await owner.connect('twitter');
    for (const line of [
      `GET /v1/accounts/${id}`,
      `GET /v1/accounts/${id}/pages`,
      `GET /v1/accounts/${id}/tiktok/creator-info`,
      `DELETE /v1/accounts/${id}`,
      `POST /v1/accounts/${id}/refresh`,
    ]) {
      const { status, body } = await stranger.ask(line);
      expect([status, body.error.code], line).to.deep.equal([404, 'NOT_FOUND']);
    }
    const page = await stranger.ask(`POST /v1/accounts/${id}/select-page`, { pageId: 'p' });
    expect(page.status).to.equal(404);
    expect((await stranger.ask('GET /v1/accounts')).body.accounts).to.deep.equal([]);
    expect((await stranger.ask('GET /v1/accounts/42')).body.error.code).to.equal('BAD_REQUEST');
  });

  it('has no pages, and no creator info, where the platform has none', async () => {
    const { ask, connect } = service.aWorkspace();
    const { id } = await connect('twitter');
    expect((await ask(`GET /v1/accounts/${id}/pages`)).body).to.deep.equal({
      pages: [],
      data: [],
      selectedPageId: null,
    });
    const selected = await ask(`POST /v1/accounts/${id}/select-page`, { pageId: 'p' });
    expect([selected.status, selected.body.error.code]).to.deep.equal([400, 'PAGE_SELECTION_NOT_SUPPORTED']);
    expect((await ask(`GET /v1/accounts/${id}/tiktok/creator-info`)).status).to.equal(400);
  });

  it('gives the tokens back and deletes them when an account leaves', async () => {
    const { ask, connect, scope } = service.aWorkspace();
    const { id } = await connect('twitter');
    const owner = { workspaceId: scope.workspaceId, accountId: id };
    const held = await service.vault.read(owner);
    const token = held?.tokens.credentials.accessToken ?? '';
    await ask(`DELETE /v1/accounts/${id}`);
    await until('the tokens are gone', async () => (await service.vault.read(owner)) === undefined);
    expect((await service.lab.store.secret('TWITTER', 'access', token))?.revoked).to.equal(true);
  });

  it('writes no token into any event or log line', async () => {
    const { ask, connect, scope } = service.aWorkspace();
    const { id } = await connect('twitter');
    await ask(`POST /v1/accounts/${id}/refresh`);
    const held = await service.vault.read({ workspaceId: scope.workspaceId, accountId: id });
    const { accessToken, refreshToken = '' } = held?.tokens.credentials ?? { accessToken: '' };
    expect(accessToken.length).to.be.greaterThan(20);
    expect(refreshToken.length).to.be.greaterThan(20);
    const { events } = await log().store.read(`account-${id}`);
    expect(events.map(({ type }) => type)).to.include('AccountTokenRefreshed');
    const written = JSON.stringify([events.map(({ data, meta }) => [data, meta]), service.edge.logged]);
    expect(written).not.to.include(accessToken);
    expect(written).not.to.include(refreshToken);
    const { rows } = await database().pool.query('select state from process_instance');
    const { rows: secrets } = await database().pool.query("select encode(ciphertext, 'escape') as text from secret");
    expect(JSON.stringify([rows, secrets])).not.to.include(accessToken);
  });
});
