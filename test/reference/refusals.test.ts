import { expect } from 'chai';
import { useRunningService, type TestWorkspace } from '../support/running-service.ts';
import { expectShape } from './shape.ts';
import { refusalShape } from './shapes.ts';

type Refusal = Readonly<{ error: { code: string; message: string; details?: Record<string, unknown> } }>;
type Case = readonly [status: number, code: string, line: string, body?: unknown, headers?: Record<string, string>];

const nobody = `c${'0'.repeat(24)}`;
const later = '2029-01-01T00:00:00Z';

/** Errors: global codes, posts, accounts and media and webhooks; each as a client meets it. */
describe('the refusals of the running service', function () {
  this.timeout(90_000);
  const service = useRunningService();
  let of: TestWorkspace;
  let free: TestWorkspace;
  before(async () => {
    [of, free] = await Promise.all([service().workspace(), service().workspace('free')]);
  });

  const refused = async (who: string, [status, code, line, body, headers]: Case): Promise<Refusal['error']> => {
    const answer = await service().ask(who, line, body, headers);
    const what = `${line} ${JSON.stringify(body)} → ${JSON.stringify(answer.body)}`;
    expect([answer.status, answer.body.error?.code], what).to.deep.equal([status, code]);
    expectShape(answer.body, refusalShape, what);
    expect(answer.body.error.requestId).to.equal(answer.headers.get('x-request-id'));
    return answer.body.error;
  };
  const allRefused = async (cases: readonly Case[]): Promise<void> => {
    for (const one of cases) await refused(of.apiKey, one);
  };
  const post = async (more: object = {}): Promise<string> => {
    const body = { content: 'A post', accountIds: [of.accounts.MASTODON], ...more };
    const answer = await of.send('POST /posts', body);
    expect(answer.status, JSON.stringify(answer.body)).to.equal(201);
    return String(answer.body.id);
  };

  it('[errors.global] malformed, unauthenticated, unknown and forbidden requests', async () => {
    await allRefused([
      [400, 'BAD_REQUEST', 'GET /posts/17'],
      [404, 'NOT_FOUND', `GET /posts/${nobody}`],
      [400, 'VALIDATION_ERROR', 'POST /posts', []],
      [403, 'AUTHORIZATION_ERROR', 'GET /users/me'],
      [403, 'AUTHORIZATION_ERROR', 'GET /admin/processes'],
    ]);
    const stranger = await service().ask('svc_test_nobody', 'GET /posts');
    expect([stranger.status, stranger.body.error.code]).to.deep.equal([401, 'AUTHENTICATION_ERROR']);
    expect(stranger.headers.has('x-ratelimit-limit'), 'strangers are not counted').to.equal(false);
    const viewer = (await of.send('POST /sandbox/members', { role: 'VIEWER' })).body.sessionToken;
    const body = { content: 'A post', accountIds: [of.accounts.MASTODON] };
    await refused(viewer, [403, 'FORBIDDEN', 'POST /posts', body, { 'x-workspace-id': of.workspaceId }]);
    // A viewer makes no administrator, which would be a way around their own role.
    await refused(viewer, [403, 'FORBIDDEN', 'POST /sandbox/members', { role: 'ADMIN' }]);
  });

  it('[errors.idempotency] keys of a wrong form, and keys used for something else', async () => {
    const body = { content: 'Once', accountIds: [of.accounts.MASTODON] };
    for (const key of ['with space', 'x'.repeat(256)]) {
      const { details } = await refused(of.apiKey, [
        400,
        'BAD_REQUEST',
        'POST /posts',
        body,
        { 'idempotency-key': key },
      ]);
      expect(details).to.deep.equal({ idempotencyCode: 'INVALID_KEY' });
    }
    const headers = { 'idempotency-key': 'k'.repeat(255) };
    const first = await of.send('POST /posts', body, headers);
    const again = await of.send('POST /posts', body, headers);
    expect([again.status, again.body]).to.deep.equal([201, first.body]);
    const { details } = await refused(of.apiKey, [
      409,
      'CONFLICT',
      'POST /posts',
      { ...body, content: 'Twice' },
      headers,
    ]);
    expect(details).to.deep.equal({ idempotencyCode: 'CONFLICT' });
  });

  it('[errors.posts.validation] posts that cannot be, naming what is wrong', async () => {
    const pending = await of.send('POST /media/upload', { filename: 'a.jpg', contentType: 'image/jpeg', sizeBytes: 9 });
    const { MASTODON } = of.accounts;
    const wrong: readonly (readonly [field: string, body: object])[] = [
      ['content', { content: 'x'.repeat(501), scheduledFor: later }],
      ['contentType', { contentType: 'SONG' }],
      ['scheduledFor', { scheduledFor: 'tomorrow' }],
      ['accountIds', { accountIds: undefined }],
      ['scheduledFor', { scheduledFor: '2020-01-01T00:00:00Z' }],
      ['queue', { scheduledFor: later, queue: true }],
      ['mediaIds', { mediaIds: [nobody] }],
      ['mediaIds', { mediaIds: [pending.body.mediaId] }],
      ['mediaIds', { media: [nobody], mediaIds: [pending.body.mediaId] }],
      ['threadItems', { contentType: 'THREAD', threadItems: [{ sequence: 1 }, { sequence: 3 }] }],
      ['threadItems', { contentType: 'THREAD', threadItems: [{ sequence: 2 }] }],
      ['platformMetadata.MYSPACE', { platformMetadata: { MYSPACE: {} } }],
      ['firstComment', { firstComment: 'x'.repeat(2201) }],
      ['firstCommentDelay', { firstCommentDelay: 3601 }],
    ];
    for (const [field, more] of wrong) {
      const body = { content: 'A post', accountIds: [MASTODON], ...more };
      const { details } = await refused(of.apiKey, [400, 'VALIDATION_ERROR', 'POST /posts', body]);
      expect(String(details?.['field']).split('.')[0], JSON.stringify(more)).to.equal(field.split('.')[0]);
    }
    await allRefused([
      [400, 'VALIDATION_ERROR', 'POST /posts/validate', { content: 'x', platforms: [] }],
      [400, 'VALIDATION_ERROR', 'POST /posts/validate', { content: 'x', platforms: ['MYSPACE'] }],
      [400, 'VALIDATION_ERROR', `POST /posts/${await post()}/publish`, {}, { 'x-callback-url': 'http://a.example' }],
      [404, 'NOT_FOUND', 'POST /posts', { content: 'x', accountIds: [nobody] }],
      [404, 'NOT_FOUND', 'POST /posts', { content: 'x', accountIds: [MASTODON], personaId: nobody }],
    ]);
    const past = await of.send('POST /posts', {
      content: 'Kept',
      accountIds: [MASTODON],
      scheduledFor: '2020-01-01T00:00:00Z',
      saveAsDraft: true,
    });
    expect([past.status, past.body.status]).to.deep.equal([201, 'draft']);
  });

  it('[errors.posts.conflict] what a post of this status, this version or this time cannot', async () => {
    const published = await post({ content: 'Published' });
    expect((await of.send(`POST /posts/${published}/publish?sync=true`)).body.status).to.equal('published');
    const draft = await post({ content: 'A draft' });
    await post({ content: 'The same', scheduledFor: later });
    await allRefused([
      [409, 'CONFLICT', `PATCH /posts/${published}`, { content: 'Edited' }],
      [409, 'CONFLICT', `DELETE /posts/${published}`],
      [409, 'CONFLICT', `POST /posts/${published}/publish`],
      [409, 'CONFLICT', `POST /posts/${published}/retry`],
      [409, 'CONFLICT', `POST /posts/${published}/cancel`],
      [409, 'CONFLICT', `POST /posts/${draft}/retry`],
      [409, 'CONFLICT', `POST /posts/${draft}/unpublish`],
      [409, 'CONFLICT', `PATCH /posts/${draft}`, { content: 'Edited', version: '2020-01-01T00:00:00.000Z' }],
      [
        409,
        'CONFLICT',
        'POST /posts',
        { content: 'The same', accountIds: [of.accounts.MASTODON], scheduledFor: later },
      ],
    ]);
  });

  it('[errors.limits] what a plan does not hold', async () => {
    const { MASTODON } = free.accounts;
    const scheduled = (minute: number) => ({
      content: `Post ${minute}`,
      accountIds: [MASTODON],
      scheduledFor: new Date(Date.parse(later) + minute * 60_000).toISOString(),
    });
    // By one request, which the burst limit of the plan takes for one.
    const posts = Array.from({ length: 15 }, (_none, minute) => scheduled(minute));
    const { status, body } = await free.send('POST /posts/bulk', { posts });
    expect(status, JSON.stringify(body)).to.equal(200);
    const { results } = body;
    const room = results.filter(({ status }: { status: string }) => status === 'created').length;
    expect(room).to.be.within(1, 14);
    expect(results[room].error.code).to.equal('LIMIT_EXCEEDED');
    const { details } = await refused(free.apiKey, [402, 'LIMIT_EXCEEDED', 'POST /posts', scheduled(room)]);
    expect(details).to.include({ limit: room, current: room });
    const hook = { url: 'https://example.com/hook', events: ['post.created'] };
    await refused(free.apiKey, [402, 'LIMIT_EXCEEDED', 'POST /webhooks', hook]);
    await refused(free.apiKey, [402, 'LIMIT_EXCEEDED', 'POST /sandbox/accounts', { platform: 'MASTODON' }]);
  });

  it('[errors.accounts] connections, renewals and Pages that cannot be', async () => {
    const { state } = (await of.send('POST /accounts/connect/twitter', { redirectUri: 'https://a.example/b' })).body;
    const { FACEBOOK, INSTAGRAM, TWITTER } = of.accounts;
    await allRefused([
      [400, 'INVALID_PARAM', 'POST /accounts/connect/twitter', {}],
      [400, 'INVALID_PARAM', 'POST /accounts/connect/twitter', { callbackUrl: 'http://a.example' }],
      [400, 'INVALID_PARAM', 'POST /accounts/callback/twitter', { code: 'x', state: 'short' }],
      [400, 'OAUTH_ERROR', 'POST /accounts/callback/linkedin', { code: 'x', state }],
      [400, 'INVALID_PAGE_ID', `POST /accounts/${FACEBOOK}/select-page`, { pageId: 'nobody' }],
      [400, 'PAGE_SELECTION_NOT_SUPPORTED', `POST /accounts/${INSTAGRAM}/select-page`, { pageId: '1' }],
    ]);
    await of.send('POST /sandbox/faults', { platform: 'TWITTER', operation: 'refresh', fault: 'token_revoked' });
    const rejected = await refused(of.apiKey, [400, 'VALIDATION_ERROR', `POST /accounts/${TWITTER}/refresh`]);
    expect(rejected.message).to.match(/connect the account again/);
  });

  it('[errors.media] files of refused types and sizes', async () => {
    const file = { filename: 'a.jpg', contentType: 'image/jpeg', sizeBytes: 1 };
    const video = { filename: 'a.mp4', contentType: 'video/mp4', fileSizeMb: 7000 };
    const many = Array.from({ length: 21 }, () => ({ filename: 'a.mp4', contentType: 'video/mp4', size: 1 }));
    const targetPlatforms = ['YOUTUBE'];
    await allRefused([
      [400, 'VALIDATION_ERROR', 'POST /media/upload', { ...file, contentType: 'image/bmp' }],
      [400, 'VALIDATION_ERROR', 'POST /media/upload', { ...file, sizeBytes: 20 * 1024 * 1024 + 1 }],
      [400, 'VALIDATION_ERROR', 'POST /media/upload', { ...file, filename: 'x'.repeat(256) }],
      [400, 'VALIDATION_ERROR', 'POST /media/bulk-presign', { files: many }],
      [400, 'VALIDATION_ERROR', 'POST /media/bulk-presign', { files: [{ ...many[0], size: 500 * 1024 * 1024 + 1 }] }],
      [
        400,
        'REQUEST_TOO_LARGE',
        'POST /media/bulk-video-upload-urls',
        { videos: [video, video, video], targetPlatforms },
      ],
      [400, 'VALIDATION_ERROR', 'POST /media/register', { url: 'http://a.example/a.jpg', contentType: 'image/jpeg' }],
    ]);
  });

  it('[errors.webhooks] targets, events and tests that cannot be', async () => {
    const hook = { url: 'https://example.com/hook', events: ['post.created'] };
    const made = (await of.send('POST /webhooks', hook)).body;
    await of.send(`PATCH /webhooks/${made.id}`, { enabled: false });
    const keys = `POST /workspaces/${of.workspaceId}/api-keys`;
    const { key } = (await service().ask(of.sessionToken, keys, { name: 'Reader', scopes: ['webhooks:read'] })).body
      .data;
    await refused(key, [403, 'AUTHORIZATION_ERROR', 'POST /webhooks', hook]);
    await allRefused([
      [400, 'VALIDATION_ERROR', 'POST /webhooks', { ...hook, url: 'http://example.com' }],
      ...['10.0.0.1', '172.16.0.1', '192.168.0.1', '127.0.0.1', '169.254.1.1', '[::1]'].map((host): Case => [
        400,
        'VALIDATION_ERROR',
        'POST /webhooks',
        { ...hook, url: `https://${host}/hook` },
      ]),
      [400, 'VALIDATION_ERROR', 'POST /webhooks', { ...hook, events: ['post.partial'] }],
      [400, 'VALIDATION_ERROR', 'POST /webhooks', { ...hook, events: ['test.webhook'] }],
      [400, 'VALIDATION_ERROR', 'POST /webhooks/test', { webhookId: made.id }],
    ]);
  });
});
