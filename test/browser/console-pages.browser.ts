import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import type { Request } from 'playwright-core';
import { planTerms } from '../../domain/plans/plan.ts';
import { groups } from '../../infra/edge/console/app/places.ts';
import { until } from '../support/until.ts';
import { fillWorkspace } from './filled-workspace.ts';
import { looksOf, routes, type Look } from './console-routes.ts';
import { useConsole } from './console-page.ts';
import { lookAt } from './look-at.ts';
import { faultsOfAccess, rulesOfColours } from './page-faults.ts';
import { countBytes, figuresOf, observing } from './page-figures.ts';

const pictures = path.resolve(import.meta.dirname, '../../test-output/console-pages');
const widths = [360, 768, 1600] as const;
const themes = ['light', 'dark'] as const;

/** What a browser has to fetch before the first page is there, compressed. */
const mostOfFirstPage = 250 * 1024;
/** What counts as good: https://web.dev/articles/cls. */
const mostShift = 0.1;

describe('every page of the console, with the content of a shop, in a browser', function () {
  this.timeout(240_000);
  const site = useConsole({ WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8' });
  /** By the route and its place in the list of its looks, because the ids are known only in the tests. */
  let looks: Readonly<Record<string, readonly Look[]>>;
  let bytes: ReturnType<typeof countBytes>;
  /** Of the service, without the feed, whose answer has no end. */
  const unanswered = new Set<Request>();
  /** What the page that opens asked of the API, where each request counts against the plan. */
  let asked: { path: string; at: number }[] = [];

  before(async () => {
    mkdirSync(pictures, { recursive: true });
    looks = looksOf(await fillWorkspace(site.service()));
    await site.page.addInitScript(observing);
    await site.page.emulateMedia({ reducedMotion: 'reduce' });
    bytes = countBytes(site.page);
    site.page.on('request', (request) => {
      // What a page that was left had asked for ends without a word.
      if (request.isNavigationRequest()) unanswered.clear();
      else if (request.url().includes('/v1/'))
        asked.push({ path: new URL(request.url()).pathname, at: performance.now() });
      if (/\/v1\/(?!events\/stream)/.test(request.url())) unanswered.add(request);
    });
    site.page.on('requestfinished', (request) => unanswered.delete(request));
    site.page.on('requestfailed', (request) => unanswered.delete(request));
  });

  /** The page as it is when one comes from elsewhere, with all that it fetches. */
  const arrive = async ({ address, opens }: Look) => {
    const { page } = site;
    await page.goto(`${site.origin}/v1/ready`);
    await bytes.since();
    await page.setViewportSize({ width: widths[0], height: 900 });
    asked = [];
    await site.open(address);
    await page.locator('main h2').first().waitFor();
    await page.getByText('Looking …').first().waitFor({ state: 'detached' });
    // What moves when a late answer comes counts, too.
    await until('every answer is there', () => unanswered.size === 0);
    await page.waitForFunction('[...document.images].every(({ complete }) => complete)');
    const figures = await figuresOf(page);
    const kilobytes = Math.round((await bytes.since()) / 1024);
    const requests = asked.filter(({ at }) => at - (asked[0]?.at ?? at) < 1000).map(({ path: of }) => of);
    await opens?.(page);
    return { requests, ...figures, kilobytes };
  };

  const placeholders = looksOf(new Proxy({} as Parameters<typeof looksOf>[0], { get: (_, name) => String(name) }));

  it('is in this list, and so is every page of the menu', () => {
    expect(Object.keys(placeholders)).to.have.members(routes());
    const addresses = Object.values(placeholders).flatMap((of) => of.map(({ address }) => address));
    expect(addresses).to.include.members(Object.values(groups).flatMap((of) => Object.keys(of)));
  });

  for (const [route, of] of Object.entries(placeholders))
    for (const [index, { name }] of of.entries())
      it(`${name} is laid out in both themes and three widths, holds still, breaks no rule of access, and keeps below the smallest plan`, async () => {
        const { page } = site;
        const look = looks[route]?.[index];
        if (look === undefined) throw new Error(`${route} is not in the list`);
        const { requests, shift, moved, paintedMs, blockedMs, kilobytes } = await arrive(look);
        console.log(
          `      ${name}: painted after ${paintedMs} ms, blocked for ${blockedMs} ms, shift ${shift.toFixed(3)}, ${kilobytes} KB`,
        );
        for (const colorScheme of themes) {
          for (const width of widths) await lookAt(page, { width, colorScheme }, { folder: pictures, name });
          const rules = colorScheme === themes[0] ? undefined : rulesOfColours;
          expect(await faultsOfAccess(page, rules), colorScheme).to.deep.equal([]);
        }
        expect(shift, moved.join('; ')).to.be.below(mostShift);
        expect(requests.length, requests.join(' ')).to.be.within(1, planTerms.free.rate.perSecond);
      });

  const lookCalled = (route: string, name: string): Look => {
    const look = looks[route]?.find((each) => each.name === name);
    if (look === undefined) throw new Error(`${name} is not in the list`);
    return look;
  };

  /** What a page says before the answers of an address, which come after all others, and after them. */
  const withLast = async ({ address }: Look, late: string): Promise<readonly [string, string]> => {
    const { page } = site;
    let comes = (): void => {};
    const came = new Promise<void>((resolve) => (comes = resolve));
    const matches = (url: URL): boolean => url.href.includes(late);
    await page.route(matches, async (route) => {
      await came;
      await route.fallback();
    });
    await page.goto(`${site.origin}/v1/ready`);
    await page.setViewportSize({ width: widths[0], height: 900 });
    await site.open(address);
    await until(
      `all but ${late} is there`,
      () => unanswered.size > 0 && [...unanswered].every((request) => matches(new URL(request.url()))),
    );
    const before = await page.locator('main').innerText();
    comes();
    await until('every answer is there', () => unanswered.size === 0);
    await page.getByText('Looking …').first().waitFor({ state: 'detached' });
    const after = await page.locator('main').innerText();
    const { shift, moved } = await figuresOf(page);
    expect(shift, `${late}: ${moved.join('; ')}`).to.be.below(mostShift / 4);
    await page.unroute(matches);
    return [before, after];
  };

  it('holds still in whichever order its answers come, and says of no account that it is gone', async () => {
    const post = lookCalled('/posts/:id', 'post-scheduled');
    for (const late of ['/v1/accounts?', '/members?', '/v1/queues', '/v1/users/me']) {
      const texts = await withLast(post, late);
      expect(texts.join(), late).not.to.include('an account that is gone');
      expect(texts[1], late).to.include('Mastodon');
    }
  });

  it('holds still where the description of its forms comes last', async () => {
    await withLast(lookCalled('/sequences/:id', 'sequence'), '/v1/openapi.json');
  });

  it('is there after few bytes', async () => {
    const first = await site.page.context().newPage();
    const ofFirst = countBytes(first);
    await first.goto(`${site.origin}/console`);
    await first.getByRole('button', { name: 'Sign in' }).waitFor();
    const sum = await ofFirst.since();
    console.log(`      the page before the sign-in: ${Math.round(sum / 1024)} KB compressed`);
    expect(sum).to.be.greaterThan(1024).and.to.be.below(mostOfFirstPage);
    await bytes.since();
    await site.page.goto(`${site.origin}/v1/ready`);
    await site.open('posts');
    await site.page.getByRole('row', { name: /Half of a success/ }).waitFor();
    expect(await bytes.since()).to.be.below(mostOfFirstPage);
  });
});
