import { expect } from 'chai';
import { useRunningService, type TestWorkspace } from '../support/running-service.ts';
import { expectShape } from './shape.ts';
import {
  mediaInPostShape,
  platformCheckShape,
  postListShape,
  postShape,
  removalShape,
  validationShape,
} from './shapes.ts';

/** Resources, Post and PostPlatform; Endpoints, Posts. */
describe('the bodies of answers about posts', function () {
  this.timeout(90_000);
  const service = useRunningService();
  let of: TestWorkspace;
  before(async () => {
    of = await service().workspace();
  });

  const made = async (body: object, status = 201) => {
    const answer = await of.send('POST /posts', { content: 'A post', ...body });
    expect(answer.status, JSON.stringify(answer.body)).to.equal(status);
    expectShape(answer.body, postShape, 'a created post');
    return answer.body;
  };
  const acted = async (line: string, body?: object) => {
    const answer = await of.send(line, body);
    expect(answer.status, `${line}: ${JSON.stringify(answer.body)}`).to.equal(200);
    return answer.body;
  };
  const accountOf = (platform: string): string => of.accounts[platform as keyof typeof of.accounts] ?? '';
  const fault = (platform: string, kind: string) =>
    of.send('POST /sandbox/faults', { platform, operation: 'publish', fault: kind });

  it('[post] has every documented field in every state, absent and null as documented', async () => {
    const picture = await of.send('POST /media/register', {
      url: 'https://example.com/a.jpg',
      contentType: 'image/jpeg',
    });
    const draft = await made({
      accountIds: [accountOf('TWITTER'), accountOf('MASTODON')],
      mediaIds: [picture.body.id],
      firstComment: 'First',
      firstCommentDelay: 5,
      platformMetadata: { reddit: { title: 'Its title' } },
    });
    expect(draft).to.include({ status: 'draft', scheduledFor: null, contentType: 'IMAGE', personaId: null });
    expect(draft.platformMetadata).to.deep.equal({ REDDIT: { title: 'Its title' } });
    const bare = await made({ accountIds: [accountOf('TWITTER')] });
    expect(bare, 'left out where the post has none').to.not.have.any.keys('platformMetadata', 'firstComment');
    for (const each of draft.media) expectShape(each, mediaInPostShape, 'media of a post');
    for (const { status, error, ...rest } of draft.platforms) {
      expect([status, error]).to.deep.equal(['pending', null]);
      expect(rest).to.not.have.any.keys('platformPostId', 'platformPostUrl', 'publishedAt');
    }
    const changed = await acted(`PATCH /posts/${draft.id}`, { scheduledFor: '2029-01-01T00:00:00Z' });
    expectShape(changed, postShape, 'a changed post');
    expectShape(await acted(`GET /posts/${draft.id}`), postShape, 'a scheduled post');
    await fault('TWITTER', 'forbidden');
    const partial = await acted(`POST /posts/${draft.id}/publish?sync=true`);
    expectShape(partial, postShape, 'a partial post');
    expect(partial.status).to.equal('partial');
    const [failed, published] = partial.platforms;
    expect(failed).to.include({ platform: 'twitter', status: 'failed' });
    expect(failed).to.not.have.any.keys('platformPostId', 'platformPostUrl', 'publishedAt');
    expect(published).to.include({ platform: 'mastodon', status: 'published', error: null });
    expect(published).to.include.all.keys('platformPostId', 'platformPostUrl', 'publishedAt');
    const retried = await acted(`POST /posts/${draft.id}/retry`);
    expectShape(retried, postShape, 'a retried post');
    expect([retried.status, retried.platforms[1].status]).to.deep.equal(['publishing', 'published']);
  });

  it('[posts.list] carries both envelopes with the same items and cursor', async () => {
    for (let index = 0; index < 2; index += 1) await made({ accountIds: [accountOf('BLUESKY')] });
    const first = await acted('GET /posts?limit=1');
    expectShape(first, postListShape, 'the list');
    expect(first.data).to.deep.equal(first.posts);
    expect(first.pagination).to.deep.equal({ cursor: first.nextCursor, hasMore: true });
    const next = await acted(`GET /posts?limit=1&cursor=${first.nextCursor}`);
    expect(next.posts[0].id).to.not.equal(first.posts[0].id);
    const last = await acted('GET /posts?limit=100');
    expect([last.nextCursor, last.hasMore]).to.deep.equal([null, false]);
  });

  it('[posts.validate] answers each platform with its errors and warnings apart', async () => {
    const asked = { content: 'x'.repeat(281), platforms: ['TWITTER', 'MASTODON'] };
    const check = await acted('POST /posts/validate', asked);
    expectShape(check, validationShape, 'the verdict');
    expect(Object.keys(check.platforms)).to.have.members(asked.platforms);
    for (const each of Object.values(check.platforms)) expectShape(each, platformCheckShape, 'a platform');
    expect(check.valid).to.equal(false);
    expect(check.platforms.TWITTER.errors[0].code).to.equal('CONTENT_TOO_LONG');
    expect(check.platforms.MASTODON).to.include({ valid: true });
  });

  it('[posts.bulk] answers each post by its place: created, failed or, on a dry run, valid', async () => {
    const good = { content: 'Good', accountIds: [accountOf('TWITTER')] };
    const bad = { content: 'Bad' };
    const { results } = await acted('POST /posts/bulk', { posts: [good, bad] });
    expect(results.map(({ index, status }: { index: number; status: string }) => [index, status])).to.deep.equal([
      [0, 'created'],
      [1, 'failed'],
    ]);
    expectShape(results[0].post, postShape, 'a created post');
    expect(results[1].error).to.include({ code: 'VALIDATION_ERROR' });
    const dry = await acted('POST /posts/bulk', { posts: [good, bad], options: { dryRun: true } });
    expect(dry.results.map(({ status }: { status: string }) => status)).to.deep.equal(['valid', 'failed']);
    expect(dry.results[0]).to.not.have.property('postId');
  });

  it('[posts.unpublish] answers each platform with counts, and a reason where something stays', async () => {
    const draft = await made({
      accountIds: [accountOf('TWITTER'), accountOf('WHATSAPP')],
      content: 'To be removed',
      metadata: { recipientPhone: '+4915112345678' },
    });
    expect((await acted(`POST /posts/${draft.id}/publish?sync=true`)).status).to.equal('published');
    const removed = await acted(`POST /posts/${draft.id}/unpublish`);
    expect(removed).to.have.all.keys('results', 'unsupported_platforms', 'note');
    for (const each of Object.values(removed.results)) expectShape(each, removalShape, 'a platform');
    expect(removed.results.TWITTER).to.deep.equal({ success: true, deleted: 1, targets: 1 });
    expect(removed.results.WHATSAPP).to.include({ success: false, reason: 'manual_removal_required' });
    expect(removed.unsupported_platforms).to.deep.equal(['WHATSAPP']);
    expect(removed.note).to.be.a('string');
    expect((await acted(`GET /posts/${draft.id}`)).status).to.equal('partial');
  });

  it('[posts.delete] [posts.cancel] answer success and the Post', async () => {
    const draft = await made({ accountIds: [accountOf('TWITTER')] });
    const cancelled = await acted(`POST /posts/${draft.id}/cancel`);
    expectShape(cancelled, postShape, 'a cancelled post');
    expect(cancelled.status).to.equal('cancelled');
    expect(await acted(`DELETE /posts/${draft.id}`)).to.deep.equal({ success: true });
    expect((await of.send(`GET /posts/${draft.id}`)).status).to.equal(404);
  });
});
