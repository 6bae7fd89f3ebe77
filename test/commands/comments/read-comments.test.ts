import { expect } from 'chai';
import { readAll, readingFailureOf } from '../../../commands/comments/read-comments.ts';
import type { LivePost } from '../../../domain/comments/received-comment.ts';
import { PlatformError } from '../../../domain/platforms/platform-error.ts';

const postNamed = (name: string): LivePost => ({ postId: name, platformPostId: name, objectIds: [name] });
const commentOn = (post: LivePost, nativeId: string) => ({
  nativeId: `${post.postId}/${nativeId}`,
  author: { id: 'x', username: 'zoe' },
  text: 'Hi',
  createdAt: '2026-01-01T00:00:00Z',
});
const posts = Array.from({ length: 10 }, (_, n) => postNamed(`post-${n}`));

describe('reading the comments under posts', () => {
  it('follows the pages of each post, three of them at most', async () => {
    const asked: (string | undefined)[] = [];
    const { found, errors } = await readAll([postNamed('a')], async (post, after) => {
      asked.push(after);
      const page = Number(after ?? 0) + 1;
      return { items: [commentOn(post, String(page))], next: String(page) };
    });
    expect(asked).to.deep.equal([undefined, '1', '2']);
    expect(found.map(({ comment }) => comment.nativeId)).to.deep.equal(['a/1', 'a/2', 'a/3']);
    expect(errors).to.equal(0);
  });

  it('continues after a post whose comments cannot be read, and returns the reason', async () => {
    const { found, errors, reason } = await readAll(posts, async (post) => {
      if (post.postId === 'post-3') throw new PlatformError('refused', 'PUBLISH_ERROR', 'the post is gone');
      return { items: [commentOn(post, '1')] };
    });
    expect([found.length, errors, reason]).to.deep.equal([9, 1, 'the post is gone']);
  });

  for (const error of [
    new PlatformError('not_stored', 'PLATFORM_RATE_LIMIT', 'slow down'),
    new PlatformError('unauthorized', 'ACCOUNT_DISCONNECTED', 'no permission'),
  ])
    it(`reads no further post after the platform answers ${error.message}`, async () => {
      let asked = 0;
      const { errors, reason } = await readAll(posts, async () => {
        asked++;
        return Promise.reject(error);
      });
      expect([errors, reason]).to.deep.equal([10, error.message]);
      expect(asked, 'those that were asked together').to.be.at.most(4);
    });

  it('are read again soon, except a post that is refused alone: it is mostly gone', async () => {
    const failureOf = async (error: PlatformError) =>
      (await readAll([postNamed('a')], () => Promise.reject(error))).failure;

    expect(await failureOf(new PlatformError('refused', 'PUBLISH_ERROR', 'gone'))).to.equal(undefined);
    expect(await failureOf(new PlatformError('not_stored', 'PUBLISH_ERROR', 'overloaded'))).to.deep.equal({
      kind: 'unavailable',
      message: 'overloaded',
    });
    expect(await failureOf(new PlatformError('unauthorized', 'ACCOUNT_DISCONNECTED', 'no permission'))).to.deep.equal({
      kind: 'unauthorized',
      message: 'no permission',
    });
    // A refusal for the rate concerns every post.
    expect(await failureOf(new PlatformError('refused', 'PLATFORM_RATE_LIMIT', 'slow down'))).to.deep.equal({
      kind: 'rate_limited',
      message: 'slow down',
    });
  });

  it('keep the reason and the failure of the first post that could not be read', async () => {
    const { reason, failure, errors } = await readAll([postNamed('a'), postNamed('b')], ({ postId }) =>
      Promise.reject(new PlatformError('not_stored', 'PUBLISH_ERROR', `${postId} is slow`)),
    );
    expect(reason).to.equal('a is slow');
    expect(failure?.message).to.equal('a is slow');
    expect(errors).to.equal(2);
  });

  it('have no reason and no failure where all were read', async () => {
    expect(await readAll([postNamed('a')], async () => ({ items: [] }))).to.deep.equal({
      found: [],
      errors: 0,
      reason: undefined,
      failure: undefined,
    });
  });

  it('say when an account that is refused may be read again', () => {
    const refusal = new PlatformError('refused', 'PUBLISH_ERROR', 'not yours', { retryAfterSeconds: 60 });
    expect(readingFailureOf(refusal)).to.deep.equal({
      kind: 'unauthorized',
      message: 'not yours',
      retryAfterSeconds: 60,
    });
  });

  it('hides no fault of its own', async () => {
    const thrown = await readAll(posts, () => Promise.reject(new TypeError('a bug'))).catch((error: unknown) => error);
    expect(thrown).to.be.instanceOf(TypeError);
  });
});
