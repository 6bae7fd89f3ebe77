import { expect } from 'chai';
import { useRunningService } from '../support/running-service.ts';

/** Resources, Post and PostPlatform; Conventions, casing; Endpoints, Posts: GET /v1/posts. */
describe('a Post in the answers of a running service', function () {
  this.timeout(60_000);
  const service = useRunningService();

  const withPicture = async () => {
    const of = await service().workspace('agency');
    const registered = await of.send('POST /media/register', {
      url: 'https://example.com/a.jpg',
      contentType: 'image/jpeg',
    });
    const { TWITTER, LINKEDIN } = of.accounts;
    const { status, body } = await of.send('POST /posts', {
      content: 'A picture',
      contentType: 'IMAGE',
      accountIds: [TWITTER, LINKEDIN],
      mediaIds: [registered.body.id],
      scheduledFor: '2029-05-01T10:00:00+02:00',
      platformMetadata: { linkedin: { visibility: 'PUBLIC' } },
    });
    expect(status).to.equal(201);
    return { of, media: registered.body, post: body };
  };

  it('carries the fields of its media, its platforms in lowercase and its metadata as sent', async () => {
    const { of, media, post } = await withPicture();
    for (const view of [post, (await of.send(`GET /posts/${post.id}`)).body]) {
      expect(view).to.deep.include({
        content: 'A picture',
        status: 'scheduled',
        contentType: 'IMAGE',
        personaId: null,
        scheduledFor: '2029-05-01T08:00:00.000Z',
        platformMetadata: { LINKEDIN: { visibility: 'PUBLIC' } },
      });
      expect(view.platforms.map((each: { platform: string; status: string }) => [each.platform, each.status])).to.eql([
        ['twitter', 'pending'],
        ['linkedin', 'pending'],
      ]);
      expect(view.media).to.deep.equal([media]);
      expect(view.mediaIds).to.deep.equal([media.id]);
    }
  });

  it('publishes the description of its file, or one of its own', async () => {
    const of = await service().workspace('agency');
    const picture = { url: 'https://example.com/a.jpg', contentType: 'image/jpeg' };
    const { id } = (await of.send('POST /media/register', { ...picture, altText: 'A door' })).body;
    const described = await of.send(`PATCH /media/${id}`, { altText: 'A red door' });
    expect([described.status, described.body.altText]).to.deep.equal([200, 'A red door']);
    expect((await of.send(`GET /media/${id}`)).body.altText).to.equal('A red door');
    const { TWITTER } = of.accounts;
    const texts: unknown[] = [];
    for (const media of [id, { id }, { id, altText: 'A door of mine' }]) {
      const { status, body } = await of.send('POST /posts', {
        content: `A picture, ${texts.length}`,
        accountIds: [TWITTER],
        media: [media],
        scheduledFor: '2029-05-01T08:00:00Z',
      });
      expect(status, JSON.stringify(body)).to.equal(201);
      expect(body.mediaIds).to.deep.equal([id]);
      texts.push(body.media[0].altText);
    }
    expect(texts).to.deep.equal(['A red door', 'A red door', 'A door of mine']);
    expect((await of.send(`PATCH /media/${id}`, { altText: null })).body).not.to.have.property('altText');
    const long = await of.send(`PATCH /media/${id}`, { altText: 'x'.repeat(2001) });
    expect(long.body.error.code).to.equal('VALIDATION_ERROR');
  });

  it('is the same in both envelopes of the list, found by each of its platforms, its status and its day', async () => {
    const { of, post } = await withPicture();
    const found = async (query: string): Promise<string[]> => {
      const { status, body } = await of.send(`GET /posts?${query}`);
      expect(status, JSON.stringify(body)).to.equal(200);
      expect(body.data).to.deep.equal(body.posts);
      expect(body.pagination).to.deep.equal({ cursor: body.nextCursor, hasMore: body.hasMore });
      return body.posts.map(({ id }: { id: string }) => id);
    };
    for (const query of ['platform=TWITTER', 'platform=linkedin', 'status=scheduled', 'status=SCHEDULED'])
      expect(await found(query), query).to.deep.equal([post.id]);
    for (const query of ['from=2029-05-01&to=2029-05-01', 'from=2029-05-01T08:00:00Z&to=2029-05-01T08:00:00Z'])
      expect(await found(query), query).to.deep.equal([post.id]);
    for (const query of ['platform=BLUESKY', 'status=draft', 'to=2029-04-30', 'from=2029-05-02'])
      expect(await found(query), query).to.deep.equal([]);
    const { posts } = (await of.send('GET /posts')).body;
    const { validation: _verdict, ...alone } = post;
    expect(posts).to.deep.equal([alone]);
  });

  it('is refused where it breaks a rule of a platform, naming the field to change', async () => {
    const of = await service().workspace();
    const { TIKTOK, INSTAGRAM, TWITTER } = of.accounts;
    const video = await of.send('POST /media/register', {
      url: 'https://example.com/a.mp4',
      contentType: 'video/mp4',
    });
    const tiktok = (fields: object) => ({
      accountIds: [TIKTOK],
      mediaIds: [video.body.id],
      platformMetadata: { TIKTOK: fields },
    });
    const invalid: readonly (readonly [field: string, body: object])[] = [
      ['content', { accountIds: [TWITTER], content: 'x'.repeat(281) }],
      ['mediaIds', { accountIds: [INSTAGRAM] }],
      ['contentType', { accountIds: [INSTAGRAM], contentType: 'STORY', mediaIds: [video.body.id] }],
      ['platformMetadata.TIKTOK.tiktokPrivacyLevel', tiktok({})],
      [
        'platformMetadata.TIKTOK.tiktokCommercialContent',
        tiktok({ tiktokPrivacyLevel: 'PUBLIC_TO_EVERYONE', tiktokCommercialContent: true }),
      ],
    ];
    for (const [field, more] of invalid) {
      const { status, body } = await of.send('POST /posts', {
        content: 'A post',
        scheduledFor: '2029-01-01T00:00:00Z',
        ...more,
      });
      expect([status, body.error?.code], JSON.stringify(body)).to.deep.equal([400, 'VALIDATION_ERROR']);
      expect(body.error.details.field).to.equal(field);
    }
  });

  it('claims no place for an edit that a platform refuses, nor for one of a post that cannot be edited', async () => {
    const of = await service().workspace('agency');
    const { TWITTER } = of.accounts;
    const line = async (content: string) =>
      `PATCH /posts/${(await of.send('POST /posts', { content, accountIds: [TWITTER] })).body.id}`;
    const refused = await of.send(await line('Short'), {
      content: 'x'.repeat(281),
      scheduledFor: '2029-03-01T00:00:00Z',
    });
    expect([refused.status, refused.body.error.details.field]).to.deep.equal([400, 'content']);
    const cancelled = await line('Cancelled');
    await of.send(cancelled.replace('PATCH', 'POST') + '/cancel');
    const late = await of.send(cancelled, { content: 'x'.repeat(281), scheduledFor: '2029-03-01T00:00:00Z' });
    expect(late.status, 'what cannot be edited is refused first').to.equal(409);
    const types: string[] = [];
    const [head, stop] = [await service().store.head(), new AbortController()];
    for await (const { events, to } of service().store.follow('start', { signal: stop.signal })) {
      for (const { type, meta } of events) if (meta.workspaceId === of.workspaceId) types.push(type);
      if (!head || to.commit >= head.commit) break;
    }
    stop.abort();
    expect(types).to.include('PostCancelled').and.not.include('ScheduleClaimed');
  });
});
