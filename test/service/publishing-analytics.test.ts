import { expect } from 'chai';
import { useRunningService } from '../support/running-service.ts';
import { until } from '../support/until.ts';

describe('the analytics of publishing', function () {
  this.timeout(120_000);
  const service = useRunningService();

  it('tell how soon, how surely and when posts of the workspace go live, and of no other', async () => {
    const [of, others] = [await service().workspace('agency'), await service().workspace('agency')];
    const publish = async (accountId: string | undefined): Promise<string> => {
      const made = await of.send('POST /posts', { content: 'Counted', accountIds: [accountId] });
      return (await of.send(`POST /posts/${made.body.id}/publish?sync=true&timeout=60`)).body.status;
    };
    await of.send('POST /sandbox/faults', { platform: 'TWITTER', operation: 'publish', fault: 'forbidden' });
    expect(await publish(of.accounts['MASTODON'])).to.equal('published');
    expect(await publish(of.accounts['TWITTER'])).to.equal('failed');

    const reported = async (query: string) => (await of.send(`GET /analytics/${query}`)).body.data;
    await until('both are counted', async () => (await reported('best-hours')).length === 2);
    const [time, ...more] = await reported('time-to-publish');
    expect(more).to.deep.equal([]);
    expect(time).to.include({ platform: 'mastodon', published: 1 });
    expect(time.day).to.match(/^\d{4}-\d\d-\d\d$/);
    expect(time.p50Seconds).to.be.a('number').and.to.equal(time.mostSeconds);

    const [failure] = await reported(`failure-classes?startDate=${time.day}&endDate=${time.day}`);
    expect(failure).to.include({ platform: 'twitter', failed: 1, retried: 0 });
    expect(new Date(failure.week).getUTCDay()).to.equal(1);
    expect(failure.code).to.be.a('string').and.not.equal('');

    const hours = await reported('best-hours');
    expect(hours.map((hour: { platform: string }) => hour.platform)).to.have.members(['mastodon', 'twitter']);
    expect(await reported('best-hours?platform=twitter')).to.have.length(1);
    expect((await reported('best-hours?platform=TWITTER'))[0]).to.deep.include({
      rank: 1,
      posts: 1,
      publishedShare: 0,
      p50Seconds: null,
    });
    expect(await reported('time-to-publish?platform=BLUESKY')).to.deep.equal([]);
    for (const named of ['mastodon', 'MASTODON', 'Mastodon'])
      expect(await reported(`time-to-publish?platform=${named}`), named).to.deep.equal([time]);
    expect(await reported('time-to-publish?startDate=2020-01-01&endDate=2020-01-31')).to.deep.equal([]);

    for (const path of ['time-to-publish', 'failure-classes', 'best-hours'])
      expect((await others.send(`GET /analytics/${path}`)).body.data, path).to.deep.equal([]);
    for (const query of ['time-to-publish?platform=myspace', 'failure-classes?startDate=2020-01-02&endDate=2020-01-01'])
      expect((await of.send(`GET /analytics/${query}`)).status, query).to.equal(400);
  });
});
