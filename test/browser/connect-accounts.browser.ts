import { sandboxPlatforms } from '@social-publishing/platform-sandbox';
import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { until } from '../support/until.ts';
import { useAccountsService, type AccountsService } from '../support/accounts-service.ts';
import { IntegratorApp, openBrowser } from './browser.ts';

describe('a person connecting accounts in a browser', () => {
  const app = new IntegratorApp();
  const { service: running } = useAccountsService();
  let service: AccountsService;
  let browser: Browser;
  let page: Page;
  before(async () => {
    service = running();
    await app.start();
    browser = await openBrowser();
  });
  after(async () => {
    await browser?.close();
    await app.stop();
  });
  beforeEach(async () => {
    page = await (await browser.newContext({ ignoreHTTPSErrors: true })).newPage();
  });
  afterEach(() => page.context().close());

  type Workspace = ReturnType<AccountsService['aWorkspace']>;

  /** Opens the consent page in the browser. */
  const begin = async ({ ask }: Workspace, platform: string, fields: object = {}) => {
    const { redirectUri } = app;
    const { status, body } = await ask(`POST /v1/accounts/connect/${platform}`, { redirectUri, ...fields });
    expect(status, JSON.stringify(body)).to.equal(200);
    await page.goto(body.authorizationUrl as string);
    return body.state as string;
  };

  /** Clicks a choice and waits until the person is back in the integrator's application. */
  const choose = async (choice: 'allow' | 'deny') => {
    const returning = app.returning();
    await page.click(`#${choice}`);
    const back = await returning;
    await page.waitForURL(`${app.redirectUri}**`);
    expect(await page.textContent('h1')).to.equal('Welcome back');
    return Object.fromEntries(back.searchParams);
  };

  const finish = async ({ ask }: Workspace, platform: string, back: Record<string, string>) => {
    const { code, state } = back;
    const answer = await ask(`POST /v1/accounts/callback/${platform}`, { code, state, redirectUri: app.redirectUri });
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
    return answer.body.account as { id: string; status: string; platform: string; username: string };
  };

  for (const { platform } of sandboxPlatforms) {
    const name = platform.toLowerCase();

    it(`allows ${platform}`, async () => {
      const workspace = service.aWorkspace();
      const state = await begin(workspace, name);
      expect(await page.textContent('body')).to.include('sandbox');
      const back = await choose('allow');
      expect(back['state']).to.equal(state);
      const account = await finish(workspace, name, back);
      expect(account).to.include({ platform: name, status: 'ACTIVE' });
      const { credentials } = await service.tokens.credentialsFor(account.id, workspace.scope);
      expect(page.url()).not.to.include(credentials.accessToken);
    });

    it(`denies ${platform}, and nothing is connected`, async () => {
      const workspace = service.aWorkspace();
      const state = await begin(workspace, name);
      const back = await choose('deny');
      expect(back).to.include({ error: 'access_denied', state });
      expect(back).not.to.have.property('code');
      const answer = await workspace.ask(`POST /v1/accounts/callback/${name}`, { state, error: 'access_denied' });
      expect([answer.status, answer.body.error.code]).to.deep.equal([400, 'INVALID_PARAM']);
      expect((await workspace.ask('GET /v1/accounts')).body.accounts).to.deep.equal([]);
    });
  }

  it('reconnects the account whose token was refused, under its id', async () => {
    const workspace = service.aWorkspace();
    await begin(workspace, 'twitter');
    const { id } = await finish(workspace, 'twitter', await choose('allow'));
    await workspace.fault('TWITTER', 'refresh', 'token_revoked');
    expect((await workspace.ask(`POST /v1/accounts/${id}/refresh`)).status).to.equal(400);
    await until('the account shows that it needs the person', async () => {
      return (await workspace.ask(`GET /v1/accounts/${id}`)).body.status !== 'ACTIVE';
    });
    await begin(workspace, 'twitter');
    expect(await finish(workspace, 'twitter', await choose('allow'))).to.include({ id, status: 'ACTIVE' });
  });

  it('comes too late with a state of ten minutes ago', async () => {
    const workspace = service.aWorkspace();
    const state = await begin(workspace, 'mastodon');
    service.advance(10 * 60_000);
    const { code } = await choose('allow');
    const answer = await workspace.ask('POST /v1/accounts/callback/mastodon', { code, state });
    expect([answer.status, answer.body.error.code]).to.deep.equal([400, 'OAUTH_ERROR']);
    expect(answer.body.error.requestId).to.be.a('string');
  });
});
