import { expect } from 'chai';
import fc from 'fast-check';
import { CommentReceived } from '../../../domain/comments/comment-events.ts';
import { receivedComment } from '../../../domain/comments/received-comment.ts';
import { syncMessage } from '../../../domain/comments/sync-message.ts';
import type { NativeComment } from '../../../domain/platforms/community.ts';

const now = '2026-03-01T12:00:00.000Z';
const of = (reported: Partial<NativeComment>) =>
  receivedComment({
    comment: {
      nativeId: 'n',
      author: { id: 'x', username: 'zoe' },
      text: 'Hi',
      createdAt: '2026-03-01T11:00:00Z',
      ...reported,
    },
    post: { postId: 'q1', platformPostId: 'root', objectIds: ['root', 'item-2'] },
    account: { id: 'a1', platform: 'BLUESKY' },
    commentId: 'c1',
    contactId: 'p1',
    now,
  });

describe('a comment as a platform shows it', () => {
  it('answers the post where its parent is the post or one of its thread items, and else another comment', () => {
    const parents = [undefined, 'root', 'item-2', 'other'];
    const answered = parents.map((parent) => of(parent === undefined ? {} : { parentNativeId: parent }));
    expect(answered.map(({ parentCommentId }) => parentCommentId)).to.deep.equal([null, null, null, 'other']);
  });

  it('was never written later than it was received, nor before there were clocks', () => {
    const reported = ['2026-03-01T11:00:00Z', '2031-01-01T00:00:00Z', '0001-01-01T00:00:00Z', 'yesterday'];
    expect(reported.map((createdAt) => of({ createdAt }).platformCreatedAt)).to.deep.equal([
      '2026-03-01T11:00:00.000Z',
      now,
      '1970-01-01T00:00:00.000Z',
      now,
    ]);
  });

  it('is always an event that can be stored', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 50 }),
        fc.constantFrom('', '\0', '\uD800', 'x'.repeat(30_000)),
        fc.string(),
        (text, odd, createdAt) => {
          const { type: _type, ...data } = of({ text: text + odd, createdAt, url: `https://example.com/${odd}` });
          const { content } = CommentReceived(data).data;
          expect(content).not.to.match(/[\0\p{Surrogate}]/u);
          expect(content.length).to.be.at.most(10_000);
          expect((data.permalinkUrl ?? '').length).to.be.at.most(2_048);
        },
      ),
    );
  });
});

describe('the result of reading comments', () => {
  it('counts new comments, names the posts that could not be read, and reports platforms without comments', () => {
    expect(syncMessage('TELEGRAM', { isSupported: false })).to.match(/^TELEGRAM returns no comments/);
    expect(syncMessage('BLUESKY', { posts: 0 })).to.match(/no recent live posts/);
    expect(syncMessage('BLUESKY', { posts: 2, synced: 1 })).to.equal('1 new comment on 2 recent posts.');
    expect(syncMessage('BLUESKY', { posts: 2, errors: 1, reason: 'Slow down', more: true })).to.equal(
      '0 new comments on 2 recent posts. 1 post could not be read: Slow down. There are more: sync again.',
    );
  });
});
