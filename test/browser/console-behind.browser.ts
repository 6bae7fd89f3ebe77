import { expect } from 'chai';
import type { Page, Route } from 'playwright-core';
import { useConsole, usePageAmidFaults } from './console-page.ts';

/** Longer than the events of one post are apart, and shorter than a page waits before it asks again. */
const quietMs = 1_000;

describe('a page whose last look at a post was answered too soon, at the console in a browser', function () {
  this.timeout(60_000);
  const site = useConsole();
  const { send } = site;
  let page: Page;

  const current = usePageAmidFaults(site);
  beforeEach(() => void (page = current()));

  /**
   * A page that hears of each event of a draft; answers its id. Each look that would show the post as published is answered so, until
   * the page looks without an event.
   */
  const openDraft = async (content: string, tooSoon: (route: Route, before: string) => Promise<void>) => {
    const accountIds = [site.service().demo.accounts['MASTODON']];
    const { id } = await send('POST /posts', { content, accountIds, saveAsDraft: true });
    let before = '';
    let looked: number | undefined;
    await page.route(`**/v1/posts/${id}`, async (route) => {
      const response = await route.fetch();
      const text = await response.text();
      const isPublished = (JSON.parse(text) as { status: string }).status === 'published';
      if (!isPublished) before = text;
      const sinceMs = performance.now() - (looked ?? performance.now());
      if (!isPublished || sinceMs > quietMs) return route.fulfill({ response });
      looked = performance.now();
      return tooSoon(route, before);
    });
    const listens = page.waitForResponse((response) => response.url().includes('/v1/events/stream'));
    await site.open(`posts/${id}`, page);
    await listens;
    await page.getByRole('button', { name: 'Publish now' }).waitFor();
  };

  const seesItLive = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Publish now' }).click();
    await page.getByText('Live on Mastodon', { exact: true }).waitFor({ timeout: 20_000 });
  };

  it('looks again where its read model was behind', async () => {
    await openDraft('Read too soon', (route, before) =>
      route.fulfill({ body: before, contentType: 'application/json', headers: { 'x-stale': 'true' } }),
    );
    await seesItLive();
  });

  it('looks again where the service could not answer', async () => {
    const error = { code: 'SERVICE_UNAVAILABLE', message: 'A part does not answer' };
    await openDraft('Refused for now', (route) => route.fulfill({ status: 503, json: { error } }));
    await seesItLive();
    await page.getByText(error.message).waitFor({ state: 'detached' });
  });

  it('looks again as late as a service asks that has too many requests', async () => {
    const error = { code: 'RATE_LIMITED', message: 'Too many requests' };
    const looks: number[] = [];
    await openDraft('Asked too often', (route) => {
      looks.push(performance.now());
      return route.fulfill({ status: 429, headers: { 'retry-after': '4' }, json: { error } });
    });
    await seesItLive();
    const waitedMs = performance.now() - (looks.at(-1) ?? NaN);
    expect(waitedMs, 'since the last refusal').to.be.greaterThan(3_500);
  });
});
