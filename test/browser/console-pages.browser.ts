import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import axe, { type AxeResults } from 'axe-core';
import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { groups } from '../../infra/edge/console/app/places.ts';
import { useRunningService } from '../support/running-service.ts';
import { openBrowser } from './browser.ts';

const pictures = path.resolve(import.meta.dirname, '../../test-output/console-pages');
const widths = [360, 900, 1600] as const;
const themes = ['light', 'dark'] as const;

/** What a browser has to fetch before the first page is there, compressed as a server in front of the service does it. */
const mostOfFirstPage = 250 * 1024;

/** Texts that pages have to bear: markup, a script from right to left, and a word without an end. */
const attacks = [
  '<script>document.title="taken"</script><img src=x onerror=document.title="taken">',
  '‮שלום עולם',
  'x'.repeat(10_000),
];

/**
 * The buttons whose text is wider or taller than they are, or that reach over another one. Run in the page, where a button
 * that is not drawn has no size.
 */
const faultyButtons = `(() => {
  const drawn = [...document.querySelectorAll('main button, main a.button, header button')]
    .map((button) => ({ button, box: button.getBoundingClientRect(), text: button.textContent.trim().slice(0, 40) }))
    .filter(({ box }) => box.width > 0);
  const cut = drawn.filter(
    ({ button }) => button.scrollWidth > button.clientWidth + 1 || button.scrollHeight > button.clientHeight + 1,
  );
  const overlapped = drawn.filter(({ box, button }) =>
    drawn.some(
      (other) =>
        other.button !== button &&
        Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left) > 1 &&
        Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top) > 1,
    ),
  );
  return [...cut.map(({ text }) => 'cut: ' + text), ...overlapped.map(({ text }) => 'overlapped: ' + text)];
})()`;

/**
 * The words of headings that a line breaks in the middle. On a telephone a cell of a table says its heading itself, by a text
 * of the style sheet, so its words are measured beside the room that they have.
 */
const brokenHeadings = `(() => {
  const broken = [];
  const range = document.createRange();
  for (const heading of document.querySelectorAll('main :is(h2, h3, h4, th, legend, caption, figcaption)')) {
    const walker = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      for (const { 0: word, index } of node.data.matchAll(/[A-Za-z]{2,30}/g)) {
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word);
      }
  }
  const pen = document.createElement('canvas').getContext('2d');
  for (const cell of document.querySelectorAll('main td[data-head]')) {
    const { content, font, width } = getComputedStyle(cell, '::before');
    if (content === 'none') continue;
    pen.font = font;
    for (const word of cell.dataset.head.split(/[ -]/)) if (pen.measureText(word).width > parseFloat(width)) broken.push(word);
  }
  return [...new Set(broken)];
})()`;

