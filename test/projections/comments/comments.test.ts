import { event, specFor } from '../../../projections/authoring/projection-spec.ts';
import { comments } from '../../../projections/comments/comments.ts';

const given = specFor(comments);

const stream = 'comment-c1';
const received = event(
  'CommentReceived',
  {
    commentId: 'c1',
    contactId: 'x1',
    accountId: 'a1',
    postId: 'p1',
    platform: 'MASTODON',
    platformPostId: '1',
    platformCommentId: '2',
    author: { id: '3', username: 'ada' },
    content: 'Nice',
    parentCommentId: null,
    permalinkUrl: null,
    platformCreatedAt: '2026-03-01T00:00:00.000Z',
  },
  { stream, workspaceId: 'w1' },
);
const replied = event('CommentMarkedReplied', { commentId: 'c1' }, { stream });

describe('the read model comments', () => {
  it('has a row for a comment, not replied at first', () =>
    given().when(received).then({ id: 'c1', workspace_id: 'w1', account_id: 'a1', post_id: 'p1', replied: false }));

  it('follows the mark of a reply', () => {
    given(received).when(replied).then({ replied: true });
    given(received, replied)
      .when(event('CommentMarkedUnreplied', { commentId: 'c1' }, { stream }))
      .then({ replied: false });
  });

  it('follows hiding and a reply', () => {
    const hidden = event('CommentHidden', { commentId: 'c1', platformSynced: false }, { stream });
    given(received, hidden).when(replied).then({ hidden: true, replied: true });
    given(received, hidden)
      .when(event('CommentUnhidden', { commentId: 'c1', platformSynced: false }, { stream }))
      .then({ hidden: false });
    const sent = { commentId: 'c1', attempt: 't1', replyId: 'r1', replyUrl: null };
    given(received)
      .when(event('CommentReplied', sent, { stream }))
      .then({ replied: true });
  });

  it('drops a forgotten comment', () =>
    given(received)
      .when(event('CommentForgotten', { commentId: 'c1' }, { stream }))
      .thenNoRows());
});
