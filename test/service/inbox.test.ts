import { expect } from 'chai';
import type { Platform } from '../../domain/platforms/platform.ts';
import { useRunningService, type TestWorkspace } from '../support/running-service.ts';
import { until } from '../support/until.ts';
import { expectShape } from '../reference/shape.ts';
import { commentListShape } from '../reference/shapes.ts';
import { comment, publish, sync, texts, type Listed } from './commenting.ts';

type Held = { nativeId: string; kind: string; text: string; deleted: boolean };

/** Inbox comments: lists, stats, reply, hide and sync. */
describe('the inbox of a running service', function () {
  this.timeout(90_000);
  const service = useRunningService();

  const person = (of: TestWorkspace) => (line: string, body?: object) => service().ask(of.sessionToken, line, body);
  const inbox = async (of: TestWorkspace, query = ''): Promise<(Listed & Record<string, unknown>)[]> => {
    const { status, body } = await person(of)(`GET /inbox/comments${query}`);
    expect(status, JSON.stringify(body)).to.equal(200);
    expectShape(body, commentListShape, query);
    return body.data;
  };
  const repliesOn = async (of: TestWorkspace, platform: Platform): Promise<Held[]> =>
    ((await of.send(`GET /sandbox/platforms/${platform}/objects`)).body.objects as Held[]).filter(
      ({ kind }) => kind === 'reply',
    );
  const fault = (of: TestWorkspace, platform: Platform, kind: string, times = 1) =>
    of.send('POST /sandbox/faults', { platform, operation: 'comment', fault: kind, times });
  /** A comment on a new post, read by the service. */
  const commented = async (of: TestWorkspace, platform: Platform, text = 'Hello') => {
    const post = await publish(of, platform);
    await comment(of, post, platform, text);
    await sync(of, platform);
    const [found] = await inbox(of, `?platform=${platform}`);
    return { post, id: String(found?.id), path: `/inbox/comments/${found?.id}` };
  };

  it('lists the comments of all accounts, filtered, paged by the id of the last item, and counts them', async () => {
    const of = await service().workspace();
    const ask = person(of);
    const post = await publish(of, 'BLUESKY', 'MASTODON');
    for (const text of ['One', 'Two', 'Three']) {
      await comment(of, post, 'BLUESKY', text);
      await of.advance(60);
    }
    await comment(of, post, 'MASTODON', 'Four');
    const synced = await ask('POST /inbox/sync');
    expect([synced.status, synced.body.success, synced.body.totalSynced]).to.deep.equal([200, true, 4]);
    expect(synced.body.accounts).to.have.length(15);
    const bluesky = (synced.body.accounts as { accountId: string }[]).find(
      ({ accountId }) => accountId === of.accounts.BLUESKY,
    );
    expect(bluesky).to.deep.include({ platform: 'bluesky', synced: 3, errors: 0 });

    const all = await inbox(of);
    expect(texts(all)).to.deep.equal(['Four', 'Three', 'Two', 'One']);
    expect(texts(await inbox(of, '?platform=BlueSky'))).to.deep.equal(['Three', 'Two', 'One']);
    expect(texts(await inbox(of, `?accountId=${of.accounts.MASTODON}`))).to.deep.equal(['Four']);
    expect(texts(await inbox(of, `?since=${String(all[1]?.['platformCreatedAt'])}`))).to.deep.equal(['Four', 'Three']);
    const page = await ask('GET /inbox/comments?limit=3');
    expect(page.body.pagination).to.deep.equal({ hasMore: true, nextCursor: all[2]?.id });
    const rest = await ask(`GET /inbox/comments?limit=3&cursor=${page.body.pagination.nextCursor}`);
    expect([texts(rest.body.data), rest.body.pagination]).to.deep.equal([['One'], { hasMore: false }]);
    for (const query of ['limit=0', 'limit=101', 'since=soon', 'replied=maybe', 'hiddenOnly=x', 'cursor=x'])
      expect((await ask(`GET /inbox/comments?${query}`)).body.error?.code, query).to.equal('VALIDATION_ERROR');

    await ask(`POST /inbox/comments/${all[0]?.id}/mark-replied`);
    const hidden = await ask(`POST /inbox/comments/${all[1]?.id}/hide`);
    expect([hidden.status, hidden.body.platformSynced]).to.deep.equal([200, false]);
    expect(hidden.body.data).to.include({ id: all[1]?.id, platform: 'BLUESKY', authorUsername: 'zoe', hidden: true });
    expect(hidden.body.data).to.have.all.keys(
      ...['id', 'accountId', 'contactId', 'postId', 'platform', 'platformPostId', 'platformCommentId', 'authorId'],
      ...['authorUsername', 'authorAvatarUrl', 'content', 'isReply', 'parentCommentId', 'replied', 'repliedAt'],
      ...['ourReplyId', 'hidden', 'hiddenAt', 'platformCreatedAt', 'createdAt', 'updatedAt'],
    );
    expect(texts(await inbox(of))).to.deep.equal(['Four', 'Two', 'One']);
    expect(texts(await inbox(of, '?hiddenOnly=false'))).to.deep.equal(['Four', 'Two', 'One']);
    expect(texts(await inbox(of, '?hiddenOnly=true'))).to.deep.equal(['Three']);
    expect(texts(await inbox(of, '?replied=true'))).to.deep.equal(['Four']);
    const counts = { total: 4, unreplied: 3, repliedToday: 1, byPlatform: { bluesky: 3, mastodon: 1 } };
    expect((await ask('GET /inbox/comments/stats')).body).to.deep.equal(counts);
    const view = await ask(`DELETE /inbox/comments/${all[1]?.id}/hide`);
    expect(view.body.data).to.include({ hidden: false, hiddenAt: null });
    expect(texts(await inbox(of))).to.have.length(4);

    for (const line of ['GET /inbox/comments', 'GET /inbox/comments/stats', 'POST /inbox/sync']) {
      const { status, body } = await of.send(line);
      expect([status, body.error?.code], line).to.deep.equal([403, 'AUTHORIZATION_ERROR']);
    }
    const { sessionToken: viewer } = (await of.send('POST /sandbox/members', { role: 'VIEWER' })).body;
    const named = { 'x-workspace-id': of.workspaceId };
    expect((await service().ask(viewer, 'GET /inbox/comments', undefined, named)).status).to.equal(200);
    expect((await service().ask(viewer, 'POST /inbox/sync', undefined, named)).status).to.equal(403);
  });

  for (const platform of ['THREADS', 'FACEBOOK'] as const)
    it(`sends one reply on ${platform}, also where the answer is lost`, async () => {
      const of = await service().workspace();
      const ask = person(of);
      const { path } = await commented(of, platform);
      await fault(of, platform, 'reset_after');
      const replied = await ask(`POST ${path}/reply`, { content: 'Thank you' });
      expect([replied.status, replied.body.success], JSON.stringify(replied.body)).to.deep.equal([200, true]);
      const [reply, ...others] = await repliesOn(of, platform);
      expect([reply?.nativeId, others.length]).to.deep.equal([replied.body.replyId, 0]);
      const repeated = await ask(`POST ${path}/reply`, { content: 'Thank you' });
      expect(repeated.body.replyId).to.equal(replied.body.replyId);
      expect(await repliesOn(of, platform)).to.have.length(1);
      const view = (await ask(`GET ${path}`)).body;
      expect(view).to.include({ replied: true, ourReplyId: replied.body.replyId });
    });

  it('refuses a reply that the platform rejects, and sends none while an outcome is unknown', async () => {
    const of = await service().workspace();
    const ask = person(of);
    const { path } = await commented(of, 'THREADS');
    for (const content of ['', '   ', 'x'.repeat(10_001)])
      expect((await ask(`POST ${path}/reply`, { content })).status).to.equal(400);
    await fault(of, 'THREADS', 'forbidden');
    const refused = await ask(`POST ${path}/reply`, { content: 'One' });
    expect([refused.status, refused.body.error?.code]).to.deep.equal([400, 'VALIDATION_ERROR']);
    await fault(of, 'THREADS', 'reset_before');
    const lost = await ask(`POST ${path}/reply`, { content: 'Two' });
    expect([lost.status, lost.body.error?.code], JSON.stringify(lost.body)).to.deep.equal([503, 'SERVICE_UNAVAILABLE']);
    const early = await ask(`POST ${path}/reply`, { content: 'Two' });
    expect([early.status, early.body.error?.code]).to.deep.equal([409, 'CONFLICT']);
    expect(await repliesOn(of, 'THREADS')).to.have.length(0);
    await of.advance(120);
    const sent = await ask(`POST ${path}/reply`, { content: 'Two' });
    expect(sent.status, JSON.stringify(sent.body)).to.equal(200);
    expect((await repliesOn(of, 'THREADS')).map(({ text }) => text)).to.deep.equal(['Two']);
  });

  it('shows mentions of Facebook and Instagram, read and hidden', async () => {
    const of = await service().workspace();
    const ask = person(of);
    const mentioned = async (platform: Platform, text: string): Promise<string> => {
      const author = { id: `author-${text}`, username: 'zoe' };
      const told = await of.send('POST /sandbox/inbox/mentions', { accountId: of.accounts[platform], text, author });
      expect(told.status, JSON.stringify(told.body)).to.equal(201);
      await of.advance(1);
      return told.body.platformMentionId;
    };
    const first = await mentioned('FACEBOOK', 'One');
    await mentioned('INSTAGRAM', 'Two');
    await mentioned('TWITTER', 'Elsewhere');
    const list = async (query = '') => (await ask(`GET /inbox/mentions${query}`)).body;
    await until('both are there', async () => (await list()).meta.total === 2);
    const { data, meta } = await list();
    expect(meta).to.deep.equal({ total: 2, page: 1, limit: 20, hasMore: false });
    expect(texts(data)).to.deep.equal(['Two', 'One']);
    expect(data[0]).to.include({ platform: 'instagram', authorUsername: null, permalinkUrl: null, read: false });
    expect(data[1]).to.deep.include({
      platform: 'facebook',
      platformMentionId: first,
      authorUsername: 'zoe',
      post: null,
    });
    expect(data[1]).to.have.nested.property('account.id', of.accounts.FACEBOOK);
    expect((await list('?limit=1')).meta).to.include({ hasMore: true });
    expect(texts((await list('?platform=Facebook')).data)).to.deep.equal(['One']);
    const path = `/inbox/mentions/${data[1].id}`;
    for (let times = 0; times < 2; times++)
      expect((await ask(`PATCH ${path}/read`)).body).to.include({ id: data[1].id, read: true });
    expect(texts((await list('?unreadOnly=true')).data)).to.deep.equal(['Two']);
    expect((await ask(`POST ${path}/hide`)).body.data).to.include({ hidden: true, platform: 'FACEBOOK' });
    expect(texts((await list()).data)).to.deep.equal(['Two']);
    expect(texts((await list('?hiddenOnly=true')).data)).to.deep.equal(['One']);
    expect((await ask(`GET ${path}`)).body).to.include({ id: data[1].id, hidden: true, read: true });
    expect((await ask('GET /inbox/mentions/stats')).body).to.deep.equal({ unreadCount: 1 });
    expect((await ask(`DELETE ${path}/hide`)).body.data).to.include({ hidden: false, hiddenAt: null });
    const other = await service().workspace();
    expect((await person(other)(`GET ${path}`)).status).to.equal(404);
    expect((await of.send('GET /inbox/mentions')).status).to.equal(403);

    // The inbox of mentions is that of the person: another workspace of theirs shows the same.
    const elsewhere = async (token: string) => {
      const { body } = await service().ask(token, 'POST /workspaces', { name: 'Second', slug: `second-${Date.now()}` });
      return (line: string) => service().ask(token, line, undefined, { 'x-workspace-id': body.id });
    };
    const owner = await elsewhere(of.sessionToken);
    expect(texts((await owner('GET /inbox/mentions')).body.data)).to.deep.equal(['Two', 'One']);
    expect(texts((await owner(`GET /inbox/mentions?workspaceId=${other.workspaceId}`)).body.data)).to.deep.equal([]);
    const unread = `/inbox/mentions/${data[0].id}`;
    expect((await owner(`PATCH ${unread}/read`)).body).to.include({ id: data[0].id, read: true });
    expect((await owner(`POST ${unread}/hide`)).body.data).to.include({ hidden: true });
    expect((await owner('GET /inbox/mentions/stats')).body).to.deep.equal({ unreadCount: 0 });
    const { sessionToken } = (await of.send('POST /sandbox/members', { role: 'VIEWER' })).body;
    const viewer = await elsewhere(sessionToken);
    expect((await viewer(`GET ${unread}`)).status).to.equal(200);
    expect((await viewer(`PATCH ${unread}/read`)).status).to.equal(403);
    expect((await (await elsewhere(other.sessionToken))(`PATCH ${unread}/read`)).status).to.equal(404);
  });

  it('reads reviews at most once in five minutes, and sets one reply', async () => {
    const of = await service().workspace();
    const reviewed = (text: string, rating: number) =>
      of.send('POST /sandbox/inbox/reviews', {
        accountId: of.accounts.GOOGLE_BUSINESS,
        rating,
        text,
        reviewerName: 'Zoe',
        locationPath: 'accounts/1/locations/7',
        locationName: 'Harbour',
      });
    const list = async (query = '') => (await of.send(`GET /inbox/reviews${query}`)).body;
    expect((await reviewed('Good', 4)).status).to.equal(201);
    const { data, meta } = await list();
    expect(meta).to.deep.equal({ total: 1, page: 1, limit: 20, hasMore: false });
    expect(data[0]).to.deep.include({ content: 'Good', rating: 4, reviewerName: 'Zoe', read: false, replied: false });
    await reviewed('Bad', 1);
    expect((await list()).meta.total, 'within five minutes').to.equal(1);
    await of.advance(300);
    await of.send('POST /sandbox/faults', { platform: 'GOOGLE_BUSINESS', operation: 'list', fault: 'server_error' });
    expect((await list()).meta.total, 'a failed reading').to.equal(1);
    await of.advance(300);
    expect(texts((await list()).data)).to.deep.equal(['Bad', 'Good']);
    expect(texts((await list('?rating=4')).data)).to.deep.equal(['Good']);
    const { locations } = (await of.send('GET /inbox/reviews/locations')).body;
    expect(locations).to.have.length(1);
    expect(texts((await list(`?locationPath=${encodeURIComponent(locations[0].locationPath)}`)).data)).to.have.length(
      2,
    );
    const path = `/inbox/reviews/${data[0].id}`;
    for (const comment of ['', 'x'.repeat(4_097)])
      expect((await of.send(`POST ${path}/reply`, { comment })).body.error?.code).to.equal('VALIDATION_ERROR');
    await fault(of, 'GOOGLE_BUSINESS', 'forbidden');
    expect((await of.send(`POST ${path}/reply`, { comment: 'Thanks' })).status).to.equal(400);
    await fault(of, 'GOOGLE_BUSINESS', 'reset_after');
    const replied = await of.send(`POST ${path}/reply`, { comment: 'Thank you' });
    expect([replied.status, replied.body.data?.replyContent], JSON.stringify(replied.body)).to.deep.equal([
      200,
      'Thank you',
    ]);
    expect(replied.body.data).to.include({ replied: true, read: true });
    expect((await of.send('GET /inbox/reviews/stats')).body).to.deep.equal({
      unreadCount: 1,
      unrepliedCount: 1,
      totalCount: 2,
    });
    expect(texts((await list('?unrepliedOnly=true')).data)).to.deep.equal(['Bad']);
    const [bad] = (await list('?unreadOnly=true')).data;
    expect((await of.send(`PATCH /inbox/reviews/${bad.id}/read`)).body.data).to.include({ read: true });
    const other = await service().workspace();
    expect((await other.send(`PATCH ${path}/read`)).status).to.equal(404);
  });

  it('hides on Threads first, and changes nothing where Threads rejects it', async () => {
    const of = await service().workspace();
    const ask = person(of);
    const { path, post } = await commented(of, 'THREADS');
    await fault(of, 'THREADS', 'forbidden');
    const refused = await ask(`POST ${path}/hide`);
    expect([refused.status, refused.body.error?.code]).to.deep.equal([400, 'VALIDATION_ERROR']);
    expect(await inbox(of)).to.have.length(1);
    const [root] = await inbox(of);
    await comment(of, post, 'THREADS', 'Nested', root?.platformCommentId);
    await sync(of, 'THREADS');
    const nested = (await inbox(of)).find(({ content }) => content === 'Nested');
    for (const id of [root?.id, nested?.id]) {
      const hidden = await ask(`POST /inbox/comments/${id}/hide`);
      expect([hidden.status, hidden.body.platformSynced]).to.deep.equal([200, true]);
    }
    expect(await inbox(of)).to.have.length(0);
    expect((await ask(`DELETE /inbox/comments/${nested?.id}/hide`)).body).to.deep.include({ platformSynced: true });
    expect(texts(await inbox(of, '?hiddenOnly=true'))).to.deep.equal(['Hello']);
  });
});
