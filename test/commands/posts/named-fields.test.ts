import { expect } from 'chai';
import { bulkCreatePosts } from '../../../commands/posts/bulk-posts.ts';
import { createPost } from '../../../commands/posts/create-post.ts';
import { editingEndpoints } from '../../../commands/posts/edit-post.ts';
import type { WriteEndpoint } from '../../../commands/kernel/endpoint.ts';
import { Refused } from '../../../domain/kernel/refused.ts';
import { validate } from '../../../infra/edge/http/validate.ts';
import { onBluesky, onMastodon, postRequests } from './post-requests.ts';

const scheduledFor = '2026-03-02T09:00:00.000Z';
const asked = { content: 'Hello', accountIds: [onBluesky], scheduledFor };
const [editPost] = [editingEndpoints].map(
  (endpoints) => (ports: Parameters<typeof endpoints>[0]) => endpoints(ports)[0],
);

/** The field that a refusal names. */
const fieldOf = async (run: () => unknown): Promise<unknown> => {
  try {
    await run();
  } catch (error) {
    if (error instanceof Refused) return error.details?.['field'];
    throw error;
  }
  return 'accepted';
};

describe('a refused post', () => {
  const create = (body: object) => {
    const { ports, answerOf } = postRequests({ whatsapp: { platform: 'WHATSAPP', status: 'ACTIVE' } });
    ports.directory.media = async (ids) => new Map(ids.map((id) => [id, { media: {} as never, ready: false }]));
    return fieldOf(() => answerOf(createPost(ports), { ...asked, ...body }));
  };
  const long = 'x'.repeat(301);

  it('names the field that was sent', async () => {
    const BLUESKY = { content: long };
    const thread = [
      { sequence: 1, content: 'First' },
      { sequence: 2, content: long },
    ];
    const cases: readonly (readonly [string, object])[] = [
      ['content', { content: long }],
      ['content', { content: '' }],
      ['overrides.BLUESKY.content', { overrides: { BLUESKY } }],
      ['platformOverrides.BLUESKY.content', { platformOverrides: { BLUESKY } }],
      ['overrides.MYSPACE', { overrides: { MYSPACE: { content: 'x' } } }],
      ['platformOverrides.MYSPACE', { platformOverrides: { MYSPACE: { content: 'x' } } }],
      ['platformMetadata.MYSPACE', { platformMetadata: { MYSPACE: {} } }],
      ['mediaIds', { mediaIds: ['gone'] }],
      ['media', { media: ['gone'] }],
      ['threadItems.1.content', { threadItems: thread }],
      ['threadItems.1.mediaIds', { threadItems: [thread[0], { sequence: 2, content: 'x', mediaIds: ['gone'] }] }],
      ['content', { content: long, threadItems: [{ sequence: 1 }, { sequence: 2, content: 'x' }] }],
    ];
    for (const [field, body] of cases) expect(await create(body), JSON.stringify(body).slice(0, 80)).to.equal(field);
  });

  it('says in words of the API what was expected', () => {
    const { ports } = postRequests();
    const body = createPost(ports).body;
    const messageOf = (more: object): string => {
      try {
        validate(
          body as NonNullable<WriteEndpoint['body']>,
          { ...asked, ...more },
          { code: 'VALIDATION_ERROR', whole: 'body' },
        );
      } catch (error) {
        if (error instanceof Refused) return error.message;
      }
      return 'accepted';
    };
    const instant = 'must be an ISO 8601 instant with seconds and offset, for example 2026-12-01T10:00:00Z';
    expect(messageOf({ scheduledFor: '2026-12-01T10:00:00' })).to.equal(`scheduledFor: ${instant}`);
    expect(messageOf({ scheduledFor: '2026-12-01T10:00Z' })).to.equal(`scheduledFor: ${instant}`);
    expect(messageOf({ platforms: [] })).to.equal('platforms: must have at least 1 entry');
    expect(messageOf({ overrides: 'x' })).to.equal('overrides: must be an object, not a string');
    expect(messageOf({ firstComment: 'x'.repeat(2201) })).to.equal(
      'firstComment: must be at most 2200 characters long',
    );
    expect(messageOf({ media: [{ mediaId: 'x' }] })).to.equal(
      'media.0: must be a string, not an object, or id is required: a string',
    );
    expect(messageOf({ contentType: 'X' })).to.match(/^contentType: must be one of TEXT, IMAGE, /);
    expect(messageOf({ content: undefined })).to.equal('content: is required: a string');
    expect(messageOf({ threadItems: [{ sequence: 1, content: 'half \ud83d of a face' }] })).to.match(
      /^threadItems\.0\.content: has characters that are not valid text/,
    );
  });

  it('refuses only itself among the posts of a bulk request', async () => {
    const { ports, answerOf } = postRequests();
    const endpoint = bulkCreatePosts(ports);
    const posts = [
      { ...asked, content: 'half \ud83d of a face' },
      null,
      { ...asked, content: 1, accountIds: [] },
      asked,
    ];
    const body = validate(
      endpoint.body as NonNullable<typeof endpoint.body>,
      { posts },
      { code: 'VALIDATION_ERROR', whole: 'body', itemsIn: 'posts' },
    );
    const answer = await answerOf(endpoint, body);
    const results = answer.body['results'] as { status: string; error?: { message: string; details: object } }[];
    expect(results.map(({ status }) => status)).to.deep.equal(['failed', 'failed', 'failed', 'created']);
    expect(results[0]?.error?.details).to.deep.equal({ field: 'content' });
    expect(results[1]?.error?.message).to.equal('post: must be an object, not null');
    expect(results[2]?.error?.details).to.deep.equal({
      field: 'accountIds',
      issues: [
        { field: 'accountIds', message: 'must have at least 1 entry' },
        { field: 'content', message: 'must be a string, not a number' },
      ],
    });
  });
});

