import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { expect } from 'chai';
import { answerOf, browserAt, keepingProvider, sent, toConsent } from '../service/oauth-person.ts';
import { useConsole } from './console-page.ts';

describe('an administrator who connects programs at the console in a browser', function () {
  this.timeout(90_000);
  const site = useConsole({ WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8' });

  /** A chat program that the person of the demo workspace connected by click. */
  const connectChatProgram = async (): Promise<void> => {
    const { userId, workspaceId } = site.service().demo;
    const { kept, provider } = keepingProvider();
    const transport = new StreamableHTTPClientTransport(new URL('/mcp', site.origin), { authProvider: provider });
    const client = new Client({ name: 'test', version: '1' });
    const refusal: unknown = await client.connect(transport as Transport).catch((error: unknown) => error);
    expect(refusal).to.be.instanceOf(UnauthorizedError);
    const visit = browserAt(site.origin);
    const { action } = await toConsent(visit, kept.asked?.href ?? '', { user: userId });
    const answer = answerOf(await visit(action, sent({ decision: 'allow', workspace: workspaceId })));
    await transport.finishAuth(answer.get('code') ?? '');
    await client.close();
  };

  it('sees each attempt of a delivery and its next try, and sends missed events again', async () => {
    const { page } = site;
    const { id } = await site.send('POST /webhooks', { url: 'https://127.0.0.1:9/hooks', events: ['post.created'] });
    await site.send('POST /posts', { content: 'Tell them', accountIds: [site.service().demo.accounts['BLUESKY']] });
    await site.open(`webhooks/${id}`);
    const row = page.getByRole('row', { name: /^post\.created pending.*ECONNREFUSED/ });
    await row.waitFor({ timeout: 30_000 });
    await page.getByRole('button', { name: 'Delivered', exact: true }).click();
    await page.getByText('There is no such delivery.').waitFor();
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await row.getByRole('link', { name: 'post.created' }).click();
    await page.getByText(/^The next attempt is at/).waitFor();
    await page.getByRole('row', { name: /not taken.*ECONNREFUSED/ }).waitFor();
    await site.send('POST /sandbox/clock/advance', { seconds: 60 });
    await page
      .getByRole('row', { name: /not taken.*ECONNREFUSED/ })
      .nth(1)
      .waitFor({ timeout: 30_000 });
    await page.getByText('The body that is sent').click();
    await page.getByText(/"event": "post.created"/).waitFor();
    await site.picture('console-delivery');
    await page.getByRole('link', { name: 'All deliveries' }).click();
    await page.getByText('Send missed events again').click();
    await page.getByLabel('To', { exact: true }).fill('2031-01-01T00:00');
    await page.getByRole('button', { name: 'Send them again' }).click();
    await page.getByText('a replay covers at most 31 days').waitFor();
    await page.getByLabel('To', { exact: true }).fill(
      await page.evaluate(`(() => {
      const at = new Date(Date.now() + 600000 - new Date().getTimezoneOffset() * 60000);
      return at.toISOString().slice(0, 16);
    })()`),
    );
    await page.getByRole('button', { name: 'Send them again' }).click();
    await page.getByText('1 of 1 are under way again.').waitFor();
    await page.getByRole('row', { name: /^post\.created replayed/ }).waitFor();
    await site.picture('console-webhook-replay');
  });

  it('changes what an endpoint listens to', async () => {
    const { page } = site;
    const [{ id }] = (await site.send('GET /webhooks')).data;
    await site.open(`webhooks/${id}`);
    await page.getByText('Change the address and the events').click();
    const form = page.getByRole('form', { name: 'Endpoint' });
    await form.getByLabel('comment.received', { exact: true }).check();
    await form.getByRole('button', { name: 'Save the endpoint' }).click();
    await form.getByText('saved', { exact: true }).waitFor();
    expect((await site.send(`GET /webhooks/${id}`)).events).to.have.members(['post.created', 'comment.received']);
  });

  it('makes a key with single rights for some addresses, and changes it', async () => {
    const { page } = site;
    const { workspaceId, sessionToken } = site.service().demo;
    await site.open('keys');
    const make = page.getByRole('region', { name: 'Make a key' });
    await make.getByLabel('Name').fill('Robot');
    await make.getByRole('button', { name: 'Everything', exact: true }).click();
    await make.getByText('Everything that the API has').waitFor();
    await make.getByRole('button', { name: 'Posts and media' }).click();
    await make.getByLabel('media:write').uncheck();
    await make.getByLabel('inbox:read').check();
    await make.getByLabel(/^Addresses that it may be used from/).fill('192.0.2.0/24');
    await make.getByLabel('Lives').selectOption('a year');
    await site.picture('console-key-form');
    await make.getByRole('button', { name: 'Make the key' }).click();
    await page.getByText('This is the key. It is not shown again.').waitFor();
    const keys = async () => (await site.send(`GET /workspaces/${workspaceId}/api-keys`, undefined, sessionToken)).data;
    const robot = (await keys()).find(({ name }: Record<string, unknown>) => name === 'Robot');
    expect(robot.scopes).to.have.members(['posts:read', 'posts:write', 'media:read', 'accounts:read', 'inbox:read']);
    expect(robot.allowedIps).to.deep.equal(['192.0.2.0/24']);
    await page.getByRole('button', { name: 'Change Robot' }).click();
    await page.getByLabel('may approve and reject posts').first().check();
    await page.getByRole('button', { name: 'Save the key' }).click();
    await page.getByRole('row', { name: /Robot.*approves/ }).waitFor();
  });

  it('sees what a key was used for before it is revoked', async () => {
    const { page } = site;
    await site.open('keys');
    await page.getByRole('button', { name: 'Use of Robot' }).click();
    await page.getByText('It was not used in the last 90 days.').waitFor();
    const used = page.getByRole('button', { name: /^Use of (?!Robot)/ }).first();
    const name = (await used.getAttribute('aria-label'))?.replace('Use of ', '') ?? '';
    await used.click();
    const use = page.getByRole('region', { name: `Use of ${name}` });
    await use.getByText(/^Last used/).waitFor();
    await use
      .getByRole('row', { name: /\/v1\// })
      .first()
      .waitFor();
    await site.picture('console-key-use');
  });

  it('disconnects a chat program', async () => {
    const { page } = site;
    await site.open('security');
    await page.getByText('No application acts for you.').waitFor();
    await connectChatProgram();
    await page.reload();
    const row = page.getByRole('row', { name: /127\.0\.0\.1:9.*Demo workspace.*posts:write/ });
    await row.waitFor();
    await site.picture('console-applications');
    await row.getByRole('button', { name: /^Disconnect / }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
    await page.getByText('No application acts for you.').waitFor();
    expect(
      (await site.send('GET /users/me/applications', undefined, site.service().demo.sessionToken)).data,
    ).to.deep.equal([]);
  });
});
