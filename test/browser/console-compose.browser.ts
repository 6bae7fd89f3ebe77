import { expect } from 'chai';
import { useConsole } from './console-page.ts';

/** The smallest picture that is one: a transparent point. */
const point = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe('a manager who writes a post in the console in a browser', function () {
  this.timeout(90_000);
  const site = useConsole();
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

  it('lets a model improve the text, and takes that back', async () => {
    const { page } = site;
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
});