describe('every page of the console in a browser', function () {
  this.timeout(240_000);
  const service = useRunningService();
  let browser: Browser;
  let page: Page;
  let origin: string;
  const complaints: string[] = [];
  const hostile: string[] = [];

  const send = async (line: string, body?: unknown) => {
    const answer = await service().ask(service().demo.apiKey, line, body);
    expect(answer.status, `${line} ${JSON.stringify(answer.body)}`).to.be.below(300);
    return answer.body;
  };

  before(async () => {
    mkdirSync(pictures, { recursive: true });
    browser = await openBrowser();
    const { demo } = service();
    origin = new URL(demo.baseUrl).origin;
    page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(`${message.text()} ${page.url()}`);
    });
    page.on('pageerror', (fault) => complaints.push(`${String(fault)} ${page.url()}`));
    await page.addInitScript(`sessionStorage.setItem('console.token', ${JSON.stringify(demo.sessionToken)})`);
    const accountIds = [demo.accounts['FACEBOOK']];
    for (const content of attacks) {
      hostile.push((await send('POST /posts', { content, accountIds, firstComment: content.slice(0, 2000) })).id);
    }
    await send('POST /sandbox/clock/advance', { seconds: 1 });
    const author = { id: '66', username: attacks[0] };
    for (const text of attacks)
      await send('POST /sandbox/inbox/mentions', { accountId: demo.accounts['FACEBOOK'], text, author });
    const [name] = attacks;
    await send('POST /contacts', { platform: 'FACEBOOK', platformId: 'attack', displayName: name });
    await send('POST /broadcasts', { name, messageTemplate: 'x'.repeat(1000), platforms: ['FACEBOOK'] });
    await send('POST /sequences', { name });
    await send('POST /comment-automations', { name, keywords: ['x'.repeat(100)], actions: { reply: attacks[1] } });
  });
  after(() => browser?.close());

  const places = Object.values(groups).flatMap((of) => Object.entries(of));

  for (const [place, title] of places)
    it(`shows ${title} in both themes and three widths, without a fault that axe finds`, async () => {
      await page.goto(`${origin}/console#/${place}`);
      await page.getByRole('heading', { level: 2, name: title, exact: true }).waitFor();
      await page.getByText('Looking …').first().waitFor({ state: 'detached' });
      for (const colorScheme of themes) {
        await page.emulateMedia({ colorScheme });
        for (const width of widths) {
          await page.setViewportSize({ width, height: 900 });
          expect(await page.evaluate('document.documentElement.scrollWidth'), `${width} px`).to.be.at.most(width);
          expect(await page.evaluate(faultyButtons), `${width} px`).to.deep.equal([]);
          expect(await page.evaluate(brokenHeadings), `${width} px`).to.deep.equal([]);
          await page.screenshot({ path: path.join(pictures, `${place}-${width}-${colorScheme}.png`), fullPage: true });
        }
        await page.evaluate(axe.source);
        const { violations } = (await page.evaluate('axe.run()')) as AxeResults;
        expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).to.deep.equal(
          [],
        );
      }
      expect(await page.title()).not.to.include('taken');
      expect(complaints).to.deep.equal([]);
    });

  it('bears hostile texts on the page of a post and in the inbox: nothing runs, and nothing is wider than a telephone', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    const bears = async (what: string): Promise<void> => {
      expect(await page.evaluate('document.documentElement.scrollWidth'), what).to.be.at.most(360);
      expect(await page.evaluate(faultyButtons), what).to.deep.equal([]);
      expect(await page.locator('main script, main img').count(), what).to.equal(0);
      expect(await page.title(), what).not.to.include('taken');
    };
    for (const id of hostile) {
      await page.goto(`${origin}/console#/posts/${id}`);
      await page.getByText('First comment: ').waitFor();
      await page.getByRole('slider').waitFor();
      await page.locator('#as-it-was dl').first().waitFor();
      await bears(`post ${id}`);
      await page.goto(`${origin}/console#/posts/${id}/edit`);
      await page.getByRole('article', { name: 'On Facebook' }).waitFor();
      await page.getByText(/can go out|is refused/).waitFor();
      await bears(`preview of ${id}`);
    }
    await page.goto(`${origin}/console#/inbox`);
    await page.getByRole('button', { name: 'Mentions' }).click();
    for (const content of attacks) await page.locator('article .text', { hasText: content.slice(0, 30) }).waitFor();
    await bears('mentions');
    await page.screenshot({ path: path.join(pictures, 'hostile-mentions.png'), fullPage: true });
    expect(complaints).to.deep.equal([]);
  });

  it('is there after few bytes', async () => {
    const fetched: [string, number][] = [];
    const first = await browser.newPage();
    first.on('response', async (response) => {
      if (response.url().startsWith(`${origin}/console`))
        fetched.push([new URL(response.url()).pathname, gzipSync(await response.body()).length]);
    });
    await first.goto(`${origin}/console`);
    await first.getByRole('button', { name: 'Sign in' }).waitFor();
    const sum = fetched.reduce((bytes, [, of]) => bytes + of, 0);
    console.log(
      `      ${Math.round(sum / 1024)} KB compressed: ${fetched.map(([name, of]) => `${name} ${of}`).join(', ')}`,
    );
    expect(fetched.length).to.be.greaterThan(2);
    expect(sum).to.be.below(mostOfFirstPage);
  });
});
