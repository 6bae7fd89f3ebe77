import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { until } from '../support/until.ts';
import { useConsole, usePageAmidFaults } from './console-page.ts';

const askedAgain = 'The service does not answer; trying again.';

describe('a long list whose answers are lost or late, at the console in a browser', function () {
  this.timeout(90_000);
  const site = useConsole();
  const { send } = site;
  let page: Page;
  const current = usePageAmidFaults(site);
  beforeEach(() => void (page = current()));

  const accounts = () => [site.service().demo.accounts['MASTODON']];

  /** So many times fifty drafts of a line each, in the list that the service answers. */
  const fillList = async (times: number): Promise<void> => {
    const posts = Array.from({ length: 50 }, (_, number) => ({
      content: `Line ${number}`,
      accountIds: accounts(),
      saveAsDraft: true,
    }));
    for (let time = 0; time < times; time++) await send('POST /posts/bulk', { posts });
    const nextPage = async () => (await send('GET /posts?limit=100')).nextCursor;
    // A list that is read before its read model has the posts has no second page.
    await until('the list has a second page', async () => typeof (await nextPage()) === 'string');
  };

  it('reads on in a long list where it was', async () => {
    await send('POST /posts', { content: 'The oldest line', accountIds: accounts(), saveAsDraft: true });
    await fillList(3);
    await site.open('posts', page);
    await page
      .getByRole('link', { name: /^Line \d+$/ })
      .first()
      .waitFor();
    await page.context().setOffline(true);
    await page.getByText(askedAgain).first().waitFor();
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    await page.getByText('Looking …').waitFor();
    expect(await page.getByRole('link', { name: /^Line \d+$/ }).count()).to.be.greaterThan(5);
    const before = await page.evaluate<number>('scrollY');
    expect(before).to.be.greaterThan(0);
    await page.context().setOffline(false);
    await page.getByText('Looking …').waitFor({ state: 'detached' });
    await page.getByText(askedAgain).first().waitFor({ state: 'detached' });
    expect(await page.evaluate<number>('scrollY'), 'the place in the list').to.be.closeTo(before, 60);
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    await page.getByRole('link', { name: 'The oldest line' }).waitFor();
  });

  it('keeps a long list long that came before the page knew who looks', async () => {
    await fillList(3);
    let comes = (): void => {};
    const came = new Promise<void>((resolve) => (comes = resolve));
    await page.route('**/v1/users/me', async (route) => {
      await came;
      await route.fallback();
    });
    await site.open('posts', page);
    await page.locator('tr[data-index]').first().waitFor({ state: 'attached' });
    const rows = page.getByRole('link', { name: /^Line \d+$/ });
    expect(await rows.first().isVisible(), 'the page is not seen yet').to.equal(false);
    comes();
    await rows.first().waitFor();
    // A hundred rows of a line each.
    const height = await page.evaluate<number>('document.documentElement.scrollHeight');
    expect(height).to.be.greaterThan(3_000);
  });
});
