import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { until } from '../support/until.ts';
import { useServiceProcess } from '../support/use-service-process.ts';
import type { SandboxObject, PostBody } from '../support/service-client.ts';
import { openBrowser } from './browser.ts';

const sentAgain = 'The service does not answer. What you did is sent again by itself; keep this page open.';

describe('a console whose service is killed and started again, in a browser', function () {
  this.timeout(150_000);
  const service = useServiceProcess();
  let browser: Browser;
  let page: Page;

  before(async () => {
    browser = await openBrowser();
    page = await browser.newPage();
    const { sessionToken, baseUrl } = service().connection;
    await page.addInitScript(`sessionStorage.setItem('console.token', ${JSON.stringify(sessionToken)})`);
    await page.goto(`${new URL(baseUrl).origin}/console`);
    await page.getByRole('heading', { level: 2, name: 'Posts' }).waitFor();
  });
  after(() => browser?.close());

  it('publishes what was pressed while it was down, once, and listens live again', async () => {
    const { demo } = service();
    const accountIds = demo.accounts(['MASTODON']);
    const content = 'Pressed while it was down';
    const { id } = await demo.expect<PostBody>(201, 'POST', '/posts', { content, accountIds, saveAsDraft: true });
    const listens = page.waitForResponse((response) => response.url().includes('/v1/events/stream'));
    await page.evaluate(`location.hash = '#/posts/${id}'`);
    await listens;
    await page.getByRole('button', { name: 'Publish now' }).waitFor();
    const keys: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/publish')) keys.push(request.headers()['idempotency-key']);
    });
    await service().kill();
    await page.getByRole('button', { name: 'Publish now' }).click();
    await page.getByText(sentAgain).waitFor();
    await page.getByText('The service does not answer; trying again.').first().waitFor();
    await until('it is sent again', () => keys.length > 1);
    const listensAgain = page.waitForResponse(
      (response) => response.url().includes('/v1/events/stream') && response.ok(),
      { timeout: 120_000 },
    );
    await service().start();
    await page.getByText('Live on Mastodon', { exact: true }).waitFor({ timeout: 60_000 });
    await listensAgain;
    await page.getByText(sentAgain).waitFor({ state: 'detached' });
    expect(new Set(keys).size, keys.join()).to.equal(1);
    const { objects } = await demo.expect<{ objects: readonly SandboxObject[] }>(
      200,
      'GET',
      `/sandbox/platforms/MASTODON/objects?accountId=${accountIds[0]}`,
    );
    expect(objects.filter(({ text }) => text === content)).to.have.length(1);
  });
});
