import type { SandboxTables } from '@social-publishing/platform-sandbox';
import { expect } from 'chai';
import { sql } from 'kysely';
import { commentIdOf } from '../../commands/comments/comment-ids.ts';
import { comment as received } from '../../domain/comments/comment.ts';
import type { Position } from '../../domain/kernel/event.ts';
import { useRunningService, type TestWorkspace } from '../support/running-service.ts';
import { until } from '../support/until.ts';
import { comment, listed, publish, sync, texts, type Listed } from './commenting.ts';

/** Endpoints, Posts and Accounts: comments; Inbox comments: query and envelope. */
describe('comments in a running service', function () {
  this.timeout(90_000);
  const service = useRunningService();
  const byPerson = (of: TestWorkspace) => (line: string) => service().ask(of.sessionToken, line);

  // X reports replies by itself: test/service/incoming.test.ts.
  for (const platform of ['BLUESKY', 'MASTODON', 'LINKEDIN', 'REDDIT'] as const)
    it(`of ${platform} are fetched by a sync, once, and listed by post and by account`, async () => {
      const of = await service().workspace();
      const post = await publish(of, platform);
      const first = await comment(of, post, platform, 'First');
      await comment(of, post, platform, 'Reply', first);
      const synced = await sync(of, platform);
      expect([synced.status, synced.body]).to.deep.equal([
        200,
        { synced: 2, errors: 0, message: '2 new comments on 1 recent post.' },
      ]);
      expect((await sync(of, platform)).body).to.include({ synced: 0, errors: 0 });

      const byPost = await listed(of, `/posts/${post.id}/comments`);
      expect(await listed(of, `/accounts/${of.accounts[platform]}/comments`)).to.deep.equal(byPost);
      // Some platforms tell whole seconds, so that the two may stand in either order.
      expect(byPost).to.have.length(2);
      const root = byPost.find(({ platformCommentId }) => platformCommentId === first);
      const reply = byPost.find((each) => each !== root);
      expect(root).to.deep.include({
        content: 'First',
        platformCommentId: first,
        platformPostId: post.nativeOn(platform),
        postId: post.id,
        platform: platform.toLowerCase(),
        isReply: false,
        parentCommentId: null,
        replied: false,
      });
      expect(reply).to.deep.include({ content: 'Reply', isReply: true, parentCommentId: first });
      expect(root).to.have.nested.property('author.username', 'zoe');
      expect(root).to.have.nested.property('account.platform', platform.toLowerCase());
      expect(root).to.have.nested.property('post.id', post.id);
      expect((root as unknown as { post: { content: string } }).post.content).to.have.length(100);
    });

  it('are distinguished by platform, account and time, and paged by the id of the last item', async () => {
    const of = await service().workspace();
    const post = await publish(of, 'BLUESKY', 'MASTODON');
    for (const text of ['One', 'Two', 'Three']) {
      await comment(of, post, 'BLUESKY', text);
      await of.advance(60);
    }
    await comment(of, post, 'MASTODON', 'Four');
    await Promise.all([sync(of, 'BLUESKY'), sync(of, 'MASTODON')]);
    const path = `/posts/${post.id}/comments`;
    const all = await listed(of, path);
    expect(texts(all)).to.deep.equal(['Four', 'Three', 'Two', 'One']);
    expect(texts(await listed(of, `${path}?platform=bluesky`))).to.deep.equal(['Three', 'Two', 'One']);
    expect(texts(await listed(of, `${path}?accountId=${of.accounts.MASTODON}`))).to.deep.equal(['Four']);
    const since = (all[1] as unknown as { platformCreatedAt: string }).platformCreatedAt;
    expect(texts(await listed(of, `${path}?since=${since}`))).to.deep.equal(['Four', 'Three']);
    expect(texts(await listed(of, `${path}?replied=false&hiddenOnly=true`))).to.have.length(4);
    expect(texts(await listed(of, `${path}?replied=true`))).to.deep.equal([]);

    expect(texts(await listed(of, `${path}?since=2020-01-01`))).to.have.length(4);

    const page = await of.send(`GET ${path}?limit=3`);
    expect(page.body.pagination).to.deep.equal({ hasMore: true, nextCursor: all[2]?.id });
    const rest = await of.send(`GET ${path}?limit=3&cursor=${page.body.pagination.nextCursor}`);
    expect([texts(rest.body.data), rest.body.pagination]).to.deep.equal([['One'], { hasMore: false }]);
  });

  it('are each on one page where many were written in the same second', async () => {
    const of = await service().workspace();
    const post = await publish(of, 'FACEBOOK');
    for (let n = 0; n < 7; n++) await comment(of, post, 'FACEBOOK', `Comment ${n}`);
    expect((await sync(of, 'FACEBOOK')).body).to.include({ synced: 0, errors: 0 });
    const path = `/posts/${post.id}/comments`;
    const ids: string[] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined;) {
      const { body } = await of.send(`GET ${path}?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`);
      ids.push(...(body.data as Listed[]).map(({ id }) => id));
      cursor = body.pagination.nextCursor;
    }
    expect(ids).to.deep.equal((await listed(of, path)).map(({ id }) => id));
    expect(new Set(ids).size).to.equal(7);
  });

  it('are one each where several requests read at the same moment, and are read again where they were edited', async () => {
    const of = await service().workspace();
    const post = await publish(of, 'BLUESKY');
    const words = ['A', 'B', 'C', 'D'];
    const native = await Promise.all(words.map((text) => comment(of, post, 'BLUESKY', text)));
    const accountId = of.accounts.BLUESKY ?? '';
    /** Another process that takes in the same comment. */
    const rival = async (content: string, index: number): Promise<number> => {
      const commentId = commentIdOf(accountId, native[index] ?? '');
      const view = {
        commentId,
        contactId: commentId,
        accountId,
        postId: post.id,
        platform: 'BLUESKY' as const,
        content,
        platformPostId: post.nativeOn('BLUESKY'),
        platformCommentId: native[index] ?? '',
        author: { id: 'x', username: 'zoe' },
        parentCommentId: null,
        permalinkUrl: null,
        platformCreatedAt: '2026-01-01T00:00:00.000Z',
      };
      const command = { type: 'receive-comment', ...view } as const;
      return (await service().commands.handle(received, commentId, command, { ...of.asService(), fresh: true }))
        .appended;
    };
    const [answers, rivals] = await Promise.all([
      Promise.all(Array.from({ length: 3 }, () => sync(of, 'BLUESKY'))),
      Promise.all(words.slice(0, 2).map(rival)),
    ]);
    const begun = [...answers.map(({ body }) => Number(body.synced)), ...rivals];
    expect(begun.reduce((sum, each) => sum + each, 0)).to.equal(4);
    expect(await listed(of, `/posts/${post.id}/comments`)).to.have.length(4);
    const stream = `comment-${commentIdOf(accountId, native[0] ?? '')}`;
    const history = async () => (await service().store.read(stream)).events.map(({ type }) => type);
    expect(await history()).to.deep.equal(['CommentReceived']);

    const { kysely } = service().database;
    await kysely
      .withTables<SandboxTables>()
      .updateTable('sandbox_object')
      .set({ value: sql`jsonb_set(value, '{text}', '"A, edited"')` })
      .where('native_id', '=', native[0] ?? '')
      .execute();
    expect((await sync(of, 'BLUESKY')).body).to.include({ synced: 0, errors: 0 });
    expect(texts(await listed(of, `/posts/${post.id}/comments`))).to.include('A, edited');
    expect(await history()).to.deep.equal(['CommentReceived', 'CommentEdited']);
  });

  it('are marked as answered and as not answered, and shown so, now and as they were', async () => {
    const [of, other] = await Promise.all([service().workspace(), service().workspace()]);
    const post = await publish(of, 'BLUESKY');
    for (const text of ['One', 'Two']) await comment(of, post, 'BLUESKY', text);
    const before = (await sync(of, 'BLUESKY')).headers.get('x-position');
    const [view] = await listed(of, `/posts/${post.id}/comments`);
    const path = `/inbox/comments/${view?.id}`;
    expect((await byPerson(of)(`GET ${path}`)).body).to.deep.equal(view);

    const marked = await byPerson(of)(`POST ${path}/mark-replied`);
    expect(marked.status).to.equal(200);
    const { repliedAt } = marked.body;
    expect(marked.body).to.deep.equal({ ...view, replied: true, repliedAt });
    expect((await byPerson(of)(`POST ${path}/mark-replied`)).body, 'once').to.deep.equal(marked.body);
    expect((await byPerson(of)(`GET ${path}`)).body).to.deep.equal(marked.body);
    const list = `/accounts/${of.accounts.BLUESKY}/comments`;
    expect(texts(await listed(of, `${list}?replied=true`))).to.deep.equal([view?.content]);
    expect(texts(await listed(of, `${list}?replied=false`)))
      .to.have.length(1)
      .and.not.include(view?.content);
    expect((await byPerson(of)(`GET ${path}?asOf=${before}`)).body).to.deep.equal(view);

    expect((await byPerson(of)(`DELETE ${path}/mark-replied`)).body).to.deep.equal(view);
    const reported = (await byPerson(of)(`GET ${path}/history`)).body.data as { type: string }[];
    expect(reported.map(({ type }) => type)).to.deep.equal([
      'CommentReceived',
      'CommentMarkedReplied',
      'CommentMarkedUnreplied',
    ]);
    for (const line of [`GET ${path}`, `POST ${path}/mark-replied`, `DELETE ${path}/mark-replied`])
      expect((await byPerson(other)(line)).status, line).to.equal(404);
  });

  it('are read with a renewed token where the old one is refused, and one broken post is counted', async () => {
    const of = await service().workspace();
    const post = await publish(of, 'BLUESKY');
    await comment(of, post, 'BLUESKY', 'Hello');
    const fault = (kind: string) =>
      of.send('POST /sandbox/faults', { platform: 'BLUESKY', operation: 'list', fault: kind, times: 1 });
    await fault('token_expired');
    expect((await sync(of, 'BLUESKY')).body).to.include({ synced: 1, errors: 0 });
    await fault('forbidden');
    const { status, body } = await sync(of, 'BLUESKY');
    expect([status, body.synced, body.errors]).to.deep.equal([200, 0, 1]);
    expect(body.message).to.match(/^0 new comments on 1 recent post\. 1 post could not be read: ./);
    expect((await of.send(`GET /accounts/${of.accounts.BLUESKY}`)).body.status).to.equal('ACTIVE');
  });

  it('arrive without a further request once they were asked for', async () => {
    const of = await service().workspace();
    const post = await publish(of, 'BLUESKY');
    expect((await sync(of, 'BLUESKY')).body).to.include({ synced: 0 });
    await comment(of, post, 'BLUESKY', 'Found by itself');
    await of.advance(16 * 60);
    await of.awaited(`GET /posts/${post.id}/comments`, ({ data }) =>
      texts(data as Listed[]).includes('Found by itself'),
    );
    expect((await sync(of, 'BLUESKY')).body).to.include({ synced: 0 });
  });

  it('are read under a copy that is live while another of the same post is still tried', async () => {
    const of = await service().workspace();
    const { BLUESKY = '', MASTODON = '' } = of.accounts;
    await of.send('POST /sandbox/faults', {
      platform: 'MASTODON',
      operation: 'publish',
      fault: 'rate_limited',
      times: 9,
    });
    const { body: made } = await of.send('POST /posts', { content: 'Halfway', accountIds: [BLUESKY, MASTODON] });
    await of.send(`POST /posts/${made.id}/publish`);
    type Copy = { accountId: string; platformPostId?: string; retryCount: number };
    const copyOf = (body: { platforms?: Copy[] }, id: string) =>
      body.platforms?.find(({ accountId }) => accountId === id);
    const half = await of.awaited(
      `GET /posts/${made.id}`,
      (body) => copyOf(body, BLUESKY)?.platformPostId !== undefined && copyOf(body, MASTODON)?.retryCount === 1,
    );
    expect(half.status).to.equal('publishing');
    const nativeOn = () => copyOf(half, BLUESKY)?.platformPostId ?? '';
    await comment(of, { id: made.id, nativeOn }, 'BLUESKY', 'Already here');
    expect((await sync(of, 'BLUESKY')).body).to.include({ synced: 1, errors: 0 });
  });

  it('are none where a platform shows none, and need an account that is connected', async () => {
    const of = await service().workspace();
    expect((await sync(of, 'TELEGRAM')).body).to.deep.equal({
      synced: 0,
      errors: 0,
      message: 'TELEGRAM returns no comments to applications.',
    });
    expect((await sync(of, 'BLUESKY')).body).to.include({ synced: 0, errors: 0 });
    await of.send(`DELETE /accounts/${of.accounts.BLUESKY}`);
    const { status, body } = await sync(of, 'BLUESKY');
    expect([status, body.error?.code]).to.deep.equal([400, 'VALIDATION_ERROR']);
    expect(body.error.message).to.match(/connected again/);
  });

  it('are forgotten with their workspace', async () => {
    const of = await service().workspace();
    const post = await publish(of, 'BLUESKY');
    await comment(of, post, 'BLUESKY', 'Private words');
    expect((await sync(of, 'BLUESKY')).body.synced).to.equal(1);
    const [{ id = '' } = {}] = await listed(of, `/posts/${post.id}/comments`);
    const read = () => service().store.read(`comment-${id}`);
    const { contactId } = (await read()).events[0]?.data as { contactId: string };
    expect(JSON.stringify(await read().then(({ events }) => events[0]?.data)), 'sealed').not.to.match(/Private|zoe/);

    const byOwner = (line: string, body?: object) => service().ask(of.sessionToken, line, body);
    expect((await byOwner('POST /workspaces', { name: 'Second', slug: `second-${id}` })).status).to.equal(201);
    expect((await byOwner('POST /billing/cancel')).status).to.equal(200);
    expect((await byOwner(`DELETE /workspaces/${of.workspaceId}`)).status).to.equal(200);
    await until('it is forgotten', async () => (await read()).events.at(-1)?.type === 'CommentForgotten');
    const { kysely } = service().database;
    const left = sql<{ kept: string | null; rows: string }>`
      select (select wrapped_key::text from subject_key where subject = ${contactId}) as kept,
        (select count(*) from comments where id = ${id}) as rows`;
    await until('no row is left', async () => (await left.execute(kysely)).rows[0]?.rows === '0');
    expect((await left.execute(kysely)).rows[0]?.kept).to.equal(null);
  });

  /** The types of the events after `from` that a request made, not a process by itself. */
  const askedForSince = async (from: Position | 'start'): Promise<readonly string[]> => {
    const end = (await service().store.head())?.commit ?? 0n;
    if (from !== 'start' && from.commit >= end) return [];
    const stop = new AbortController();
    const types: string[] = [];
    for await (const { events, to } of service().store.follow(from, { signal: stop.signal })) {
      types.push(...events.filter(({ meta }) => meta.actor.kind !== 'process').map(({ type }) => type));
      if (to.commit >= end) break;
    }
    stop.abort();
    return types;
  };

  it('are refused without the scope, in the wrong workspace and for questions that make no sense, with nothing recorded', async () => {
    const [of, other] = await Promise.all([service().workspace(), service().workspace()]);
    const post = await publish(of, 'BLUESKY');
    await comment(of, post, 'BLUESKY', 'Hello');
    const keyWith = async (scopes: readonly string[]): Promise<string> =>
      (
        await service().ask(of.sessionToken, `POST /workspaces/${of.workspaceId}/api-keys`, {
          name: scopes.join(),
          scopes,
        })
      ).body.data.key;
    const paths = [`GET /posts/${post.id}/comments`, `GET /accounts/${of.accounts.BLUESKY}/comments`];
    const syncing = `POST /accounts/${of.accounts.BLUESKY}/comments/sync`;
    const [reader, writer, poster] = await Promise.all([
      keyWith(['inbox:read']),
      keyWith(['inbox:write']),
      keyWith(['posts:read', 'posts:write', 'accounts:read', 'accounts:write']),
    ]);
    const head = (await service().store.head()) ?? 'start';
    const refusal = async (token: string, line: string) => {
      const { status, body } = await service().ask(token, line);
      return [status, body.error?.code];
    };
    for (const path of paths) {
      expect((await service().ask(reader ?? '', path)).status).to.equal(200);
      expect(await refusal(writer ?? '', path)).to.deep.equal([403, 'AUTHORIZATION_ERROR']);
      expect(await refusal(poster ?? '', path)).to.deep.equal([403, 'AUTHORIZATION_ERROR']);
      expect(await refusal(other.apiKey, path)).to.deep.equal([404, 'NOT_FOUND']);
      for (const query of ['limit=0', 'since=soon', 'replied=maybe', 'platform=MYSPACE', 'cursor=x', 'accountId=x'])
        expect(await refusal(of.apiKey, `${path}?${query}`), query).to.deep.equal([400, 'VALIDATION_ERROR']);
      const unknown = `${path}?cursor=${of.workspaceId}`;
      expect(await refusal(of.apiKey, unknown), unknown).to.deep.equal([400, 'VALIDATION_ERROR']);
    }
    expect(await refusal(reader ?? '', syncing)).to.deep.equal([403, 'AUTHORIZATION_ERROR']);
    expect(await refusal(other.apiKey, syncing)).to.deep.equal([404, 'NOT_FOUND']);
    expect(await askedForSince(head)).to.deep.equal([]);
    expect((await service().ask(writer ?? '', syncing)).body.synced).to.equal(1);
  });
});
