import { expect } from 'chai';
import { bulkCreatePosts } from '../../../commands/posts/bulk-posts.ts';
import { batchPosts } from '../../../commands/posts/batch-posts.ts';
import { createPost } from '../../../commands/posts/create-post.ts';
import { editingEndpoints } from '../../../commands/posts/edit-post.ts';
import type { PostPorts } from '../../../commands/posts/ports.ts';
import type { WriteContext, WriteEndpoint } from '../../../commands/kernel/endpoint.ts';
import { planTerms } from '../../../domain/plans/plan.ts';
import { Refused } from '../../../domain/kernel/refused.ts';
import { keyedRequests } from '../../support/keyed-request.ts';

const most = planTerms.free.scheduledPosts ?? 0;
const accountId = 'an account';
const slots = ['2026-03-02T09:00:00.000Z', '2026-03-03T09:00:00.000Z'];

describe('a keyed request on posts whose append was stored and whose answer was lost', () => {
  const begin = () => {
    const requests = keyedRequests();
    const postsStored = () =>
      new Set(requests.log.log.map(({ stream }) => stream).filter((of) => of.startsWith('post-')));
    let isConnected = true;
    const ports: PostPorts = {
      directory: {
        accounts: async () => new Map(isConnected ? [[accountId, { platform: 'BLUESKY', status: 'ACTIVE' }]] : []),
        media: async () => new Map(),
        mediaAt: () => Promise.reject(new Error('no media')),
        // The plan has one place left, which the request takes.
        scheduledPosts: async () => most - 1 + postsStored().size,
        settled: async () => undefined,
        waitingPosts: async (_, ids) => new Set(ids),
        nextQueueSlot: async () => slots[postsStored().size],
      },
      waiter: { until: (_id, _ms, _wanted, look) => look() },
      isPublicHttpsUrl: () => true,
    };
    /** What the endpoint answers, with its status. */
    const running = (endpoint: WriteEndpoint, body: unknown) => async (context: WriteContext) => {
      const parsed = endpoint.body?.parse(body);
      const { status, body: answered } = await endpoint.run(
        { params: {}, query: {}, body: parsed, header: () => undefined },
        context,
      );
      return { status: status ?? endpoint.status ?? 200, body: answered as Record<string, unknown> };
    };
    return { ...requests, ports, running, postsStored, disconnect: () => void (isConnected = false) };
  };
  const content = 'Hello';

  it('is answered with the post that took the last place of the plan', async () => {
    const { send, ports, running, postsStored, contextOf } = begin();
    const create = running(createPost(ports), { content, accountIds: [accountId], scheduledFor: slots[0] });
    const { again } = await send(create, 'post');
    expect(again.status).to.equal(201);
    expect(again.body).to.include({ status: 'scheduled', scheduledFor: slots[0], content });
    expect(again.body['createdAt']).to.equal('2026-03-01T10:00:00.000Z');
    expect(postsStored().size).to.equal(1);
    const other = await create(contextOf()).catch((error: unknown) => error);
    expect(other, 'another request').to.be.instanceOf(Refused).and.include({ code: 'LIMIT_EXCEEDED' });
  });

  it('is answered with the post in the slot of the queue that it took, also where the account left since', async () => {
    for (const leaves of [false, true]) {
      const { send, ports, running, disconnect } = begin();
      const create = running(createPost(ports), { content, accountIds: [accountId], queue: true });
      const { again } = await send(create, 'post', async () => leaves && disconnect());
      expect([again.status, again.body['scheduledFor']]).to.deep.equal([201, slots[0]]);
    }
  });

  it('is answered with each of its posts, in bulk', async () => {
    const { send, ports, running } = begin();
    const posts = [{ content, accountIds: [accountId], scheduledFor: slots[0] }];
    const { again } = await send(running(bulkCreatePosts(ports), { posts }), 'post');
    expect(again.body['summary']).to.deep.equal({ total: 1, created: 1, valid: 0, failed: 0 });
  });

  it('is answered with the edit that it stored, in a batch', async () => {
    const { send, ports, running, contextOf, disconnect } = begin();
    const draft = await running(createPost(ports), { content, accountIds: [accountId] })(contextOf());
    const edit = {
      operation: 'update',
      id: draft.body['id'],
      body: { scheduledFor: slots[0], accountIds: [accountId] },
    };
    const endpoints = [createPost(ports), ...editingEndpoints(ports)] as readonly WriteEndpoint[];
    const batch = running(batchPosts(endpoints), { operations: [edit] });
    // The draft is a post already: the plan has no place beside those counted.
    ports.directory.scheduledPosts = async () => 0;
    const { again } = await send(batch, 'post', async () => disconnect());
    const [result] = again.body['results'] as { status: number; body: Record<string, unknown> }[];
    expect([result?.status, result?.body?.['status']]).to.deep.equal([200, 'scheduled']);
  });
});
