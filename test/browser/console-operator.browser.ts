import { expect } from 'chai';
import { sql } from 'kysely';
import { until } from '../support/until.ts';
import { useConsole } from './console-page.ts';

/** Any number: the build of the story waits for it. */
const gate = 20_261_128;

describe('an operator and an owner at the console in a browser', function () {
  this.timeout(90_000);
  const site = useConsole({ WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8' });
  const { send, open } = site;

  it('goes from an instance that fails to its post, and to its account', async () => {
    const { page } = site;
    const { accounts, workspaceId } = site.service().demo;
    const accountId = accounts['BLUESKY'];
    const { id } = await send('POST /posts', { content: 'It hangs', accountIds: [accountId], saveAsDraft: true });
    const stuck = (process: string, state: object) =>
      sql`
        insert into process_instance (process, instance, workspace_id, mode, state, revision, lane, failures, last_error)
        values (${process}, 'stuck', ${workspaceId}, 'test', ${JSON.stringify(state)}, 0, 'none', 3, 'the platform is away')`.execute(
        site.service().database.kysely,
      );
    await stuck('destinations', { postId: id });
    await stuck('token-refresh', { accountId });
    const failing = (name: string) => page.getByRole('row', { name: new RegExp(`^${name} `) });
    await open('machinery');
    await failing('destinations').getByText('1 failing').click();
    await failing('destinations').getByText('the platform is away').waitFor();
    await failing('destinations').getByRole('link', { name: 'open it' }).click();
    await page.getByRole('heading', { level: 2, name: 'It hangs' }).waitFor();
    await open('machinery');
    await failing('token-refresh').getByText('1 failing').click();
    await failing('token-refresh').getByRole('link', { name: 'open it' }).click();
    await page.waitForURL(new RegExp(`#/accounts/${accountId}$`));
    await page.locator('#as-it-was').getByText('CONNECTED').waitFor();
    await sql`delete from process_instance where instance = 'stuck'`.execute(site.service().database.kysely);
  });

  it('sees how far a rebuild is, up to its end', async () => {
    const { page } = site;
    const { pool } = site.service().database;
    // The build cannot note how far it is until the gate opens; all others go on.
    await pool.query(`
      create function held_build() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock_shared(${gate}); return new; end $$`);
    await pool.query(`
      create trigger held_build before update on checkpoint for each row
      when (new.subscriber = 'queues#2') execute function held_build()`);
    const holder = await pool.connect();
    await holder.query(`select pg_advisory_lock(${gate})`);
    try {
      await open('machinery');
      await page.getByRole('button', { name: 'Rebuild queues' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Rebuild' }).click();
      const build = page.getByRole('row', { name: /^queues#2 building/ });
      await build.getByRole('progressbar', { name: 'queues, generation 2' }).waitFor();
      await build.getByText(/^\d+ events?(, \d+ s)? behind$/).waitFor();
      // Readers have the present one until then.
      expect(await page.getByRole('row', { name: /^queues#1 live/ }).count()).to.equal(1);
    } finally {
      await holder.query(`select pg_advisory_unlock(${gate})`);
      holder.release();
    }
    await page.getByRole('row', { name: /^queues#2 live caught up/ }).waitFor();
    await page.getByRole('row', { name: /^queues#1/ }).waitFor({ state: 'detached' });
    await page.getByRole('progressbar', { name: 'queues, generation 2' }).waitFor({ state: 'detached' });
    await pool.query('drop function held_build() cascade');
  });

  it('replays the span of a webhook, and sees the attempts of what is sent again', async () => {
    const { page } = site;
    const { id } = await send('POST /webhooks', { url: 'https://127.0.0.1:9/hooks', events: ['post.scheduled'] });
    const accountIds = [site.service().demo.accounts['MASTODON']];
    const scheduledFor = new Date(Date.now() + 86_400_000).toISOString();
    await send('POST /posts', { content: 'Missed', accountIds, scheduledFor });
    const deliveries = async () => (await send(`GET /webhooks/${id}/deliveries`)).data;
    await until('the first one was tried', async () => (await deliveries())[0]?.attempts.length > 0, 20_000);
    await open(`webhooks/${id}`);
    await page.getByText('Send missed events again').click();
    const { now } = await send('GET /sandbox/clock');
    // As a field of the kind `datetime-local` has it, in the browser's time zone.
    const local = (at: number): Promise<string> =>
      page.evaluate(`new Date(${at} - new Date(${at}).getTimezoneOffset() * 60000).toISOString().slice(0, 16)`);
    await page.getByLabel('From').fill(await local(Date.parse(now) - 3_600_000));
    await page.getByLabel('To', { exact: true }).fill(await local(Date.parse(now) + 60_000));
    await page.getByRole('button', { name: 'Send them again' }).click();
    await page.getByText('1 of 1 are under way again.').waitFor();
    const replayed = page.getByRole('row', { name: /^post\.scheduled replayed .*ECONNREFUSED/ });
    await replayed.getByRole('link', { name: 'post.scheduled' }).click();
    await page.getByRole('heading', { name: 'post.scheduled' }).waitFor();
    await page.getByRole('row', { name: /not taken .*ECONNREFUSED/ }).waitFor();
    const attempts = page.getByRole('row', { name: /not taken/ });
    expect(await attempts.count()).to.equal(1);
    await send('POST /sandbox/clock/advance', { seconds: 1000 });
    await attempts.nth(1).waitFor();
    const [newest, first] = await deliveries();
    expect([newest.replayId === null, first.replayId]).to.deep.equal([false, null]);
    expect(newest.eventId).to.equal(first.eventId);
  });

  it('buys a plan at the page of the payment provider, and comes back with it', async () => {
    const made = await send('POST /sandbox/workspaces', { plan: 'free', aiTier: null });
    const page = await site.asPerson(made.sessionToken);
    await open('plan', page);
    await page.getByRole('combobox', { name: 'Plan', exact: true }).selectOption('pro');
    const visited = page.waitForResponse((response) => response.url().includes('/sandbox/stripe/checkout/'));
    await page.getByRole('button', { name: 'Buy the plan' }).click();
    expect((await visited).status()).to.equal(303);
    await page.waitForURL(`${site.origin}/console`);
    await page.getByRole('heading', { level: 2, name: 'Posts' }).waitFor();
    await until(
      'the plan is bought',
      async () => (await send('GET /billing/current', undefined, made.apiKey)).plan === 'pro',
    );
    await open('plan', page);
    await page.getByRole('button', { name: 'End the subscription' }).waitFor();
    await page.getByRole('button', { name: 'Cards and invoices' }).click();
    await page.getByText('The billing portal of test mode: nothing has to be paid here.').waitFor();
    expect(new URL(page.url()).pathname).to.match(/^\/sandbox\/stripe\/portal\//);
    await page.goBack();
    await page.getByRole('button', { name: 'Cards and invoices' }).waitFor();
    await page.context().close();
  });
});
