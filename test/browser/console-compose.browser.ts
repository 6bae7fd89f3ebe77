import { expect } from 'chai';
import { muxed } from '../infra/adapters/media/sample-videos.ts';
import { until } from '../support/until.ts';
import { useConsole } from './console-page.ts';

/** The smallest picture that is one: a transparent point. */
const point = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe('a manager who writes a post in the console in a browser', function () {
  this.timeout(90_000);
  const site = useConsole();
  const nameOf = async (accountId: string | undefined) => (await site.send(`GET /accounts/${accountId}`)).displayName;
  const text = () => site.page.getByLabel('Text', { exact: true });

  it('takes a file of the library with its description, and reads why an address is refused', async () => {
    const { page, open } = site;
    await open('compose');
    await page
      .getByLabel('Choose files, or drop them here')
      .setInputFiles({ name: 'point.png', mimeType: 'image/png', buffer: point });
    await page.getByLabel('Description of point.png').fill('A single point');
    await text().focus();
    await page.getByRole('button', { name: 'Begin again' }).click();
    await page.getByText('Files of this workspace').click();
    await page.getByRole('button', { name: /^Add point/ }).click();
    expect(await page.getByLabel(/^Description of point/).inputValue()).to.equal('A single point');
    await page.getByText('There is no other file.').waitFor();
    await page.getByLabel('Or its address').fill('https://127.0.0.1/menu.jpg');
    await page.getByRole('button', { name: 'Copy it' }).click();
    await page.getByRole('status').filter({ hasText: 'url' }).waitFor();
    await site.picture('console-compose-library');
  });

  it('shows the post as each platform folds its text, makes a card of its link and crops its picture', async () => {
    const { page, open } = site;
    const on = (platform: string) => page.getByRole('article', { name: `On ${platform}`, exact: true });
    await open('compose');
    await page.reload();
    await page.getByRole('button', { name: 'Begin again' }).click();
    for (const name of [/^LinkedIn /, /^Instagram /, /^Telegram /]) await page.getByRole('checkbox', { name }).check();
    await text().fill(`${'Fresh bread. '.repeat(20)}The end, at https://example.com/menu`);
    await on('LinkedIn').getByText('example.com', { exact: true }).waitFor();
    expect(await on('LinkedIn').innerText()).not.to.include('The end');
    expect(await on('Telegram').innerText()).to.include('The end');
    await on('LinkedIn').getByRole('button', { name: 'more' }).click();
    await on('LinkedIn').getByText('The end').waitFor();
    expect(await on('Instagram').getByText('example.com', { exact: true }).count()).to.equal(0);
    await page.getByText('Files of this workspace').click();
    await page.getByRole('button', { name: /^Add point/ }).click();
    const picture = on('Instagram').getByRole('img', { name: 'A single point' });
    await picture.waitFor();
    const { width, height } = (await picture.boundingBox()) ?? { width: 0, height: 0 };
    expect(width / height, 'a square stays one').to.be.closeTo(1, 0.05);
    await on('LinkedIn').getByText('example.com', { exact: true }).waitFor({ state: 'detached' });
    await site.picture('console-compose-preview');
    await page.getByRole('button', { name: 'Begin again' }).click();
  });

  /** The page at the widths of a telephone, a tablet and a large screen, in both themes. */
  const pictures = async (name: string): Promise<void> => {
    for (const colorScheme of ['dark', 'light'] as const)
      for (const width of [360, 768, 1600]) {
        await site.page.emulateMedia({ colorScheme });
        await site.page.setViewportSize({ width, height: 900 });
        expect(await site.page.evaluate('document.documentElement.scrollWidth'), `${width} px`).to.be.at.most(width);
        await site.picture(`${name}-${width}-${colorScheme}`);
      }
  };

  it('gives each part of a thread its files with their descriptions, also when it is edited', async () => {
    const { page, open } = site;
    await open('compose');
    await page.getByRole('checkbox', { name: /^Mastodon / }).check();
    await text().fill('Bread in the morning');
    await page.getByRole('button', { name: 'Add a part to the thread' }).click();
    await page.getByLabel('Thread, part 2').fill('And cakes at noon');
    await page
      .getByLabel('Choose files for part 2')
      .setInputFiles({ name: 'cakes.png', mimeType: 'image/png', buffer: point });
    await page.getByLabel('Description of cakes.png').fill('Cakes on a plate');
    await page.getByRole('article', { name: 'On Mastodon' }).getByRole('img', { name: 'Cakes on a plate' }).waitFor();
    await pictures('console-compose-thread');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { name: 'Bread in the morning' }).waitFor();
    const id = /#\/posts\/(\w+)/.exec(page.url())?.[1] ?? '';
    const { threadItems } = await site.send(`GET /posts/${id}`);
    expect(threadItems.map(({ mediaIds }: { mediaIds: string[] }) => mediaIds.length)).to.deep.equal([0, 1]);
    expect((await site.send(`GET /media/${threadItems[1].mediaIds[0]}`)).altText).to.equal('Cakes on a plate');
    await page.getByRole('link', { name: 'Edit' }).click();
    expect(await page.getByLabel(/^Description of cakes/).inputValue()).to.equal('Cakes on a plate');
    await page.getByRole('button', { name: /^Remove cakes/ }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await until('the file is gone', async () => {
      const { threadItems: now } = await site.send(`GET /posts/${id}`);
      return now[1].mediaIds.length === 0;
    });
  });

  it('chooses the cover of a video: a moment for each platform, or a picture where one is taken', async () => {
    const { page, open } = site;
    const bytes = await muxed('mp4', { width: 720, height: 1280, frames: 60, frameBytes: 1000 });
    await open('compose');
    await page.reload();
    for (const name of [/^Instagram /, /^TikTok /]) await page.getByRole('checkbox', { name }).check();
    await text().fill('How we bake');
    await page
      .getByLabel('Choose files, or drop them here')
      .setInputFiles({ name: 'baking.mp4', mimeType: 'video/mp4', buffer: Buffer.from(bytes) });
    await page.getByLabel('Moment of the cover, in seconds').fill('1.5');
    const covers = page.getByRole('list', { name: 'Covers' });
    await covers.getByText('the moment at 1.5 s').nth(1).waitFor();
    await page
      .getByLabel('Picture as the cover on Instagram')
      .setInputFiles({ name: 'cover.png', mimeType: 'image/png', buffer: point });
    await covers.getByText('Instagram: your picture').waitFor();
    await pictures('console-compose-cover');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { name: 'How we bake' }).waitFor();
    const id = /#\/posts\/(\w+)/.exec(page.url())?.[1] ?? '';
    const { INSTAGRAM, TIKTOK } = (await site.send(`GET /posts/${id}`)).platformMetadata;
    expect(Object.keys(INSTAGRAM)).to.deep.equal(['coverUrl']);
    expect((await fetch(INSTAGRAM.coverUrl)).status, 'the address of the cover').to.equal(200);
    expect(TIKTOK).to.deep.equal({ tiktokCoverTimestampMs: 1500 });
  });

  it('lets a model improve the text, and takes that back', async () => {
    const { page, open } = site;
    await open('compose');
    await text().fill('Our caffee opens at eight');
    await page.getByRole('button', { name: 'Improve the text' }).click();
    await page.getByRole('button', { name: 'My text again' }).waitFor();
    expect(await text().inputValue()).not.to.equal('Our caffee opens at eight');
    await page.getByRole('button', { name: 'My text again' }).click();
    expect(await text().inputValue()).to.equal('Our caffee opens at eight');
  });

  it('chooses a time by its own clock, and sees that of the workspace beside it', async () => {
    const { page, open } = site;
    await site.send('PUT /queues', { timezone: 'America/New_York', slots: [] });
    await open('compose');
    await page.reload();
    await text().fill('At nine in Berlin');
    await page.getByRole('checkbox', { name: /^Mastodon / }).check();
    await page.getByLabel('Schedule it').check();
    const year = new Date().getUTCFullYear() + 1;
    await page.getByLabel('Time', { exact: true }).fill(`${year}-01-15T09:00`);
    const there = page.getByText(/03:00.* in America\/New_York/);
    await there.first().waitFor();
    await page.getByRole('button', { name: 'Schedule', exact: true }).click();
    await page.getByRole('heading', { name: 'At nine in Berlin' }).waitFor();
    await there.first().waitFor();
    await open('posts');
    await page.getByRole('row', { name: /At nine in Berlin.*9:00.*03:00.* in America\/New_York/ }).waitFor();
    await page.setViewportSize({ width: 900, height: 800 });
    await site.picture('console-zones');
  });

  it('finds everything again after the session ended in the middle', async () => {
    const { page, open } = site;
    await open('compose');
    await text().fill('Written as the session ends');
    await page.route('**/v1/posts', (route) =>
      route.fulfill({ status: 401, json: { error: { code: 'UNAUTHORIZED', message: 'The session has ended' } } }),
    );
    await page.getByRole('checkbox', { name: /^Mastodon / }).check();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Your session has ended. Sign in again; what you wrote is kept.').waitFor();
    await page.unroute('**/v1/posts');
    // The next load has a session again.
    await page.reload();
    await open('compose');
    expect(await text().inputValue()).to.equal('Written as the session ends');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { name: 'Written as the session ends' }).waitFor();
  });

  it('looks at a week and a list, finds a post there, and moves it by dragging and by the keyboard', async () => {
    const { page, open } = site;
    const accountIds = (['MASTODON', 'THREADS'] as const).map((platform) => site.service().demo.accounts[platform]);
    // A Wednesday, between days of the same week.
    const wednesday = new Date(`${new Date().getUTCFullYear() + 1}-05-20T10:00:00.000Z`);
    wednesday.setUTCDate(wednesday.getUTCDate() - ((wednesday.getUTCDay() + 4) % 7));
    const at = (days: number): string => new Date(wednesday.getTime() + days * 86_400_000).toISOString();
    const later = (content: string, days: number, account: number) =>
      site.send('POST /posts', { content, accountIds: [accountIds[account]], scheduledFor: at(days) });
    const { id } = await later('Fresh bread', 0, 0);
    await later('Warm cakes', 1, 1);
    const day = at(0).slice(0, 10);
    await page.setViewportSize({ width: 1280, height: 900 });
    await open(`calendar?view=week&day=${day}`);
    const entry = page.getByRole('link', { name: /12:00.*Fresh bread/ });
    await entry.waitFor();
    const due = async () => (await site.send(`GET /posts/${id}`)).scheduledFor;
    await entry.focus();
    await page.keyboard.press('Shift+ArrowRight');
    await page.getByText(/^Fresh bread goes out on Thursday/).waitFor();
    await until('the focus follows the post', async () => {
      const id = await entry.getAttribute('id');
      return (await page.evaluate('document.activeElement.id')) === id;
    });
    expect(await due()).to.equal(at(1));
    await page
      .locator('.entry')
      .filter({ has: entry })
      .dragTo(page.getByRole('listitem', { name: /^Monday/ }));
    await until('it is dragged to Monday', async () => (await due()) === at(-2));
    await site.picture('console-calendar-week');
    await page.getByLabel('Account').selectOption({ label: `Threads ${await nameOf(accountIds[1])}` });
    await entry.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: /Warm cakes/ }).waitFor();
    await page.getByRole('button', { name: 'List' }).click();
    await page.getByRole('button', { name: 'Show all' }).click();
    await entry.waitFor();
    await page.getByRole('searchbox', { name: 'Search' }).fill('BREAD');
    await page.getByRole('link', { name: /Warm cakes/ }).waitFor({ state: 'detached' });
    await site.picture('console-calendar-list');
    await page.reload();
    await entry.waitFor();
    expect(await page.getByRole('searchbox', { name: 'Search' }).inputValue()).to.equal('BREAD');
    expect(await page.getByRole('button', { name: 'List' }).getAttribute('aria-pressed')).to.equal('true');
    await page.getByLabel('Status').selectOption('failed');
    await page.getByText('No post is like that.').waitFor();
    await page.goBack();
    await entry.waitFor();
  });
});
