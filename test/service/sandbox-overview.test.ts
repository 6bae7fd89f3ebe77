import { expect } from 'chai';
import { platforms } from '../../domain/platforms/platform.ts';
import { useRunningService } from '../support/running-service.ts';
import { until } from '../support/until.ts';

/** Test mode: what it offers, its clock, and its accounts. */
describe('test mode in a running service', function () {
  this.timeout(60_000);
  const service = useRunningService();

  it('lists its platforms, faults and endpoints', async () => {
    const of = await service().workspace('agency', false);
    await of.send('POST /sandbox/accounts', { platform: 'MASTODON' });
    const { status, body } = await of.send('GET /sandbox');
    expect(status).to.equal(200);
    const held = body.platforms as { platform: string; accounts: number; feed: string }[];
    expect(held.map(({ platform }) => platform)).to.deep.equal([...platforms]);
    expect(held.filter(({ accounts }) => accounts > 0).map(({ platform }) => platform)).to.deep.equal(['MASTODON']);
    expect(held[0]?.feed).to.equal(`/sandbox?platform=${platforms[0]}`);
    expect(body.faults.kinds).to.include.members(['reset_after', 'container_failed']);
    const endpoints = (body.endpoints as { method: string; path: string }[]).map(
      ({ method, path }) => `${method} ${path}`,
    );
    expect(endpoints).to.include.members([
      'GET /v1/sandbox',
      'POST /v1/sandbox/clock/advance',
      'GET /v1/sandbox/emails',
    ]);
    expect(new Set(endpoints).size).to.equal(endpoints.length);
  });

  it('answers an advance with the number of timers that became due', async () => {
    const of = await service().workspace('agency', false);
    const { body: account } = await of.send('POST /sandbox/accounts', { platform: 'TWITTER' });
    const clock = Date.parse((await of.send('GET /sandbox/clock')).body.now as string);
    const posts = ['one', 'two', 'three'].map((content) => ({
      content,
      accountIds: [account.id],
      scheduledFor: new Date(clock + 600_000).toISOString(),
    }));
    expect((await of.send('POST /posts/bulk', { posts })).status).to.equal(200);
    const { body } = await of.send('POST /sandbox/clock/advance', { seconds: 700 });
    expect(body.due).to.be.at.least(3);
    expect(Date.parse(body.now as string)).to.be.at.least(clock + 700_000);
  });

  it('fails a post to Threads until an Instagram account is connected in the workspace', async () => {
    const of = await service().workspace('agency', false);
    const { body: threads } = await of.send('POST /sandbox/accounts', { platform: 'THREADS' });
    const { body: post } = await of.send('POST /posts', { content: 'Knitted', accountIds: [threads.id] });
    const look = async () => (await of.send(`GET /posts/${post.id}`)).body;
    await of.send(`POST /posts/${post.id}/publish`);
    await until('it has failed', async () => (await look()).status === 'failed');
    expect((await look()).platforms[0].error.code).to.equal('NO_IG_ACCOUNT');
    await of.send('POST /sandbox/accounts', { platform: 'INSTAGRAM' });
    expect((await of.send(`POST /posts/${post.id}/retry`)).status).to.equal(200);
    await of.send('POST /sandbox/clock/advance', { seconds: 130 });
    await until('it is published', async () => (await look()).status === 'published', 20_000);
  });

  it('shows the first comment of a TikTok account, and fails that of an account without the Business product', async () => {
    const of = await service().workspace('agency', false);
    const connect = (wishes: object) => of.send('POST /sandbox/accounts', { platform: 'TIKTOK', ...wishes });
    const [able, unable] = await Promise.all([connect({}), connect({ accountType: 'creator' })]);
    const given = { url: 'https://files.example.com/film.mp4', contentType: 'video/mp4' };
    const { body: film } = await of.send('POST /media/register', given);
    const publish = async (accountId: string) => {
      const { status, body } = await of.send('POST /posts', {
        content: `Filmed by ${accountId}`,
        accountIds: [accountId],
        mediaIds: [film.id],
        firstComment: `First under ${accountId}`,
        firstCommentDelay: 0,
        platformMetadata: { TIKTOK: { tiktokPrivacyLevel: 'PUBLIC_TO_EVERYONE' } },
      });
      expect(status, JSON.stringify(body)).to.equal(201);
      await of.send(`POST /posts/${body.id}/publish`);
      return body.id as string;
    };
    const ids = await Promise.all([publish(able.body.id as string), publish(unable.body.id as string)]);
    const comment = async (id: string | undefined) =>
      JSON.stringify((await of.send(`GET /posts/${id}`)).body.platforms[0].firstComment ?? null);
    const objects = async () =>
      (await of.send('GET /sandbox/platforms/TIKTOK/objects')).body.objects as { text: string }[];
    await until(
      'the comment is there',
      async () => (await objects()).some(({ text }) => text === `First under ${able.body.id}`),
      30_000,
    );
    await until('the other has failed', async () => /fail/i.test(await comment(ids[1])), 30_000);
    expect((await objects()).some(({ text }) => text === `First under ${unable.body.id}`)).to.equal(false);
  });
});
