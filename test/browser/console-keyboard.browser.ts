import { expect } from 'chai';
import sharp from 'sharp';
import type { Page } from 'playwright-core';
import type { TestWorkspace } from '../support/running-service.ts';
import { useConsole } from './console-page.ts';

/** What has the focus, as a screen reader names it: its label, its own name or its text. */
const focused = `(() => {
  const one = document.activeElement;
  const label = one.labels?.[0];
  const own = label ? [...label.childNodes].filter((node) => node.nodeName !== 'SELECT').map((node) => node.textContent) : [];
  return (one.getAttribute('aria-label') ?? (label ? own.join('') : one.textContent) ?? '').replace(/\\s+/g, ' ').trim();
})()`;

describe('a first day at the console with the keyboard alone, on a telephone, in a browser', function () {
  this.timeout(120_000);
  const site = useConsole();
  let page: Page;
  let workspace: TestWorkspace;
  const steps: string[] = [];

  before(async () => {
    workspace = await site.service().workspace('agency', false);
    page = await site.asPerson(workspace.sessionToken);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
  });
  after(() => console.log(`      presses of Tab: ${steps.join('; ')}`));

  /** Presses Tab until the focus is on it, and says how often that was. */
  const reach = async (name: RegExp, atMost: number): Promise<void> => {
    const passed: string[] = [];
    for (let presses = 1; presses <= atMost; presses += 1) {
      await page.keyboard.press('Tab');
      const here = await page.evaluate<string>(focused);
      if (name.test(here)) {
        steps.push(`${here.slice(0, 30)} ${presses}`);
        const isInView = await page.evaluate<boolean>(`(() => {
          const { top, bottom, width } = document.activeElement.getBoundingClientRect();
          return width > 0 && bottom > 0 && top < innerHeight;
        })()`);
        expect(isInView, `${here} is in the window`).to.equal(true);
        return;
      }
      passed.push(here.slice(0, 40));
    }
    throw new Error(`${String(name)} is not reached by ${atMost} presses of Tab; passed: ${passed.join(' | ')}`);
  };
  const press = (key: string): Promise<void> => page.keyboard.press(key);
  const hasFocus = async (what: string): Promise<void> => {
    expect(await page.evaluate('document.activeElement !== document.body'), what).to.equal(true);
  };
  const goTo = async (title: string): Promise<void> => {
    await press('Control+k');
    await page.keyboard.type(title);
    await press('Enter');
    await page.getByRole('heading', { level: 2, name: title, exact: true }).waitFor();
  };

  it('connects an account from the empty list of posts', async () => {
    await site.open('posts', page);
    await page.getByText('There are no posts yet.').waitFor();
    await reach(/^Connect an account$/, 12);
    await press('Enter');
    await page.getByRole('button', { name: /^Connect an account/ }).waitFor();
    await reach(/^Platform/, 2);
    await page.keyboard.type('Mastodon');
    await reach(/^Connect an account of Mastodon/, 3);
    await press('Enter');
    await page.locator('#allow').waitFor();
    await reach(/^Allow/, 4);
    await press('Enter');
    await page.getByText(/ on Mastodon is connected\./).waitFor();
  });

  it('writes a post with a picture, and schedules it', async () => {
    await reach(/^Write a post$/, 12);
    await press('Enter');
    await page.getByRole('heading', { level: 2, name: 'New post' }).waitFor();
    await page.getByRole('checkbox', { name: /^Mastodon/ }).waitFor();
    await reach(/^Mastodon/, 2);
    await press('Space');
    await reach(/^Text/, 2);
    await page.keyboard.type('Fresh bread at six');
    await page.getByText('can go out').waitFor();
    // The browser hears that choosers are awaited before the key is pressed.
    const opened = page.waitForEvent('filechooser');
    await reach(/^Choose files/, 8);
    const bytes = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#c98d4b' } })
      .png()
      .toBuffer();
    await press('Enter');
    await (await opened).setFiles({ name: 'bread.png', mimeType: 'image/png', buffer: bytes });
    await page.getByLabel('Description of bread.png').waitFor();
    await reach(/^Description of bread/, 6);
    await page.keyboard.type('A loaf');
    await reach(/^Keep it as a draft/, 6);
    await press('ArrowDown');
    await press('ArrowDown');
    await page.getByLabel('Time', { exact: true }).waitFor();
    await reach(/^Time/, 2);
    const tomorrow = new Date(Date.now() + 86_400_000);
    const two = (part: number): string => String(part).padStart(2, '0');
    await page.keyboard.type(`${two(tomorrow.getMonth() + 1)}${two(tomorrow.getDate())}${tomorrow.getFullYear()}`);
    await press('Tab');
    await page.keyboard.type('0930AM');
    await reach(/^Schedule$/, 10);
    await press('Enter');
    await page.getByRole('heading', { level: 2, name: 'Fresh bread at six' }).waitFor();
    await hasFocus('the page of the post');
    await page.locator('.files').getByText('A loaf', { exact: true }).waitFor();
  });

  it('finds it in the calendar, publishes it and sees the result', async () => {
    await goTo('Calendar');
    await page.getByRole('link', { name: /09:30.*Fresh bread at six/ }).waitFor();
    await reach(/Fresh bread at six/, 16);
    await press('Enter');
    await page.getByRole('heading', { level: 2, name: 'Fresh bread at six' }).waitFor();
    await reach(/^Publish now$/, 4);
    await press('Enter');
    await page.getByText('Live on Mastodon', { exact: true }).waitFor({ timeout: 30_000 });
    await hasFocus('after it was published');
  });

  it('mends a post that its platform refused', async () => {
    const [account] = (await workspace.send('GET /accounts')).body['data'];
    const fault = { platform: 'MASTODON', operation: 'publish', fault: 'forbidden', accountId: account.id };
    await workspace.send('POST /sandbox/faults', fault);
    await goTo('New post');
    await page.getByRole('checkbox', { name: /^Mastodon/ }).waitFor();
    await reach(/^Mastodon/, 2);
    await press('Space');
    await reach(/^Text/, 2);
    await page.keyboard.type('Cakes at noon');
    await reach(/^Keep it as a draft/, 12);
    await press('ArrowDown');
    await reach(/^Publish now$/, 2);
    await press('Enter');
    await page.getByText(/^Mastodon refused: /).waitFor({ timeout: 30_000 });
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await reach(/^Try again$/, 4);
    await press('Enter');
    await page.getByText(/^The next attempt is at/).waitFor();
    await hasFocus('after it was tried again');
    await workspace.advance(600);
    await page.getByText('Live on Mastodon', { exact: true }).waitFor({ timeout: 30_000 });
  });
});
