import { expect } from 'chai';
import fc from 'fast-check';
import { comment } from '../../../domain/comments/comment.ts';
import {
  CommentEdited,
  CommentForgotten,
  CommentMarkedReplied,
  CommentMarkedUnreplied,
  CommentReceived,
} from '../../../domain/comments/comment-events.ts';
import { foldState } from '../../../domain/kernel/decider.ts';
import { forgotten } from '../../../domain/kernel/personal.ts';
import { specFor } from '../../support/spec.ts';

const given = specFor(comment);
const shown = {
  ...{ commentId: 'c1', contactId: 'p1', accountId: 'a1', postId: 'q1', platform: 'BLUESKY' as const },
  ...{ platformPostId: 'at://post', platformCommentId: 'at://comment', author: { id: 'did:1', username: 'zoe' } },
  ...{ content: 'Nice', parentCommentId: null, permalinkUrl: null, platformCreatedAt: '2026-01-01T00:00:00.000Z' },
} as const;
const receive = (content = 'Nice') => ({ type: 'receive-comment', ...shown, content }) as const;
const received = CommentReceived(shown);
const marked = CommentMarkedReplied({ commentId: 'c1' });

describe('a comment', () => {
  it('is received once, however often its platform shows it', () => {
    given().when(receive()).then(received);
    given(received).when(receive()).thenNothing();
  });

  it('is noticed to have been edited, each time', () => {
    const edited = (content: string) => CommentEdited({ commentId: 'c1', contactId: 'p1', content });
    given(received).when(receive('Nicer')).then(edited('Nicer'));
    given(received, edited('Nicer')).when(receive('Nicer')).thenNothing();
    given(received, edited('Nicer')).when(receive()).then(edited('Nice'));
  });

  it('is marked as answered, and as not answered', () => {
    const mark = (replied: boolean) => ({ type: 'mark-replied', replied }) as const;
    given(received).when(mark(true)).then(marked);
    given(received, marked).when(mark(true)).thenNothing();
    given(received, marked)
      .when(mark(false))
      .then(CommentMarkedUnreplied({ commentId: 'c1' }));
    given(received).when(mark(false)).thenNothing();
    given().when(mark(true)).thenRefused('NOT_FOUND');
    given(received, CommentForgotten({ commentId: 'c1' }))
      .when(mark(true))
      .thenRefused('NOT_FOUND');
  });

  it('stays forgotten, also where its platform still shows it', () => {
    const forget = { type: 'note-forgotten' } as const;
    given(received)
      .when(forget)
      .then(CommentForgotten({ commentId: 'c1' }));
    given().when(forget).thenNothing();
    given(received, CommentForgotten({ commentId: 'c1' }))
      .when(receive('Again'))
      .thenNothing();
  });

  it('is not taken for edited where its words were erased', () => {
    given(CommentReceived({ ...shown, content: forgotten }))
      .when(receive())
      .thenNothing();
  });

  it('holds what its platform showed last, in whatever order readings of it come', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('one', 'two', 'three'), { minLength: 1, maxLength: 20 }), (texts) => {
        const history = texts.reduce<ReturnType<typeof comment.decide>>(
          (before, content) => [...before, ...comment.decide(receive(content), foldState(comment, before))],
          [],
        );
        expect(foldState(comment, history)).to.include({ is: 'there', content: texts.at(-1) });
        const changes = texts.filter((text, index) => text !== texts[index - 1]).length;
        expect(history.map(({ type }) => type)).to.deep.equal([
          'CommentReceived',
          ...Array.from({ length: changes - 1 }, () => 'CommentEdited'),
        ]);
      }),
    );
  });
});
