import { expect } from 'chai';
import { draft, useCast } from './cast.ts';

describe('the story of a viewer', function () {
  this.timeout(120_000);
  const { found } = useCast();

  it('sees a month of the workspace, and leaves no trace in it', async () => {
    const story = await found('agency');
    const { owner, at, accounts, joins, pass, history } = story;
    const viewer = await joins('VIEWER');
    const { id } = await owner.does(
      'POST /posts',
      draft(story, 'New menu', { saveAsDraft: false, scheduledFor: await story.in(20) }),
    );

    // The viewer reads what is planned, and what came of it.
    expect((await viewer.does(`GET /posts/${id}`))['status']).to.equal('scheduled');
    await pass(21);
    await viewer.sees(`GET /posts/${id}`, ({ status }) => status === 'published');
    for (const line of ['GET /posts', 'GET /accounts', 'GET /calendar/posts', 'GET /analytics/overview', `GET ${at}`])
      await viewer.does(line);

    // Nothing can be written: not directly, and not through what writes for others.
    const accountId = accounts['TWITTER'];
    const dates = [await story.in(2)];
    for (const [line, body] of [
      ['POST /posts', draft(story, 'Mine')],
      [`PATCH /posts/${id}`, { content: 'Mine' }],
      [`POST /posts/${id}/unpublish`, {}],
      ['POST /calendar/posts', { accountId, platform: 'TWITTER', content: 'Mine' }],
      ['POST /bulk-generate', { accountId, platform: 'twitter', totalPosts: 1, scheduledDates: dates }],
      ['POST /ai/hashtags', { content: 'espresso' }],
      ['POST /contacts', { platform: 'INSTAGRAM', platformId: '1' }],
      ['POST /broadcasts', { name: 'Mine', messageTemplate: 'Hi', platforms: ['INSTAGRAM'] }],
      [`DELETE /accounts/${accountId}`, undefined],
      [`PATCH ${at}/members/${owner.id}`, { role: 'VIEWER' }],
    ] as const)
      expect(await viewer.tries(line, body), line).to.equal('403 FORBIDDEN');

    // Nothing of it happened.
    await pass(9);
    const { data: posts } = await owner.does('GET /posts');
    expect(posts.map((post: { id: string }) => post.id)).to.deep.equal([id]);
    expect(await history(viewer)).to.deep.equal([]);
  });
});
