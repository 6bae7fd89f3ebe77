import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { useRunningService } from '../support/running-service.ts';
import { until } from '../support/until.ts';
import { openBrowser } from './browser.ts';
import { isOfBusyMachine } from './busy-machine.ts';

const pictures = path.resolve(import.meta.dirname, '../../test-output');

describe('a manager at the forms of the console in a browser', function () {
  this.timeout(90_000);
  const service = useRunningService();
  let browser: Browser;
  let page: Page;
  let origin: string;
  const complaints: string[] = [];

  const send = async (line: string, body?: unknown) => {
    const answer = await service().ask(service().demo.apiKey, line, body);
    expect(answer.status, `${line} ${JSON.stringify(answer.body)}`).to.be.below(300);
    return answer.body;
  };
  const open = (place: string) => page.goto(`${origin}/console#/${place}`);
  const picture = (name: string) => page.screenshot({ path: path.join(pictures, `${name}.png`), fullPage: true });
  const asPerson = async (token: string): Promise<Page> => {
    const theirs = await (await browser.newContext({ timezoneId: 'Europe/Berlin' })).newPage();
    await theirs.addInitScript(`sessionStorage.setItem('console.token', ${JSON.stringify(token)})`);
    return theirs;
  };

  before(async () => {
    mkdirSync(pictures, { recursive: true });
    browser = await openBrowser();
    const { demo } = service();
    origin = new URL(demo.baseUrl).origin;
    page = await asPerson(demo.sessionToken);
    page.on('console', (message) => {
      // A refusal that the page shows is no fault of the page.
      if (message.type() === 'error' && !message.text().includes('400') && !isOfBusyMachine(message))
        complaints.push(message.text());
    });
    page.on('pageerror', (fault) => complaints.push(String(fault)));
  });
  after(() => browser?.close());
  afterEach(async function () {
    if (this.currentTest?.state === 'failed') await picture(`console-failure-${this.currentTest.title.slice(0, 12)}`);
  });

  it('gives a post the options of its platforms, and takes one away again', async () => {
    await open('compose');
    await page.getByRole('checkbox', { name: /^Pinterest / }).check();
    await page.getByRole('checkbox', { name: /^Google Business / }).check();
    await page.getByLabel('Text', { exact: true }).fill('A board of its own');
    await page.getByText('Options for Pinterest').click();
    const pinterest = page.locator('details').filter({ hasText: 'Options for Pinterest' });
    const { pages: boards } = await send(`GET /accounts/${service().demo.accounts['PINTEREST']}/pages`);
    await pinterest.getByLabel('Board', { exact: true }).selectOption(boards[0].name);
    await pinterest.getByLabel('Board section ID').fill('not a number');
    await page.getByText('Options for Google Business').click();
    const event = page.getByRole('group', { name: 'Event' });
    await event.getByLabel('Title').fill('Summer party');
    await event.getByLabel('Starts at').fill('2031-06-01T18:00');
    await event.getByLabel('Ends at').fill('2031-06-01T22:00');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await pinterest.getByText(/^ ?has another form than expected/).waitFor();
    expect(await pinterest.getByLabel('Board section ID').getAttribute('aria-invalid')).to.equal('true');
    await picture('console-compose-options');
    await pinterest.getByLabel('Board section ID').fill('42');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.waitForURL(/#\/posts\/c/);
    const id = /#\/posts\/(\w+)/.exec(page.url())?.[1] ?? '';
    const { platformMetadata } = await send(`GET /posts/${id}`);
    expect(platformMetadata).to.deep.equal({
      PINTEREST: { boardId: boards[0].id, boardSectionId: '42' },
      GOOGLE_BUSINESS: {
        event: { title: 'Summer party', startsAt: '2031-06-01T16:00:00.000Z', endsAt: '2031-06-01T20:00:00.000Z' },
      },
    });
    await open(`posts/${id}/edit`);
    await page.getByText('Options for Pinterest').click();
    await pinterest.getByLabel('Board', { exact: true }).selectOption('not set');
    await pinterest.getByLabel('Board section ID').fill('');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.waitForURL(/#\/posts\/\w+$/);
    expect((await send(`GET /posts/${id}`)).platformMetadata).to.have.keys('GOOGLE_BUSINESS');
  });

  it('changes the settings of the workspace, and reads why one is refused', async () => {
    const { workspaceId } = service().demo;
    await open('settings');
    const form = page.getByRole('form', { name: 'Settings of the workspace' });
    await form.getByLabel('Slug').fill('Not A Slug');
    await form.getByRole('button', { name: 'Save the settings' }).click();
    await form.locator('.help .bad-text').waitFor();
    await page.waitForFunction('document.activeElement?.value === "Not A Slug"');
    await form.getByLabel('Slug').fill('harbour');
    await form.getByLabel('Week start day').selectOption('Monday');
    await form.getByLabel('Auto archive days').selectOption('90');
    await form.getByLabel('Separate duties').check();
    await form.getByRole('button', { name: 'Save the settings' }).click();
    await form.getByText('saved', { exact: true }).waitFor();
    await picture('console-settings');
    const { slug, settings } = await send(`GET /workspaces/${workspaceId}`);
    expect([slug, settings.week_start_day, settings.autoArchiveDays, settings.separate_duties]).to.deep.equal([
      'harbour',
      'monday',
      90,
      true,
    ]);
    const mails = page.getByRole('form', { name: 'Mails to you' });
    await mails.getByLabel('Weekly digest').check();
    await mails.getByRole('button', { name: 'Save the mails' }).click();
    await mails.getByText('saved', { exact: true }).waitFor();
    const { preferences } = await send('GET /settings/notifications');
    expect(preferences.weeklyDigest).to.equal(true);
  });

  it('sees what is in the queue, moves a post, takes it out and changes the times of the week', async () => {
    const accountIds = [service().demo.accounts['TWITTER']];
    const post = await send('POST /posts', { content: 'In the queue', accountIds, queue: true });
    await open('queue');
    const row = page.getByRole('row').filter({ hasText: 'In the queue' });
    await row.waitFor();
    await picture('console-queue');
    await row.getByLabel('Move In the queue to').selectOption({ index: 2 });
    const chosen = await row.getByLabel('Move In the queue to').inputValue();
    await row.getByRole('button', { name: 'Move In the queue' }).click();
    await page.getByText(/^In the queue goes out /).waitFor();
    expect((await send(`GET /posts/${post.id}`)).scheduledFor)
      .to.equal(chosen)
      .and.not.equal(post.scheduledFor);
    await row.getByRole('button', { name: 'Take out In the queue' }).click();
    await page.getByText('In the queue is a draft without a time.').waitFor();
    expect((await send(`GET /posts/${post.id}`)).status).to.equal('draft');
    const form = page.getByRole('form', { name: 'Times of the week' });
    await form.getByLabel('Timezone').selectOption('Europe/Berlin');
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    const last = form.getByRole('group', { name: 'Slots, 16' });
    await last.getByLabel('Time').fill('25:00');
    await last.getByLabel('Day').selectOption('Saturday');
    await form.getByRole('button', { name: 'Save the times' }).click();
    await last.locator('.bad-text').waitFor();
    await last.getByLabel('Time').fill('10:30');
    await form.getByRole('button', { name: 'Save the times' }).click();
    await page.getByText(/^The times of the week are saved/).waitFor();
    const queue = await send('GET /queues');
    expect([queue.timezone, queue.slots.at(-1)]).to.deep.equal(['Europe/Berlin', { day: 6, time: '10:30' }]);
  });

  it('takes a time that did well before, and sees which slot is free', async () => {
    await open('compose');
    await page.getByRole('checkbox', { name: /^X / }).check();
    await page.getByLabel('Schedule it').check();
    await page.getByRole('group', { name: 'Best times' }).getByRole('button').first().click();
    expect(await page.getByLabel('Time', { exact: true }).inputValue()).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/);
    await page.getByLabel('Take the next free slot of the queue').check();
    await page.getByText(/^The next free slot is .* in Europe\/Berlin\./).waitFor();
    await page.getByRole('button', { name: 'Begin again' }).click();
  });

  it('writes a broadcast and sees who would get it, and how it reads', async () => {
    await send('POST /sandbox/contacts', { accountId: service().demo.accounts['FACEBOOK'], count: 3 });
    await open('broadcasts/new');
    const form = page.getByRole('form', { name: 'Broadcast' });
    await form.getByLabel('Name').fill('Terrace');
    await form.getByRole('button', { name: 'Save the broadcast' }).click();
    await form.locator('.bad-text').first().waitFor();
    await form.getByLabel('Message template').fill('Hello {{first_name}}, the terrace is open.');
    await page.getByText('Hello Ada, the terrace is open.').waitFor();
    await page.getByText('3 contacts can be written to now.').waitFor();
    await form.getByRole('group', { name: 'Segment rules' }).getByLabel('Tags').fill('vip');
    await page.getByText('0 contacts can be written to now.').waitFor();
    await picture('console-broadcast-editor');
    await form.getByRole('group', { name: 'Segment rules' }).getByLabel('Tags').fill('');
    await form.getByRole('button', { name: 'Save the broadcast' }).click();
    await page.getByRole('heading', { name: 'Terrace' }).waitFor();
    await page.getByRole('link', { name: 'Change', exact: true }).click();
    await form.getByLabel('Name').fill('Terrace, open');
    await form.getByRole('button', { name: 'Save the broadcast' }).click();
    await page.getByRole('heading', { name: 'Terrace, open' }).waitFor();
  });

  it('makes an automation, and tries it on the comments that came already', async () => {
    const accountId = service().demo.accounts['BLUESKY'];
    const post = await send('POST /posts', { content: 'Ask us', accountIds: [accountId] });
    const draft = await send('POST /posts', { content: 'Ask us later', accountIds: [accountId], saveAsDraft: true });
    await send(`POST /posts/${post.id}/publish?sync=true&timeout=60`);
    const { platforms } = await send(`GET /posts/${post.id}`);
    await send('POST /sandbox/inbox/comments', {
      accountId,
      platformPostId: platforms[0].platformPostId,
      text: 'What is the price?',
      author: { id: 'did:plc:zoe', username: 'zoe.example.com' },
    });
    const bySession = (line: string, body?: unknown) => service().ask(service().demo.sessionToken, line, body);
    await bySession('POST /inbox/sync', {});
    await until(
      'the comment is there',
      async () => (await bySession('GET /inbox/comments')).body.data.length > 0,
      20_000,
    );
    await open('automations/new');
    const form = page.getByRole('form', { name: 'Automation' });
    await form.getByLabel('Name').fill('Prices');
    await form.getByLabel('Keywords').fill('price\ncost');
    await form.getByLabel('Reply').fill('The menu is on our page.');
    const which = form.getByRole('combobox', { name: 'Post' });
    await which.fill('nothing like that');
    await form.getByText('None of the newest 1,000 posts is like that.').waitFor();
    await which.fill('ASK bluesky');
    await form.getByRole('option', { name: /^Ask us .*Bluesky/ }).waitFor();
    expect(
      await form.getByRole('listbox', { name: 'Posts that are out' }).getByRole('option').all(),
      draft.id,
    ).to.have.length(1);
    await which.press('Enter');
    await form.getByText(/^Ask us .*Bluesky/).waitFor();
    await form.getByRole('button', { name: 'Save the automation' }).click();
    await page.getByRole('heading', { name: 'Prices' }).waitFor();
    await form.getByText(/^Ask us .*Bluesky/).waitFor();
    await page.getByRole('button', { name: 'Try it' }).click();
    await page.getByText('1 of 1 comments match; it would act on 1.').waitFor();
    await page.getByRole('row', { name: /What is the price\?.*price.*act/ }).waitFor();
    await picture('console-automation-editor');
    await form.getByLabel('Is active').uncheck();
    await form.getByRole('button', { name: 'Save the automation' }).click();
    await form.getByText('saved', { exact: true }).waitFor();
    const { automations } = await send('GET /comment-automations');
    expect([automations[0].keywords, automations[0].isActive]).to.deep.equal([['price', 'cost'], false]);
    expect(automations[0].postId).to.equal(post.id);
    await form.getByRole('button', { name: 'Choose another post' }).click();
    await which.waitFor();
    await form.getByRole('button', { name: 'Save the automation' }).click();
    await until('it is about every post', async () => {
      const { automations: now } = await send('GET /comment-automations');
      return now[0].postId === null;
    });
  });

  it('does not offer the settings of the workspace to a viewer', async () => {
    const { sessionToken } = await send('POST /sandbox/members', { role: 'VIEWER' });
    const theirs = await asPerson(sessionToken);
    await theirs.goto(`${origin}/console#/settings`);
    await theirs.getByText('Your role here is viewer. This takes the role admin.').waitFor();
    expect(await theirs.getByRole('button', { name: 'Save the settings' }).count()).to.equal(0);
    await theirs.getByRole('form', { name: 'Mails to you' }).waitFor();
    await theirs.context().close();
  });

  it('breaks no rule of its own', () => expect(complaints).to.deep.equal([]));
});
