import { expect } from 'chai';
import { batchPosts } from '../../../commands/posts/batch-posts.ts';
import { bulkCreatePosts } from '../../../commands/posts/bulk-posts.ts';
import { createPost } from '../../../commands/posts/create-post.ts';
import { post as aPost } from '../../../domain/posts/post.ts';
import { earlierFingerprintOf, fingerprint } from '../../../domain/posts/fingerprint.ts';
import { reservationKey } from '../../../commands/kernel/deterministic-ids.ts';
import { planTerms } from '../../../domain/plans/plan.ts';
import { Refused } from '../../../domain/kernel/refused.ts';
import { contentOf } from '../../domain/posts/a-post.ts';
import { onBluesky, onMastodon, postRequests } from './post-requests.ts';

const scheduledFor = '2026-03-02T09:00:00.000Z';
const most = planTerms.free.scheduledPosts ?? 0;

type Result = { status: string; error?: { code: string; details?: Record<string, unknown> } };

const postOf = (more: object = {}) => ({ content: 'Hello', accountIds: [onBluesky], scheduledFor, ...more });

describe('a post that goes out twice', () => {
  const bulk = async (requests: ReturnType<typeof postRequests>, posts: readonly object[], dryRun = false) => {
    const { body } = await requests.answerOf(bulkCreatePosts(requests.ports), { posts, options: { dryRun } });
    return (body['results'] as Result[]).map(({ status, error }) => error?.code ?? status);
  };
  const create = async (requests: ReturnType<typeof postRequests>, body: object) => {
    try {
      return (await requests.answerOf(createPost(requests.ports), body)).status;
    } catch (error) {
      if (error instanceof Refused) return `${error.code} ${String(error.details?.['reason'])}`;
      throw error;
    }
  };

  it('is refused inside one bulk request from the second on', async () => {
    const requests = postRequests();
    expect(await bulk(requests, [postOf(), postOf(), postOf({ content: 'Other' }), postOf()])).to.deep.equal([
      'created',
      'CONFLICT',
      'created',
      'CONFLICT',
    ]);
  });

  it('is refused inside a batch', async () => {
    const { ports, answerOf } = postRequests();
    const operation = { operation: 'create', body: postOf() };
    const { body } = await answerOf(batchPosts([createPost(ports)]), { operations: [operation, operation] });
    expect((body['results'] as { status: number }[]).map(({ status }) => status)).to.deep.equal([201, 409]);
  });

  it('is refused by a dry run, beside a stored post and inside the request', async () => {
    const requests = postRequests();
    expect(await create(requests, postOf())).to.equal(201);
    const posts = [postOf(), postOf({ content: 'Other' }), postOf({ content: 'Other' })];
    expect(await bulk(requests, posts, true)).to.deep.equal(['CONFLICT', 'valid', 'CONFLICT']);
    expect(await bulk(requests, posts, false)).to.deep.equal(['CONFLICT', 'created', 'CONFLICT']);
  });

  it('is judged by what each platform gets', async () => {
    const twice = async (first: object, second: object) => {
      const requests = postRequests();
      expect(await create(requests, postOf(first))).to.equal(201);
      return create(requests, postOf(second));
    };
    const override = (content: string) => ({ overrides: { BLUESKY: { content } } });
    const duplicate = 'CONFLICT duplicate';
    expect(await twice({}, override('Another'))).to.equal(201);
    expect(await twice(override('Same'), { content: 'Other base', ...override('Same') })).to.equal(duplicate);
    expect(await twice(override('Same'), { content: 'Same' })).to.equal(duplicate);
    expect(await twice({ mediaIds: ['one'] }, { mediaIds: ['two'] })).to.equal(201);
    expect(await twice({ mediaIds: ['one'] }, { mediaIds: ['one'] })).to.equal(duplicate);
    const thread = (second: string) => ({
      content: '',
      threadItems: [
        { sequence: 1, content: 'First' },
        { sequence: 2, content: second },
      ],
    });
    expect(await twice(thread('a'), thread('b'))).to.equal(201);
    expect(await twice(thread('a'), thread('a'))).to.equal(duplicate);
    const alt = (text: string) => ({ platformMetadata: { BLUESKY: { altText: text } } });
    expect(await twice(alt('a'), alt('b'))).to.equal(201);
    expect(await twice({ firstComment: 'a' }, { firstComment: 'b' })).to.equal(duplicate);
    const both = { accountIds: [onBluesky, onMastodon] };
    expect(await twice(both, { accountIds: [onMastodon], ...override('Another') })).to.equal(duplicate);
  });

  it('is found by a claim from the time when the base text alone counted', async () => {
    const requests = postRequests();
    const { contextOf, caller } = requests;
    const context = contextOf();
    const holder = context.newId('post');
    const [file] = (await requests.ports.directory.media(['one'], context)).values();
    const content = contentOf({ content: 'Hello', contentType: 'IMAGE', media: file ? [file.media] : [] });
    const destinations = [{ postPlatformId: 'd', platform: 'BLUESKY', accountId: onBluesky } as const];
    const post = { postId: holder, content, destinations, scheduledFor, saveAsDraft: false, createdById: null };
    await context.handle(aPost, holder, { type: 'create', ...post, accounts: new Map(), now: context.now });
    const id = reservationKey(...earlierFingerprintOf(caller.workspaceId, onBluesky, content, scheduledFor));
    await context.handle(fingerprint, id, { type: 'reserve', holder, now: context.now }, { step: 'claim' });
    const body = postOf({ mediaIds: ['one'] });
    expect(await bulk(requests, [body], true)).to.deep.equal(['CONFLICT']);
    expect(await create(requests, body)).to.equal('CONFLICT duplicate');
    expect(await create(requests, postOf({ mediaIds: ['two'] }))).to.equal(201);
    expect(await create(requests, postOf())).to.equal(201);
  });
});

describe('a dry run', () => {
  const statuses = async (posts: readonly object[], stored = 0) => {
    const { ports, more, answerOf } = postRequests();
    more.scheduled = stored;
    const { body } = await answerOf(bulkCreatePosts(ports), { posts, options: { dryRun: true } });
    return (body['results'] as Result[]).map(({ status, error }) => error?.code ?? status);
  };

  it('counts the places of the plan that the posts before take', async () => {
    const posts = [1, 2, 3].map((n) => postOf({ content: `Post ${n}` }));
    expect(await statuses(posts, most - 2)).to.deep.equal(['valid', 'valid', 'LIMIT_EXCEEDED']);
  });

  it('refuses a draft that breaks a rule', async () => {
    const draft = { content: 'x'.repeat(301), accountIds: [onBluesky] };
    expect(await statuses([draft, { ...draft, content: 'short' }])).to.deep.equal(['VALIDATION_ERROR', 'valid']);
  });

  it('gives each post of the queue a slot of its own', async () => {
    const queued = { content: 'Hello', accountIds: [onBluesky], queue: true };
    expect(await statuses([queued, queued])).to.deep.equal(['valid', 'valid']);
  });
});