type Verdict = {
  valid: boolean;
  platforms: Record<string, { errors: { code: string }[]; warnings: { code: string; message: string }[] }>;
};

describe('the validation in an answer', () => {
  const warningsOf = ({ validation }: Record<string, unknown>, platform: string): string[] =>
    ((validation as Verdict).platforms[platform]?.warnings ?? [])
      .map(({ code }) => code)
      .filter((code) => code === 'ACCOUNT_DISCONNECTED' || code === 'PLATFORM_NOT_ON_POST');

  it('warns of an account whose connection is lost, when a post is created, edited and tried', async () => {
    for (const status of ['REVOKED', 'EXPIRED', 'ERROR']) {
      const { ports, answerOf, known } = postRequests({ [onBluesky]: { platform: 'BLUESKY', status } });
      const created = await answerOf(createPost(ports), asked);
      expect(created.body['status']).to.equal('scheduled');
      expect(warningsOf(created.body, 'BLUESKY'), status).to.deep.equal(['ACCOUNT_DISCONNECTED']);
      const tried = await answerOf(bulkCreatePosts(ports), { posts: [{ ...asked, content: 'Other' }], dryRun: true });
      const [result] = tried.body['results'] as Record<string, unknown>[];
      expect(warningsOf(result ?? {}, 'BLUESKY')).to.deep.equal(['ACCOUNT_DISCONNECTED']);
      const edit = () =>
        answerOf(
          editPost?.(ports) as WriteEndpoint,
          { firstComment: `now ${known.get(onBluesky)?.status}` },
          { params: { id: created.body['id'] } },
        );
      expect(warningsOf((await edit()).body, 'BLUESKY')).to.deep.equal(['ACCOUNT_DISCONNECTED']);
      known.set(onBluesky, { platform: 'BLUESKY', status: 'ACTIVE' });
      expect(warningsOf((await edit()).body, 'BLUESKY')).to.deep.equal([]);
    }
  });

  it('says of a draft what publishing it will be refused for', async () => {
    const { ports, answerOf } = postRequests({ page: { platform: 'FACEBOOK', status: 'ACTIVE' } });
    const { body } = await answerOf(createPost(ports), { content: 'Hello', accountIds: ['page'] });
    const { valid, platforms } = body['validation'] as Verdict;
    expect(valid).to.equal(false);
    expect(platforms['FACEBOOK']?.errors.map(({ code }) => code)).to.deep.equal(['NO_PAGE_SELECTED']);
  });

  it('warns of fields for a platform that the post does not go to', async () => {
    const { ports, answerOf } = postRequests();
    const { body } = await answerOf(createPost(ports), {
      ...asked,
      accountIds: [onMastodon],
      overrides: { TWITTER: { content: 'x' } },
      platformMetadata: { TWITTER: { replySettings: 'verified' }, MASTODON: { language: 'en' } },
    });
    expect((body['validation'] as Verdict).valid).to.equal(true);
    expect(warningsOf(body, 'TWITTER')).to.deep.equal(['PLATFORM_NOT_ON_POST', 'PLATFORM_NOT_ON_POST']);
    expect(warningsOf(body, 'MASTODON')).to.deep.equal([]);
  });
});

describe('an edit', () => {
  it('takes null for the whole of a field, which removes it', async () => {
    const { ports, answerOf } = postRequests();
    const whole = {
      content: 'Hello',
      accountIds: [onBluesky],
      mediaIds: ['one'],
      overrides: { BLUESKY: { content: 'x' } },
      platformMetadata: { BLUESKY: { languages: ['en'] } },
      metadata: { title: 'x' },
      threadItems: [{ sequence: 1, content: 'x' }],
    };
    const created = await answerOf(createPost(ports), whole);
    const nothing = { mediaIds: null, overrides: null, platformMetadata: null, metadata: null, threadItems: null };
    const params = { id: created.body['id'] };
    const { body } = await answerOf(editPost?.(ports) as WriteEndpoint, nothing, { params });
    expect(body).to.not.have.any.keys('platformOverrides', 'platformMetadata', 'metadata', 'threadItems');
    expect(body['mediaIds']).to.deep.equal([]);
  });

  it('refuses a version of another form as such', async () => {
    const { ports } = postRequests();
    const body = (editPost?.(ports) as WriteEndpoint).body as NonNullable<WriteEndpoint['body']>;
    expect(
      await fieldOf(() => validate(body, { version: 'abc' }, { code: 'VALIDATION_ERROR', whole: 'body' })),
    ).to.equal('version');
    expect(
      await fieldOf(() => validate(body, { version: scheduledFor }, { code: 'VALIDATION_ERROR', whole: 'body' })),
    ).to.equal('accepted');
  });
});
