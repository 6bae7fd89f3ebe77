import { expect } from 'chai';
import { until } from '../support/until.ts';
import { useConsole } from './console-page.ts';

describe('a manager who talks with people at the console in a browser', function () {
  this.timeout(90_000);
  const site = useConsole();

  it('writes a sequence: who enters it, what a STOP does, and its steps in another order', async () => {
    const { page } = site;
    await site.send('POST /sandbox/contacts', { accountId: site.service().demo.accounts['FACEBOOK'], count: 3 });
    const { contacts } = await site.send('GET /contacts');
    await site.send(`POST /contacts/${contacts[0].id}/tags`, { tag: 'vip' });
    await site.open('sequences');
    await page.getByText('There are no sequences.').waitFor();
    await page.getByRole('link', { name: 'New sequence' }).click();
    const form = page.getByRole('form', { name: 'Sequence' });
    await page.getByText('No contact enters by itself.').waitFor();
    await form.getByRole('button', { name: 'Save, and write the steps' }).click();
    await form.locator('.bad-text').first().waitFor();
    await form.getByLabel('Name').fill('Welcome');
    await form.getByRole('group', { name: 'Enrollment rules' }).getByLabel('Tags').fill('vip');
    await page.getByText('who comes to have the tag vip enters while the sequence is active, once.').waitFor();
    await page.getByText('1 contact matches now.').waitFor();
    await page.getByText('A contact who answers STOP leaves the sequence').waitFor();
    await site.picture('console-sequence-editor');
    await form.getByRole('button', { name: 'Save, and write the steps' }).click();
    await page.getByRole('heading', { name: 'Welcome' }).waitFor();

    const step = page.getByRole('form', { name: 'New step' });
    await step.getByLabel('Message template').fill('Bye {{first_name}}');
    await step.getByLabel('Delay hours').fill('26');
    await page.getByText('Bye Ada').waitFor();
    await step.getByRole('button', { name: 'Add the step' }).click();
    await page.getByText('Step 1, 1 d 2 h later').waitFor();
    await step.getByLabel('Message template').fill('Hello {{first_name}}');
    await step.getByLabel('Delay hours').fill('0');
    await step.getByRole('button', { name: 'Add the step' }).click();
    await page.getByText('Step 2, at once').waitFor();
    await page.getByRole('button', { name: 'Move step 2 earlier' }).click();
    await page.getByText('Step 1, at once').waitFor();
    const id = /#\/sequences\/(\w+)/.exec(page.url())?.[1] ?? '';
    const { sequence } = await site.send(`GET /sequences/${id}`);
    expect(sequence.steps.map(({ messageTemplate }: Record<string, unknown>) => messageTemplate)).to.deep.equal([
      'Hello {{first_name}}',
      'Bye {{first_name}}',
    ]);
    await page.getByText('Change step 2').click();
    const second = page.getByRole('form', { name: 'Step 2' });
    await second.getByLabel('Delay hours').fill('48');
    await second.getByRole('button', { name: 'Save the step' }).click();
    await page.getByText('Step 2, 2 d later').waitFor();
  });

  it('enrols a contact, sees each one go on, takes one out and pauses the sequence', async () => {
    const { page } = site;
    const { contacts } = await site.send('GET /contacts');
    const { displayName: name } = contacts[1];
    const {
      sequences: [{ id }],
    } = await site.send('GET /sequences');
    await site.open(`sequences/${id}`);
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByText('active', { exact: true }).waitFor();
    await page.getByLabel('Enrol a contact by name').fill('no such name');
    await page.getByText('No contact has this name.').waitFor();
    await page.getByLabel('Enrol a contact by name').fill(name);
    await page.getByRole('button', { name: `Enrol ${name}` }).click();
    const row = page.getByRole('row', { name: new RegExp(name) });
    await row.getByText('1 of 2').waitFor();
    await page.getByRole('button', { name: /^in it 1$/ }).waitFor();
    await site.picture('console-sequence');
    await row.getByRole('button', { name: `Take out ${name}` }).click();
    await page.getByRole('row', { name: new RegExp(`${name}.*exited.*1 of 2.*taken out by hand`) }).waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Go on' }).waitFor();
    expect((await site.send(`GET /sequences/${id}`)).sequence.status).to.equal('PAUSED');
    await row.getByRole('link', { name }).click();
    await page.getByRole('row', { name: /Welcome.*exited/ }).waitFor();
    await site.open(`sequences/${id}`);
    await page.getByRole('button', { name: 'Archive' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click();
    await page.getByText('There are no sequences.').waitFor();
    await until('it is archived', async () => (await site.send('GET /sequences')).sequences.length === 0);
  });

  it('hides a comment and shows it again, says that one needs no answer, and answers in private', async () => {
    const { page } = site;
    const accountId = site.service().demo.accounts['FACEBOOK'];
    const post = await site.send('POST /posts', { content: 'Tell us', accountIds: [accountId] });
    await site.send(`POST /posts/${post.id}/publish?sync=true&timeout=60`);
    const { platforms } = await site.send(`GET /posts/${post.id}`);
    await site.send('POST /sandbox/inbox/comments', {
      accountId,
      platformPostId: platforms[0].platformPostId,
      text: 'Is it rude?',
      author: { id: '1001', username: 'Ivy Frost' },
    });
    await site.open('inbox');
    await page.getByRole('button', { name: 'Ask the platforms now' }).click();
    const card = page.getByRole('article').filter({ hasText: 'Is it rude?' });
    await card.waitFor();
    await page.getByRole('button', { name: 'Comments 1 without a reply' }).waitFor();
    await card.getByText('Answer in private').click();
    await card.getByRole('textbox', { name: 'Message to Ivy Frost' }).fill('Not at all');
    await card.getByRole('button', { name: 'Send the message to Ivy Frost' }).click();
    await card.getByText('sent in private').waitFor();
    await card.getByRole('button', { name: 'The comment of Ivy Frost needs no answer' }).click();
    await card.getByRole('button', { name: 'The comment of Ivy Frost needs an answer' }).waitFor();
    await site.picture('console-inbox-comment');
    await card.getByRole('button', { name: 'Hide the comment of Ivy Frost' }).click();
    await page.getByText('There are no comments.').waitFor();
    await page.getByRole('button', { name: 'Hidden', exact: true }).click();
    await card.getByRole('button', { name: 'Show again the comment of Ivy Frost' }).click();
    await page.getByText('There are no comments.').waitFor();
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await card.waitFor();
  });

  it('gives a contact tags, ends its messages and lifts that, and erases it', async () => {
    const { page } = site;
    const { id } = await site.send('POST /contacts', { platform: 'FACEBOOK', platformId: 'ben', displayName: 'Ben' });
    await site.open(`contacts/${id}`);
    await page.getByText('Change or erase this contact').click();
    const form = page.getByRole('form', { name: 'Contact' });
    await form.getByLabel('Tags').fill('vip\nberlin');
    await form.getByLabel('Is suppressed').check();
    await form.getByRole('button', { name: 'Save the contact' }).click();
    await page.getByText('A person of this workspace ended it.').waitFor();
    await page.getByText('gets no messages', { exact: true }).waitFor();
    expect(await site.send(`GET /contacts/${id}`)).to.deep.include({ tags: ['vip', 'berlin'], isSuppressed: true });
    await site.picture('console-contact');
    await form.getByLabel('Is suppressed').uncheck();
    await form.getByLabel('Tags').fill('');
    await form.getByRole('button', { name: 'Save the contact' }).click();
    await page.getByText('gets no messages', { exact: true }).waitFor({ state: 'detached' });
    expect(await site.send(`GET /contacts/${id}`)).to.deep.include({ tags: [], isSuppressed: false });
    await page.getByRole('button', { name: 'Erase' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Erase' }).click();
    await page.getByRole('heading', { name: 'Contacts', exact: true }).waitFor();
    expect((await site.service().ask(site.service().demo.apiKey, `GET /contacts/${id}`)).status).to.equal(404);
  });
});
