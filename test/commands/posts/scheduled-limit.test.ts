import { expect } from 'chai';
import { planTerms } from '../../../domain/plans/plan.ts';
import { useRunningService, type TestWorkspace } from '../../support/running-service.ts';

const most = planTerms.free.scheduledPosts ?? 0;

/** Errors, Posts: 402 LIMIT_EXCEEDED, workspace scheduled-post limit reached. */
describe('the limit of scheduled posts', function () {
  this.timeout(60_000);
  const service = useRunningService();

  const aWorkspace = async () => {
    const of = await service().workspace('free', false);
    const account = await of.send('POST /sandbox/accounts', { platform: 'BLUESKY' });
    let posts = 0;
    const post = (more: object = {}) => {
      const content = `Post ${posts++}`;
      return of.send('POST /posts', { content, accountIds: [account.body.id], ...more });
    };
    return { of, post, schedule: () => post({ scheduledFor: '2029-01-01T10:00:00Z' }) };
  };
  const scheduled = async (of: TestWorkspace): Promise<number> =>
    (await of.send('GET /posts?status=scheduled&limit=100')).body.posts.length;

  it('holds exactly when all requests come at once', async () => {
    const { of, schedule } = await aWorkspace();
    const answers = await Promise.all(Array.from({ length: most * 2 }, schedule));
    const refused = answers.filter(({ status }) => status !== 201);
    expect(answers.length - refused.length).to.equal(most);
    for (const { status, body } of refused) expect([status, body.error.code]).to.deep.equal([402, 'LIMIT_EXCEEDED']);
    expect(refused[0]?.body.error.details).to.deep.equal({
      resource: 'scheduledPosts',
      limit: most,
      current: most,
      plan: 'free',
    });
    expect(await scheduled(of)).to.equal(most);
  });

  it('holds for drafts that are scheduled, and lets what is scheduled already move', async () => {
    const { of, post, schedule } = await aWorkspace();
    const drafts = await Promise.all([post(), post(), post()]);
    for (let n = 0; n < most - 1; n++) expect((await schedule()).status).to.equal(201);
    const answers = await Promise.all(
      drafts.map(({ body }) => of.send(`PATCH /posts/${body.id}`, { scheduledFor: '2029-01-01T11:00:00Z' })),
    );
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 402, 402]);
    expect(await scheduled(of)).to.equal(most);
    // A post that is scheduled already is rescheduled at the limit.
    const one = answers.find(({ status }) => status === 200)?.body;
    const moved = await of.send(`PATCH /posts/${one.id}`, { scheduledFor: '2029-01-01T12:00:00Z' });
    expect(moved.status).to.equal(200);
  });

  it('has room at once for each post that is cancelled, deleted, published, and after a minute for one that is a draft again', async () => {
    const { of, schedule } = await aWorkspace();
    const posts = [];
    for (let n = 0; n < most; n++) posts.push((await schedule()).body);
    expect((await schedule()).status).to.equal(402);
    const leaving = [
      (id: string) => of.send(`POST /posts/${id}/cancel`),
      (id: string) => of.send(`DELETE /posts/${id}`),
      (id: string) => of.send(`POST /posts/${id}/publish?sync=true`),
    ];
    for (const [index, leave] of leaving.entries()) {
      const left = await leave(posts[index].id);
      expect(left.status, JSON.stringify(left.body)).to.equal(200);
      expect((await schedule()).status).to.equal(201);
      expect((await schedule()).status).to.equal(402);
    }
    const back = await of.send(`PATCH /posts/${posts[3].id}`, { saveAsDraft: true });
    expect(back.body.status).to.equal('draft');
    // It may be scheduled again at this moment, so its place is kept for a minute.
    await of.advance(61);
    expect((await schedule()).status).to.equal(201);
    expect(await scheduled(of)).to.equal(most);
  });
});
