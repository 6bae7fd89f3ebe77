import { expect } from 'chai';
import { defaultPreferences } from '../../domain/notifications/preferences.ts';
import { useRunningService } from '../support/running-service.ts';

describe('notifications of a running service', function () {
  this.timeout(60_000);
  const service = useRunningService();

  it('mail authors that posts were published or failed, unless they switched that off', async () => {
    const workspace = await service().workspace();
    const { send } = workspace;
    const accountIds = [workspace.accounts['TWITTER']];
    const published = async (content: string) => {
      const { body } = await send('POST /posts', { content, accountIds });
      const { status } = await send(`POST /posts/${body['id']}/publish?sync=true&timeout=60`);
      expect(status).to.equal(200);
    };
    const subjects = async () => {
      const { emails } = (await send('GET /sandbox/emails')).body as { emails: { to: string; subject: string }[] };
      return emails.map(({ subject }) => subject);
    };
    await published('Good news');
    expect(await subjects()).to.deep.equal(['Published: Good news']);
    await send('POST /sandbox/faults', { platform: 'TWITTER', operation: 'publish', fault: 'forbidden' });
    await published('Bad news');
    expect(await subjects()).to.deep.equal(['Not published: Bad news', 'Published: Good news']);
    await send('PUT /settings/notifications', { postPublished: false });
    await published('No news');
    expect(await subjects()).to.have.length(2);
  });

  it('mail digests and reminders when they are due, with a link that ends them', async () => {
    const workspace = await service().workspace();
    const { send, advance } = workspace;
    const wish = { weeklyDigest: true, dormantNoScheduledEnabled: true, timezone: 'Europe/Berlin' };
    await send('PUT /settings/notifications', wish);
    await advance(8 * 86_400);
    type Kept = { subject: string; text: string; listUnsubscribe?: string };
    const { emails } = (await send('GET /sandbox/emails')).body as { emails: Kept[] };
    expect(emails.map(({ subject }) => subject.replace(/ at .*/, '')).sort()).to.deep.equal([
      'Nothing is scheduled',
      'Your week',
    ]);
    const digest = emails.find(({ subject }) => subject.startsWith('Your week'));
    const url = /^<(.+)>$/.exec(digest?.listUnsubscribe ?? '')?.[1] ?? '';
    expect(digest?.text).to.include(url);
    const asked = await fetch(url);
    expect([asked.status, await asked.text()].join()).to.match(/^200.*the weekly digest/s);
    const isOn = async () =>
      ((await send('GET /settings/notifications')).body['preferences'] as { weeklyDigest: boolean }).weeklyDigest;
    expect(await isOn()).to.equal(true);
    expect((await fetch(url, { method: 'POST', body: 'List-Unsubscribe=One-Click' })).status).to.equal(200);
    await workspace.awaited(
      'GET /settings/notifications',
      ({ preferences }) => (preferences as { weeklyDigest: boolean }).weeklyDigest === false,
    );
    expect((await fetch(`${url}x`, { method: 'POST' })).status).to.equal(404);
  });

  it('have preferences of each person, in part changed and always whole in answers', async () => {
    const workspace = await service().workspace();
    const where = '/settings/notifications';
    const byKey = (line: string, body?: unknown) => workspace.send(`${line} ${where}`, body);
    const bySession = (line: string, body?: unknown) => service().ask(workspace.sessionToken, `${line} ${where}`, body);
    expect((await bySession('GET')).body).to.deep.equal({ preferences: defaultPreferences, isDefault: true });
    expect((await byKey('GET')).body['isDefault']).to.equal(true);
    const change = { pushEnabled: true, weeklyDigest: true, timezone: 'Europe/Berlin', dormantNoScheduledDays: 365 };
    const { status, body } = await bySession('PUT', change);
    const preferences = { ...defaultPreferences, ...change, pushEnabled: false };
    expect(status).to.equal(200);
    expect(body).to.have.all.keys('preferences', 'message');
    expect(body['preferences']).to.deep.equal(preferences);
    expect((await byKey('PUT', { postFailed: false })).status).to.equal(200);
    const after = { preferences: { ...preferences, postFailed: false }, isDefault: false };
    expect((await bySession('GET')).body).to.deep.equal(after);
    for (const wrong of [
      { timezone: 'Mars/Base' },
      { dormantNoScheduledDays: 0 },
      { dormantLastPublishedDays: 366 },
      { dormantLastPublishedDays: 1.5 },
      { postFailed: 'yes' },
      { emailEnabled: null },
      { dormantWatchedAccountIds: 'all' },
      { dormantWatchedAccountIds: ['nope'] },
    ]) {
      const refused = await bySession('PUT', wrong);
      expect([refused.status, (refused.body['error'] as { code: string }).code], JSON.stringify(wrong)).to.deep.equal([
        400,
        'VALIDATION_ERROR',
      ]);
    }
    expect((await bySession('GET')).body).to.deep.equal(after);
  });
});
