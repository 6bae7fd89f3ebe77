import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { Download } from 'playwright-core';
import { until } from '../support/until.ts';
import { useConsole } from './console-page.ts';

describe('an auditor and an operator at the console in a browser', function () {
  this.timeout(90_000);
  const site = useConsole({ WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8' });
  let postId: string;

  const downloaded = async (button: string): Promise<string> => {
    const [file] = await Promise.all([
      site.page.waitForEvent('download') as Promise<Download>,
      site.page.getByRole('button', { name: button }).click(),
    ]);
    return readFileSync(await file.path(), 'utf8');
  };

  before(async () => {
    await site.send('POST /webhooks', { url: 'https://127.0.0.1:9/hooks', events: ['post.created'] });
    const accountIds = [site.service().demo.accounts['MASTODON']];
    postId = (await site.send('POST /posts', { content: 'To be followed', accountIds, saveAsDraft: true })).id;
    await site.send('POST /contacts', { platform: 'FACEBOOK', platformId: '=1+1', displayName: 'Zoe' });
  });

  it('searches the audit log, and exports what it found', async () => {
    const { page } = site;
    await site.open('audit');
    await page.getByLabel('Event', { exact: true }).fill('NoSuchEvent');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByText('NoSuchEvent is not an event type').waitFor();
    await page.getByLabel('Event', { exact: true }).fill('');
    await page.getByLabel('Kind or id').fill('post');
    await page.getByRole('button', { name: 'Search' }).click();
    const row = page.getByRole('row', { name: /Post To be followed/ });
    await row.waitFor();
    expect(await row.getByRole('link', { name: 'To be followed' }).getAttribute('href')).to.equal(`#/posts/${postId}`);
    expect(await row.getByTitle(postId).count(), 'the id in the title').to.equal(1);
    await page.getByRole('row', { name: /Contact/ }).waitFor({ state: 'detached' });
    await site.picture('console-audit');
    const table = await downloaded('Entries as CSV');
    const { data } = await site.send('GET /audit-logs?resource=post&limit=100');
    expect(table.trim().split('\r\n')).to.have.length(data.length + 1);
    expect(table).to.include(`PostCreated`).and.to.include(`,post,${postId},api_key,`);
    const events = (await downloaded('Events as NDJSON')).trim().split('\n');
    expect(events.map((line) => JSON.parse(line).type)).to.include.members(['PostCreated', 'ContactCreated']);
    await page.getByLabel('From').fill('2020-01-01');
    await page.getByLabel('To', { exact: true }).fill('2020-01-02');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByText('Nothing fits.').waitFor();
  });

  it('reads which key did it, by its name, also after the key was revoked', async () => {
    const { page } = site;
    const { workspaceId, accounts, sessionToken } = site.service().demo;
    const keys = `/workspaces/${workspaceId}/api-keys`;
    const made = await site.send(`POST ${keys}`, { name: 'Of the newsroom', scopes: ['*'] }, sessionToken);
    const { id, key } = made.data;
    const draft = { content: 'Sent by a program', accountIds: [accounts['MASTODON']], saveAsDraft: true };
    await until('the key is known', async () => (await site.service().ask(key, 'GET /posts')).status === 200);
    const { id: postId } = await site.send('POST /posts', draft, key);
    await site.send(`DELETE ${keys}/${id}`, undefined, sessionToken);
    await site.open('audit');
    // Without the search of the story before. The names of keys come after the search.
    let answer = (): void => undefined;
    const asked = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/api-keys', async (route) => {
      await asked;
      await route.continue();
    });
    await page.reload();
    await page.getByLabel('Person or key').fill('Of the newsroom');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByText('Nothing fits.').waitFor();
    answer();
    const row = page.getByRole('row', { name: /Post Sent by a program/ });
    await page.getByRole('row', { name: /Post To be followed/ }).waitFor({ state: 'detached' });
    const by = row.getByRole('link', { name: 'Of the newsroom' });
    await by.waitFor();
    await page.unroute('**/api-keys');
    await by.click();
    await page.getByRole('region', { name: 'Use of Of the newsroom' }).getByText('Last used').waitFor();
    await page.getByRole('row', { name: /Of the newsroom.*revoked/ }).waitFor();
    await site.open(`posts/${postId}`);
    await page.getByRole('list', { name: 'Events, oldest first' }).getByText('by Of the newsroom').first().waitFor();
    await site.open(`events/of/post-${postId}`);
    await page.getByRole('link', { name: 'Of the newsroom' }).first().waitFor();
    const viewer = await site.asPerson((await site.send('POST /sandbox/members', { role: 'VIEWER' })).sessionToken);
    await site.open('audit', viewer);
    await viewer.getByRole('row', { name: /Post Sent by a program.*an API key/ }).waitFor();
    await viewer.context().close();
  });

  it('checks step by step that the log is genuine, and notices one that became shorter', async () => {
    const { page } = site;
    await site.open('audit');
    await until(
      'a checkpoint is signed',
      async () => (await fetch(`${site.origin}/v1/audit/checkpoint`)).status === 200,
    );
    await page.getByRole('button', { name: 'Check it now' }).click();
    await page.getByText('Every step holds.').waitFor();
    await page.getByText('This browser keeps this checkpoint from now on').waitFor();
    expect(await page.getByText('holds', { exact: true }).count()).to.equal(4);
    await site.picture('console-audit-check');
    const kept = JSON.parse((await downloaded('Keep the checkpoint')).trim());
    expect(kept).to.have.keys('checkpoint', 'signature');
    await page.evaluate(`(() => {
      const kept = JSON.parse(localStorage.getItem('console.checkpoint'));
      localStorage.setItem('console.checkpoint', JSON.stringify({ ...kept, size: kept.size + 1000 }));
    })()`);
    await page.getByRole('button', { name: 'Check it now' }).click();
    await page.getByText('The log is not proven genuine.').waitFor();
    await page.getByText('The log is shorter now.').waitFor();
    const forged = JSON.stringify({ ...kept, checkpoint: { ...kept.checkpoint, size: kept.checkpoint.size + 1 } });
    await page.route('**/v1/audit/checkpoint', (route) =>
      route.fulfill({ body: forged, contentType: 'application/json' }),
    );
    await page.getByRole('button', { name: 'Check it now' }).click();
    const step = page.getByRole('listitem').filter({ hasText: 'The signature fits the statement' });
    await step.getByText('does not hold').waitFor();
    await page.unroute('**/v1/audit/checkpoint');
  });

  it('finds events by type and stream, and follows a request up to its webhook', async () => {
    const { page } = site;
    await site.open('events');
    await page.getByLabel('Type').fill('PostCreated');
    await page.getByLabel('Stream, kind or id').fill(postId);
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByText('Events in the order of the log: 1').waitFor();
    const row = page.getByRole('row', { name: new RegExp(`post-${postId}`) });
    await row.getByText('Post created').click();
    await row.getByText('To be followed').waitFor();
    await site.picture('console-events');
    await row.getByRole('link', { name: 'follow' }).click();
    await page.getByRole('heading', { name: 'What a request led to' }).waitFor();
    const deliveries = page.getByRole('link', { name: /^webhookDelivery-/ });
    await deliveries.first().waitFor();
    await site.picture('console-request');
    await deliveries.first().click();
    await page.getByRole('heading', { name: 'post.created' }).waitFor();
    await page.getByRole('link', { name: 'All that the request led to' }).click();
    await page
      .getByRole('row', { name: new RegExp(`post-${postId}`) })
      .first()
      .waitFor();
  });
});
